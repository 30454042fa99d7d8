"""Lookups of event handlers and of the size of event that each of them allows.

Written for Reflex 0.10.1. Its `RegistrationContext` maps full event names to handlers but has no public function for it,
and it has no size limit for the events of a single handler.
"""

from collections.abc import Callable
from typing import TypeGuard, TypeVar

from reflex_base.registry import RegistrationContext

from marketplace.settings import get_settings

Handler = TypeVar("Handler", bound=Callable)
_MARK = "_max_event_bytes"


def allow_event_bytes(size: int) -> Callable[[Handler], Handler]:
    """Let a handler take events larger than the setting EVENT_MAX_BYTES. Goes below `@rx.event`.

    Args:
        size: maximum size of the Socket.IO packet in bytes.
    """

    def mark(handler: Handler) -> Handler:
        setattr(handler, _MARK, size)
        return handler

    return mark


def is_handler(name: object) -> TypeGuard[str]:
    """Return whether an event handler of this full name exists."""
    return isinstance(name, str) and name in RegistrationContext.get().event_handlers


def max_event_bytes(name: str) -> int:
    """Return the maximum size of the handler's packets in bytes.

    Raises:
        KeyError: no such handler.
    """
    handler = RegistrationContext.get().event_handlers[name].handler
    return max(getattr(handler.fn, _MARK, 0), get_settings().event_max_bytes)


def max_packet_bytes() -> int:
    """Return the maximum size of a packet for any handler in bytes."""
    return max(map(max_event_bytes, RegistrationContext.get().event_handlers), default=get_settings().event_max_bytes)
