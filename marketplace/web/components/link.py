"""Links within and out of the app."""

import reflex as rx
from reflex_components_core.el.elements.inline import A
from reflex_components_core.react_router.dom import ReactRouterLink

from marketplace.web.components.classes import join

_LOOKS = {
    "plain": "",
    "accent": "font-medium text-accent underline-offset-4 hover:underline",
    "quiet": "link-quiet",
}


def _classes(look: str, extra: str | rx.Var) -> dict[str, str | rx.Var]:
    names = join(_LOOKS[look], extra)
    return {"class_name": names} if isinstance(names, rx.Var) or names else {}


def link(*children, href, look: str = "plain", class_name="", **props) -> rx.Component:
    """Link to another page of the site, without a reload: `plain` (no style), `accent` or `quiet`."""
    return ReactRouterLink.create(*children, to=href, **_classes(look, class_name), **props)


def outside_link(*children, href, look: str = "plain", class_name="", **props) -> rx.Component:
    """Plain link: to another site, to a URL that Reflex does not serve, or within the page (`#id`)."""
    # `rx.el.a` would be the client-side link of the router.
    return A.create(*children, href=href, rel="noopener", **_classes(look, class_name), **props)


def download_link(*children, href, **props) -> rx.Component:
    """Link to a file that the browser saves. Without `download`, it would count as leaving the page, which ends live updates."""
    return outside_link(*children, href=href, download=True, **props)
