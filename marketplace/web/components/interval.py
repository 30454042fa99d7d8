"""Polling."""

import reflex as rx


class Interval(rx.Component):
    """Wrapper of `interval.jsx`."""

    library = rx.asset("interval.jsx", shared=True).importable_path
    tag = "Interval"

    seconds: rx.Var[int]
    on_tick: rx.EventHandler[rx.event.no_args_event_spec]


def interval(seconds: int, on_tick) -> rx.Component:
    """Send an event every `seconds` while the tab is visible."""
    return Interval.create(seconds=seconds, on_tick=on_tick)
