"""Content that closes when the visitor leaves the page on which it was opened."""

import reflex as rx


class PageBound(rx.Component):
    """Wrapper of `page_bound.jsx`: its children go when the visitor goes to another page or loads this one again.

    Attributes:
        name: another one for each on a page.
        shown: whether the State shows the children.
        on_leave: called when they should go; its handler has to make `shown` false.
    """

    library = rx.asset("page_bound.jsx", shared=True).importable_path
    tag = "PageBound"

    name: rx.Var[str]
    shown: rx.Var[bool]
    on_leave: rx.EventHandler[rx.event.no_args_event_spec]


page_bound = PageBound.create
