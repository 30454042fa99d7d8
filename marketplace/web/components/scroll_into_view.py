"""Scrolls a row to its current item."""

import reflex as rx


class ScrollIntoView(rx.Component):
    """Wrapper of `scroll_into_view.jsx`."""

    library = rx.asset("scroll_into_view.jsx", shared=True).importable_path
    tag = "ScrollIntoView"

    target: rx.Var[str]


def scroll_into_view(target: str) -> rx.Component:
    """Scroll the row that contains the element with this id, once. Put it after the row."""
    return ScrollIntoView.create(target=target)
