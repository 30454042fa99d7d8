"""Shortens and logs error reports of browsers.

Written for Reflex 0.10.1. Its `FrontendEventExceptionState` searches each report with `auto_reload_on_errors`, one of
whose patterns takes cubic time, to answer with a script that the content security policy blocks anyway. Then it escapes
the report with a pattern that takes quadratic time.
"""

from typing import Any

import structlog
from reflex.event import Event
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, FrontendEventExceptionState

# Of the message with its stack; escaping 2,000 characters takes at most 15 ms.
_MAX_CHARS = 2_000
_HANDLER = f"{FrontendEventExceptionState.get_full_name()}.handle_frontend_exception"
log = structlog.get_logger()


def turn_patterns_off() -> None:
    """Stop Reflex from searching reports for a reason to reload the page."""
    FrontendEventExceptionState.auto_reload_on_errors = []


class CutReports(Middleware):
    """Shortens reports before their handler runs."""

    async def preprocess(self, app: Any, state: BaseState, event: Event) -> None:
        """Replace the payload of a report; other events stay unchanged."""
        if event.name == _HANDLER:
            info = event.payload.get("info")
            event.payload.clear()
            event.payload.update(info=info[:_MAX_CHARS] if isinstance(info, str) else "", component_stack="")


def log_frontend_error(exception: Exception) -> None:
    """Log a report. Reflex calls it and determines the name of the argument."""
    log.error("page_failed", error=str(exception)[:_MAX_CHARS])
