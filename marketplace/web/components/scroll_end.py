"""Boxes that show their end."""

import reflex as rx


class ScrollEnd(rx.Component):
    """The compiled box."""

    library = rx.asset("scroll_end.jsx", shared=True).importable_path
    tag = "ScrollEnd"

    version: rx.Var[str]
    delay: rx.Var[int]
    beginning: rx.Var[str]
    role: rx.Var[str]
    tab_index: rx.Var[int]
    on_top: rx.EventHandler[rx.event.no_args_event_spec]


def scroll_end(*children, version, delay_ms: int, class_name: str, **props) -> rx.Component:
    """A scrolling box that goes to its end when `version` changes, and otherwise keeps what is read in its place.

    What can be held on to carries `data-anchor`.

    Args:
        version: anything that changes with what is at the end.
        delay_ms: how long after the change, so that what was added has its height.
        beginning: names what stands first, where something comes before it; then `on_top` is called near the top.
    """
    return ScrollEnd.create(*children, version=version, delay=delay_ms, class_name=class_name, **props)
