"""Reacting to a change of a Var."""

from typing import Any

import reflex as rx


class OnChange(rx.Component):
    """Wrapper of `on_change.jsx`."""

    library = rx.asset("on_change.jsx", shared=True).importable_path
    tag = "OnChange"

    version: rx.Var[int]
    on_change: rx.EventHandler[rx.event.no_args_event_spec]


def on_change(version: rx.Var[int] | int, handler: Any) -> rx.Component:
    """Send an event when the number changes, e.g. `on_change(LiveState.chat, MessagesState.refresh)`.

    In a burst of changes, it is sent for the first one, then at most five times a second, and after the last one.
    """
    return OnChange.create(version=version, on_change=handler)
