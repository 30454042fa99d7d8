"""What a person sees when a handler fails: the domain's own sentence, or a plain one."""

from marketplace import requests
from marketplace.errors import MarketplaceError
from marketplace.web.auth.state import AuthState
from marketplace.web.failing import describe
from marketplace.web.meant import SignInFirst, event_number
from marketplace.web.toasts import ToastState


def tell(exception: Exception):
    """Turn an exception that left a handler into events of this tab. Reflex calls it and fixes the argument's name."""
    requests.resume_event(event_number())
    if isinstance(exception, SignInFirst):
        meant = exception.meant.model_dump() if exception.meant else None
        return [ToastState.show("error", exception.message), AuthState.ask(meant)]
    if isinstance(exception, MarketplaceError):
        return [ToastState.show("error", exception.message)]
    return [ToastState.show("error", describe(exception))]
