"""Scroll container that follows its end."""

import reflex as rx


class ScrollEnd(rx.Component):
    """Wrapper of `scroll_end.jsx`."""

    library = rx.asset("scroll_end.jsx", shared=True).importable_path
    tag = "ScrollEnd"

    version: rx.Var[str]
    delay: rx.Var[int]
    beginning: rx.Var[str]
    role: rx.Var[str]
    tab_index: rx.Var[int]
    on_top: rx.EventHandler[rx.event.no_args_event_spec]


def scroll_end(*children, version, delay_ms: int, class_name: str, **props) -> rx.Component:
    """Scroll container that scrolls to its end when `version` changes and keeps the reading position otherwise.

    Elements with `data-anchor` can be used to keep the position.

    Args:
        version: a value that changes with the last element.
        delay_ms: time to wait after the change, until the new elements have their height.
        beginning: id of the first element if earlier ones exist; `on_top` is then called near the top.
    """
    return ScrollEnd.create(*children, version=version, delay=delay_ms, class_name=class_name, **props)
