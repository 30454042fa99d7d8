"""Scrolls a row to its current item."""

import reflex as rx


class ScrollIntoView(rx.Component):
    """Wrapper of `scroll_into_view.jsx`: scrolls the row that contains the element with this id, once. Put it after the row."""

    library = rx.asset("scroll_into_view.jsx", shared=True).importable_path
    tag = "ScrollIntoView"

    target: rx.Var[str]


scroll_into_view = ScrollIntoView.create
