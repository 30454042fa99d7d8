"""What somebody meant to do when they were asked to sign in first, so that it can be done afterwards."""

from contextvars import ContextVar
from typing import Any

from pydantic import BaseModel
from reflex.event import Event
from reflex.middleware.middleware import Middleware
from reflex_base.event.context import EventContext

from marketplace import requests
from marketplace.errors import NotSignedIn

_running: ContextVar[Event | None] = ContextVar("running_event", default=None)


class Meant(BaseModel):
    """An event as the browser sent it; it is sent again as the person who has signed in by then."""

    name: str
    payload: dict[str, Any]


class SignInFirst(NotSignedIn):
    """A refusal that knows what was meant; `meant` is None for what nobody asked for by hand."""

    def __init__(self, message: str, meant: Meant | None):
        super().__init__(message)
        self.meant = meant


class NoteEvent(Middleware):
    """Keeps the event that is being handled, for this task only, and gives it a number in the log."""

    async def preprocess(self, app: Any, state: Any, event: Event) -> None:
        """Note the event before its handler runs."""
        _running.set(event)
        requests.begin_event(event.name, event_number())


def event_number() -> str:
    """Reflex's own number of the event that is being handled, which it also tells the task that deals with its failure;
    empty outside of any.
    """
    try:
        return EventContext.get().txid
    except LookupError:
        return ""


def sign_in_first(error: NotSignedIn) -> SignInFirst:
    """The refusal, together with the event that met it."""
    event = _running.get()
    return SignInFirst(error.message, Meant(name=event.name, payload=dict(event.payload)) if event else None)
