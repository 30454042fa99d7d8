"""Reacting to a change of a Var."""

from typing import Any

import reflex as rx

_PAUSE_MS = 200


class OnChange(rx.Component):
    """Wrapper of `on_change.jsx`."""

    library = rx.asset("on_change.jsx", shared=True).importable_path
    tag = "OnChange"

    version: rx.Var[int]
    pause: rx.Var[int]
    on_change: rx.EventHandler[rx.event.no_args_event_spec]


def on_change(version: rx.Var[int] | int, handler: Any, *, pause_ms: int = _PAUSE_MS) -> rx.Component:
    """Send an event when the number changes, e.g. `on_change(LiveState.chat, MessagesState.refresh)`.

    Args:
        pause_ms: in a burst of changes, the event is sent for the first change, then at most once per pause, and after
            the last change.
    """
    return OnChange.create(version=version, pause=pause_ms, on_change=handler)
