"""Converts the errors of handlers to messages for the visitor (spec, section 8)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from reflex.event import EventSpec

from marketplace.core.errors import MarketplaceError
from marketplace.http import request_context
from marketplace.i18n.texts import t
from marketplace.observability import metrics
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.base.pending_action import LoginRequired
from marketplace.web.reflex_ext.current_event import event_id, event_origin
from marketplace.web.widgets.toasts import ToastState

_CAMEL_CASE_BOUNDARY = re.compile(r"(?<=[a-z])(?=[A-Z])")
log = structlog.get_logger()


class UnexpectedError(MarketplaceError):
    """A failure that is not an error of the domain (500). The log has its details under the id in the message."""

    status = 500


def log_unexpected(error: Exception, message: str = "") -> str:
    """Log an unexpected exception and return the sentence for the visitor, that or a general one, which reveals nothing of it."""
    log.error("event_failed", exc_info=error)
    metrics.FAILED_EVENTS.inc()
    sentence = message or t("Something went wrong on our side. Please try again.")
    if number := request_context.request_id():
        sentence = f"{sentence.rstrip('.')}. " + t(
            "If this keeps happening, send us this number: {number}", number=number
        )
    return sentence


@contextmanager
def unexpected_errors_as(message: str) -> Iterator[None]:
    """Replace unexpected exceptions of the block by an error with this message. Domain errors pass unchanged.

    Raises:
        UnexpectedError: the block raised something other than a domain error.
    """
    try:
        yield
    except MarketplaceError:
        raise
    except Exception as error:
        raise UnexpectedError(log_unexpected(error, message)) from error


def errors_by_field(error: MarketplaceError) -> dict[str, str]:
    """Return the error's messages by form field; the domain's camelCase names become the snake_case of the forms."""
    return {_CAMEL_CASE_BOUNDARY.sub("_", item["field"]).lower(): item["message"] for item in error.errors}


def handle_exception(exception: Exception) -> list[EventSpec]:
    """Convert an exception that left a handler to events of the same tab.

    Reflex calls it and determines the name of the argument.
    """
    request_context.resume_event(event_id(), event_origin())
    if isinstance(exception, LoginRequired):
        return [ToastState.show("error", exception.message), AuthState.require_login(exception.pending_action)]
    if isinstance(exception, MarketplaceError):
        return [ToastState.show("error", exception.message)]
    return [ToastState.show("error", log_unexpected(exception))]
