"""Polls: an event again and again."""

import reflex as rx


class Every(rx.Component):
    """The compiled timer."""

    library = rx.asset("every.jsx", shared=True).importable_path
    tag = "Every"

    seconds: rx.Var[int]
    on_tick: rx.EventHandler[rx.event.no_args_event_spec]


def every(seconds: int, on_tick) -> rx.Component:
    """Send an event every so many seconds, while the tab can be seen."""
    return Every.create(seconds=seconds, on_tick=on_tick)
