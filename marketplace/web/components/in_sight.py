"""Rows that scroll sideways, with the chosen item in sight."""

import reflex as rx


class InSight(rx.Component):
    """The compiled scroller."""

    library = rx.asset("in_sight.jsx", shared=True).importable_path
    tag = "InSight"

    target: rx.Var[str]


def in_sight(target: str) -> rx.Component:
    """Scrolls the row around the element with this id to it, once; it stands after the row."""
    return InSight.create(target=target)
