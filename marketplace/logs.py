"""Structured logs: readable lines on a terminal, JSON elsewhere. Secrets never reach them."""

import logging
import re
import sys
import traceback
from contextlib import suppress
from contextvars import ContextVar
from io import TextIOBase
from typing import Any, TextIO, cast

import structlog

_SECRET = ("password", "token", "code", "secret", "hash", "cookie", "authorization")
# Where Reflex and Pydantic quote what came in: an event with its arguments and headers, or a value that does not fit.
_QUOTED = re.compile(
    r"(Event\(name='[^']*'|[Ee]vent data: |with value '|input_value=)(?:.*?(?=, input_type=)|[^\n]*)", re.DOTALL
)
_HIDDEN = r"\1[hidden]"
# The number of the request, or of the page's event, that is being answered: every line tells it.
REQUEST: ContextVar[str] = ContextVar("request", default="")


def clean(text: str) -> str:
    """The text without what it quotes of a visitor's input."""
    return _QUOTED.sub(_HIDDEN, text)


def _with_request(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    if number := REQUEST.get():
        event["request_id"] = number
    return event


def _without_secrets(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    for key in list(event):
        if any(part in key.lower() for part in _SECRET) and key != "status_code":
            event[key] = "[hidden]"
    return event


def _without_quotes(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    if "exception" in event:
        event["exception"] = clean(str(event["exception"]))
    return event


class _Record(logging.LogRecord):
    """A line of a library's log, cleaned when it is made: whichever handler writes it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if isinstance(self.msg, str) and not self.args:
            self.msg = clean(self.msg)
        if self.exc_info and self.exc_info[0]:
            # Formatters take this text instead of making it anew.
            self.exc_text = clean("".join(traceback.format_exception(*self.exc_info)).rstrip("\n"))


class _Stderr(TextIOBase):
    """Where the process writes its errors now. What can't be written there is lost, and whoever told it goes on."""

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):
            if sys.stderr:
                sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            if sys.stderr:
                sys.stderr.flush()

    def isatty(self) -> bool:
        with suppress(ValueError):
            return bool(sys.stderr) and sys.stderr.isatty()
        return False


def configure(level: str) -> None:
    """Set up structlog for this process, and clean what libraries log beside it.

    Args:
        level: DEBUG, INFO, WARNING, ERROR or CRITICAL, which says nothing.
    """
    logging.setLogRecordFactory(_Record)
    stderr = _Stderr()
    renderer = structlog.dev.ConsoleRenderer() if stderr.isatty() else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            _with_request,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_secrets,
            structlog.processors.StackInfoRenderer(),
            structlog.processors.format_exc_info,
            _without_quotes,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level)),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", stderr)),
        cache_logger_on_first_use=True,
    )
