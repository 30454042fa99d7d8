"""Structured logs: readable lines on a terminal, JSON elsewhere. Secrets are removed."""

import io
import logging
import re
import sys
import traceback
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from io import TextIOBase
from typing import Any, TextIO, cast

import structlog

from marketplace.integrations import limits
from marketplace.settings import get_settings

_SECRET = ("password", "token", "code", "secret", "hash", "cookie", "authorization")
# Characters of one value, and of a traceback.
_TEXT_MAX, _TRACEBACK_MAX = 4_000, 16_000
# Longer text is cut before it is searched. The patterns below are applied to untrusted text, so each takes linear time.
_READ_MAX = 64 * 1024
# Where Reflex and Pydantic quote input: an event with its arguments and headers, or an invalid value.
_QUOTES = re.compile(r"Event\(name='[^']{0,200}'|[Ee]vent data: |with value '|input_value=")
_QUOTE_END = ", input_type="
_EMAIL = re.compile(r"(?<![\w.+-])([\w.+-])[\w.+-]*@(?=\w)")
# The token of Reflex's client is a UUID; with it anyone can use the tab's State.
_CLIENT_TOKEN = re.compile(r"\b([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
# Includes line breaks, which would forge another log line.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_DROPPED_NOTE = "1 per minute"


@dataclass(frozen=True, slots=True)
class Origin:
    """The websocket that caused a log line, with its client address by `address_key`, for rate limits."""

    socket: str
    address: str


# Id of the current request or page event; part of every log line.
REQUEST_ID: ContextVar[str] = ContextVar("request", default="")
# The websocket whose messages are being handled; lines without one are not rate-limited.
ORIGIN: ContextVar[Origin | None] = ContextVar("origin", default=None)


def cut(text: str, longest: int = _TEXT_MAX) -> str:
    """Return the text; if it has more than `longest` characters, only its beginning and end."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]} [{len(text) - 2 * half} characters cut] {text[-half:]}"


def clean(text: str, longest: int = _TEXT_MAX) -> str:
    """Cut the text, hide quoted user input, and mask mail addresses and client tokens."""
    # Hide quotes before cutting, because a cut in the middle could separate a quote from its beginning.
    text = _hide_quotes(text[:_READ_MAX])
    return cut(_CLIENT_TOKEN.sub(r"\1****", _EMAIL.sub(r"\1***@", text)), longest)


def _hide_quotes(text: str) -> str:
    # Each search starts where the previous one ended, so this takes linear time.
    parts, at, has_end = [], 0, True
    while quote := _QUOTES.search(text, at):
        parts += [text[at : quote.end()], "[hidden]"]
        end = text.find(_QUOTE_END, quote.end()) if has_end else -1
        if end < 0:
            has_end = False
            end = text.find("\n", quote.end())
        at = end if end >= 0 else len(text)
    return "".join([*parts, text[at:]])


def escape(text: str) -> str:
    """Replace line breaks and other control characters with escape sequences."""
    return _CONTROLS.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def _may_log() -> bool:
    """Count a line of the current origin and return whether it may be written. Log once a minute that lines were dropped."""
    origin = ORIGIN.get()
    if origin is None:
        return True
    settings = get_settings()
    by_socket = limits.hit_locally(settings.limit_log_socket, "log", origin.socket)
    by_address = limits.hit_locally(settings.limit_log_address, "log", origin.address)
    if not by_socket and not by_address:
        return True
    if not limits.hit_locally(_DROPPED_NOTE, "log dropped", origin.address):
        _warn_unlimited("log_lines_dropped", address=origin.address)
    return False


def _warn_unlimited(event: str, **values: str) -> None:
    token = ORIGIN.set(None)
    try:
        structlog.get_logger().warning(event, **values)
    finally:
        ORIGIN.reset(token)


def _apply_rate_limits(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    if not _may_log():
        raise structlog.DropEvent
    return event


def _add_request_id(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    if request_id := REQUEST_ID.get():
        event["request_id"] = request_id
    return event


def _hide_secrets(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    for key in list(event):
        if any(part in key.lower() for part in _SECRET) and key != "status_code":
            event[key] = "[hidden]"
    return event


def _clean_values(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    for key, value in event.items():
        if isinstance(value, str) and key != "request_id":
            event[key] = clean(value, _TRACEBACK_MAX if key == "exception" else _TEXT_MAX)
    return event


def _escape_values(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    for key, value in event.items():
        if isinstance(value, str) and key != "exception":
            event[key] = escape(value)
    return event


class _Record(logging.LogRecord):
    """A log record of a library, cleaned for whichever handler writes it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.exc_info and self.exc_info[0]:
            # Formatters use this text instead of formatting the exception again.
            text = "".join(traceback.format_exception(*self.exc_info)).rstrip("\n")
            self.exc_text = clean(text, _TRACEBACK_MAX)

    def getMessage(self) -> str:
        """Return the cleaned message in one line."""
        return clean(escape(super().getMessage()[:_READ_MAX]))


class _Formatter(logging.Formatter):
    """Formats log records of libraries like our own log lines.

    structlog's formatter would pass its result through `_Record.getMessage`, which would clean it a second time.
    """

    def __init__(self, processors: list[structlog.typing.Processor]):
        super().__init__()
        self._processors = processors

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line, or as several on a terminal."""
        event: Any = {"event": record.getMessage(), "logger": record.name}
        if record.exc_text:
            event["exception"] = record.exc_text
        for processor in self._processors:
            event = processor(None, record.levelname.lower(), event)
        return str(event)


class _Limits(logging.Filter):
    """Drops log records of libraries above the rate limits of the socket or address that caused them."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record may be written."""
        del record
        return _may_log()


class _Stderr(TextIOBase):
    """The current `sys.stderr`. Failures to write are ignored, so that logging never breaks the caller."""

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
    """Configure structlog and the log handler for libraries; the level CRITICAL logs nothing."""
    logging.setLogRecordFactory(_Record)
    stderr = _Stderr()
    is_terminal = stderr.isatty()
    renderer = structlog.dev.ConsoleRenderer() if is_terminal else structlog.processors.JSONRenderer()
    processors: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        _add_request_id,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _hide_secrets,
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        _clean_values,
        *([_escape_values] if is_terminal else []),
    ]
    structlog.configure(
        processors=[_apply_rate_limits, *processors, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level)),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", stderr)),
        cache_logger_on_first_use=True,
    )
    _HANDLER.setStream(cast("TextIO", stderr))
    _HANDLER.setFormatter(_Formatter([*processors, renderer]))
    _HANDLER.setLevel(max(logging.WARNING, logging.getLevelName(level)))
    logging.getLogger().addHandler(_HANDLER)
    # Python would write them as they are, several lines each.
    logging.captureWarnings(True)
    for name in _OWN_HANDLERS:
        logging.getLogger(name).setLevel(logging.ERROR)


# These libraries add a handler of their own to their logger unless it has a level.
_OWN_HANDLERS = ("engineio.server", "socketio.server")

# Writes log records of libraries. Its stream and formatter are set by `configure`.
_HANDLER: logging.StreamHandler[TextIO] = logging.StreamHandler(io.StringIO())
_HANDLER.addFilter(_Limits())
