"""Placeholders for lists that are loading, empty or failed."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.classes import show_if
from marketplace.web.components.icon import icon as draw

_LEVELS = {"p": rx.el.p, "h1": rx.el.h1}


def empty_state(title, text="", *actions: rx.Component, icon: str = "search-x", level: str = "p") -> rx.Component:
    """Empty list, with a suggestion of what to do next; at level h1 if it is the only content of the page."""
    return rx.el.div(
        rx.el.div(
            draw(icon, size=28),
            class_name="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent",
        ),
        _LEVELS[level](title, class_name="text-lg font-semibold text-ink"),
        show_if(text, rx.el.p(text, class_name="max-w-sm text-muted")),
        rx.el.div(*actions, class_name="mt-2 flex flex-wrap justify-center gap-3") if actions else None,
        class_name="flex flex-col items-center gap-3 rounded-box border border-dashed border-line px-6 py-8 sm:py-14 "
        "text-center",
    )


def error_state(message, *, on_retry) -> rx.Component:
    """Error of a list that could not be loaded, with a retry button."""
    return rx.el.div(
        draw("cloud-off", size=28, class_name="text-danger"),
        rx.el.p(message, class_name="font-medium text-ink"),
        button(t("Try again"), variant="secondary", size="sm", icon="rotate-cw", on_click=on_retry),
        role="alert",
        class_name="flex flex-col items-center gap-3 rounded-box bg-danger-soft px-6 py-10 text-center",
    )


def loading_text(text: str) -> rx.Component:
    """Text for screen readers while skeletons are shown (spec 4.3)."""
    return rx.el.p(text, role="status", class_name="sr-only")
