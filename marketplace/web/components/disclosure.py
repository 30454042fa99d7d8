"""Sections that open and close. They work without JavaScript."""

import reflex as rx

from marketplace.web.components.icon import icon


class Disclosure(rx.Component):
    """Wrapper of `disclosure.jsx`, a details element that stays as its reader left it."""

    library = rx.asset("disclosure.jsx", shared=True).importable_path
    tag = "Disclosure"

    open: rx.Var[bool]


def disclosure(heading, *children, open, note="", class_name: str = "", **props) -> rx.Component:
    """Section under a heading that opens and closes it; while it is closed, the note stands at the end of the heading."""
    return Disclosure.create(
        rx.el.summary(rx.el.h2(heading), rx.el.span(note), icon("chevron-down", size=16)),
        *children,
        open=open,
        class_name=f"disclosure {class_name}",
        **props,
    )
