"""The action that a visitor wanted before signing in, so that it can run after the login."""

from typing import Any

from pydantic import BaseModel

from marketplace.core.errors import NotSignedIn
from marketplace.web.reflex_ext.current_event import current_event


class PendingAction(BaseModel):
    """An event as the browser sent it. It is sent again after the login, as the account that signed in."""

    name: str
    payload: dict[str, Any]


class LoginRequired(NotSignedIn):
    """Raised instead of `NotSignedIn` by the calls of a State.

    Args:
        message: the sentence for the visitor.
        pending_action: the event to repeat after the login; None outside an event.
        extra: of the error.
    """

    def __init__(self, message: str, pending_action: PendingAction | None, extra: dict[str, Any] | None = None):
        super().__init__(message, extra=extra)
        self.pending_action = pending_action


def login_required(error: NotSignedIn) -> LoginRequired:
    """Return the error together with the event that is being handled."""
    event = current_event()
    action = PendingAction(name=event.name, payload=dict(event.payload)) if event else None
    return LoginRequired(error.message, action, error.extra)
