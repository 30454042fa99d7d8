"""Reacting to a value that changed on the server."""

from typing import Any

import reflex as rx

_PAUSE_MS = 200


class Watch(rx.Component):
    """The compiled watcher."""

    library = rx.asset("watch.jsx", shared=True).importable_path
    tag = "Watch"

    version: rx.Var[int]
    pause: rx.Var[int]
    on_change: rx.EventHandler[rx.event.no_args_event_spec]


def on_change(version: rx.Var[int] | int, handler: Any, *, pause_ms: int = _PAUSE_MS) -> rx.Component:
    """Send an event when the number changes, e.g. `on_change(LiveState.chat, MessagesState.refresh)`.

    Args:
        pause_ms: in a burst of changes the event is sent at once for the first, then at most this often, and in any
            case after the last.
    """
    return Watch.create(version=version, pause=pause_ms, on_change=handler)
