"""The style guide: every component on a light and on a dark background. Served in development only."""

from collections.abc import Callable

import reflex as rx

from marketplace.web.components.section import page_title, section, section_header
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.styleguide import chat, controls, lists, tokens

_SCHEMES = ("light", "dark")


def _part(name: str, make: Callable[[str], rx.Component], *, below: bool = False) -> rx.Component:
    """Heading with the component for both color schemes, side by side or one below the other."""
    grounds = [
        rx.el.div(
            make(scheme),
            class_name=f"{scheme} min-w-0 rounded-box border border-line bg-surface p-5 text-ink",
        )
        for scheme in _SCHEMES
    ]
    look = "grid gap-4" if below else "grid gap-4 lg:grid-cols-2"
    return rx.el.div(section_header(name), rx.el.div(*grounds, class_name=look), class_name="flex flex-col gap-3")


def styleguide() -> rx.Component:
    """Design tokens first, then components."""
    return site_layout(
        section(
            page_title("Style guide", "Every token and component in every state, light and dark."),
            _part("Colours", tokens.colours),
            _part("Letters", tokens.letters),
            _part("Corners, shadows, skeletons", tokens.shapes),
            _part("Buttons", controls.buttons),
            _part("Fields", controls.fields),
            _part("Steps", controls.steps),
            _part("Files and photos", controls.files),
            _part("Menus, dialogs, toasts", controls.openers),
            _part("Badges, people, prices", lists.small),
            _part("Tabs, table, pages", lists.tables),
            _part("Cards", lists.cards, below=True),
            _part("Rows", lists.rows),
            _part("Filters", lists.filters),
            _part("Loading, empty, failed", lists.states),
            _part("Carousel and gallery", lists.photos),
            _part("Map of an area", lists.area),
            _part("A month", lists.months),
            _part("Messages", chat.messages),
            _part("Warning under a message", chat.warning),
            _part("Link to another site", chat.foreign_link),
            class_name="flex flex-col gap-10",
        )
    )


PAGES = [Page("/styleguide", styleguide, "Style guide", indexed=False)]
