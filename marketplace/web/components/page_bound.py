"""Content that closes when the visitor leaves the page on which it was opened."""

from typing import Any

import reflex as rx


class PageBound(rx.Component):
    """Wrapper of `page_bound.jsx`."""

    library = rx.asset("page_bound.jsx", shared=True).importable_path
    tag = "PageBound"

    name: rx.Var[str]
    shown: rx.Var[bool]
    on_leave: rx.EventHandler[rx.event.no_args_event_spec]


def page_bound(content: rx.Component, *, name: str, shown, on_leave: Any) -> rx.Component:
    """Content that the State shows until the visitor goes to another page or loads this one again.

    Args:
        name: another one for each on a page.
        shown: whether the State shows it.
        on_leave: called when it should go; its handler has to make `shown` false.
    """
    return PageBound.create(content, name=name, shown=shown, on_leave=on_leave)
