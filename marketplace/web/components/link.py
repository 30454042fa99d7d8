"""Links that stay in the app."""

import reflex as rx
from reflex_components_core.el.elements.inline import A
from reflex_components_core.react_router.dom import ReactRouterLink

from marketplace.web.components.classes import join

_LOOKS = {
    "plain": "",
    "accent": "font-medium text-accent underline-offset-4 hover:underline",
    "quiet": "text-muted underline-offset-4 hover:text-ink hover:underline",
}


def link(*children, href, look: str = "plain", class_name="", **props) -> rx.Component:
    """A link to another page of the site, followed without a reload.

    Args:
        look: `plain` (no style), `accent` or `quiet`.
    """
    return ReactRouterLink.create(*children, to=href, class_name=join(_LOOKS[look], class_name), **props)


def outside_link(*children, href, look: str = "plain", class_name="", **props) -> rx.Component:
    """A plain link: it leaves the site, reaches what Reflex does not serve, or jumps within the page (`#id`)."""
    # `rx.el.a` is the app's own link.
    return A.create(*children, href=href, rel="noopener", class_name=join(_LOOKS[look], class_name), **props)
