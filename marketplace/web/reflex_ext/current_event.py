"""Keeps the event that is being handled. Written for Reflex 0.10.1."""

from contextvars import ContextVar
from typing import Any

from reflex.constants import RouteVar
from reflex.event import Event
from reflex.middleware.middleware import Middleware
from reflex_base.event.context import EventContext

from marketplace.http import request_context
from marketplace.http.client_address import address_key
from marketplace.observability.logs import Origin

# The field that `submit_guard.jsx` adds to forms.
CLIENT_ID = "client_id"
_current: ContextVar[Event | None] = ContextVar("current_event", default=None)
_client_id: ContextVar[str] = ContextVar("client_id", default="")


class RecordEvent(Middleware):
    """Stores the current event and its form's id in context variables, and starts its log context."""

    async def preprocess(self, app: Any, state: Any, event: Event) -> None:
        """Record the event before its handler runs."""
        _current.set(event)
        _client_id.set("")
        for form in event.payload.values():
            if isinstance(form, dict) and CLIENT_ID in form:
                # Handlers get what was typed.
                _client_id.set(str(form.pop(CLIENT_ID)))
        request_context.begin_event(event.name, event_id(), event_origin())


def current_event() -> Event | None:
    """Return the event that is being handled, or None outside a handler."""
    return _current.get()


def client_id() -> str:
    """Return the id that the browser made for the form of the current event; empty for any other event, and outside of one."""
    return _client_id.get()


def event_id() -> str:
    """Return Reflex's id of the event that is being handled, or an empty string outside a handler.

    Reflex sets the same id in the task that handles the event's exception.
    """
    try:
        return EventContext.get().txid
    except LookupError:
        return ""


def event_origin() -> Origin | None:
    """Return the socket and the address that sent the current event, or None outside a handler."""
    try:
        router = EventContext.get().router_data
    except LookupError:
        return None
    address = router.get(RouteVar.CLIENT_IP)
    if not address:
        return None
    return Origin(socket=str(router.get(RouteVar.SESSION_ID, "")), address=address_key(address))
