"""Buttons, and links that look like buttons."""

import reflex as rx

from marketplace.web.components.classes import join
from marketplace.web.components.icon import icon as draw
from marketplace.web.components.link import link

# Tailwind finds whole names only.
_VARIANTS = {
    "primary": "button-primary",
    "secondary": "button-secondary",
    "soft": "button-soft",
    "ghost": "button-ghost",
    "danger": "button-danger",
}
_SIZES = {"sm": "button-sm", "md": "button-md", "lg": "button-lg"}
# A finger needs 44 px.
_SQUARES = {"sm": "size-9 max-sm:size-11", "md": "size-11"}
_ICON_PX = {"sm": 16, "md": 18, "lg": 20}


def button_class(
    variant: str = "primary", size: str = "md", *, full: bool = False, extra: str | rx.Var = ""
) -> str | rx.Var:
    """Classes of a button, for elements that look like one; arguments as for `button`."""
    return join(_VARIANTS[variant], _SIZES[size], "w-full" if full else "", extra)


def _content(children: tuple, icon: str, size: str) -> tuple:
    return (draw(icon, size=_ICON_PX[size]), *children) if icon else children


def spinner() -> rx.Component:
    """Spinning icon for running work."""
    return draw("loader-circle", size=18, class_name="animate-spin")


def button(
    *children,
    variant: str = "primary",
    size: str = "md",
    icon: str = "",
    full: bool = False,
    busy: bool | rx.Var[bool] = False,
    class_name: str | rx.Var = "",
    **props,
) -> rx.Component:
    """Button.

    Args:
        variant: primary, secondary, soft, ghost or danger.
        size: sm (36 px, on phones 44 px), md (44 px) or lg (52 px).
        icon: name of an icon before the label.
        busy: while true, show a spinner and disable the button.
    """
    inner = _content(children, icon, size)
    if isinstance(busy, rx.Var):
        inner = (rx.cond(busy, spinner(), rx.fragment()), *inner)
        props["disabled"] = props["disabled"] | busy if isinstance(props.get("disabled"), rx.Var) else busy
        props["aria_busy"] = busy
    return rx.el.button(
        *inner,
        type=props.pop("type", "button"),
        class_name=button_class(variant, size, full=full, extra=class_name),
        **props,
    )


def row_button(label, subject, *, variant: str = "secondary", **props) -> rx.Component:
    """Small button in a row of a list or table, whose subject screen readers read after the label; other arguments as for `button`."""
    return button(label, rx.el.span(" ", subject, class_name="sr-only"), variant=variant, size="sm", **props)


def button_link(
    *children,
    href,
    variant: str = "primary",
    size: str = "md",
    icon: str = "",
    full: bool = False,
    class_name: str | rx.Var = "",
    **props,
) -> rx.Component:
    """Link styled as a button; arguments as for `button`."""
    return link(
        *_content(children, icon, size),
        href=href,
        class_name=button_class(variant, size, full=full, extra=class_name),
        **props,
    )


def icon_button(icon: str, label: str | rx.Var, *, size: str = "md", class_name: str = "", **props) -> rx.Component:
    """Square button with only an icon; the label is its accessible name and its tooltip."""
    return rx.el.button(
        draw(icon, size=20),
        type="button",
        title=label,
        aria_label=label,
        class_name=join(_VARIANTS["ghost"], _SQUARES[size], class_name),
        **props,
    )
