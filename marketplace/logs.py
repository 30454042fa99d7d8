"""Structured logs: readable lines on a terminal, JSON elsewhere. Secrets never reach them."""

import logging
import sys

import structlog

_SECRET = ("password", "token", "code", "secret", "hash", "cookie", "authorization")


def _without_secrets(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    for key in list(event):
        if any(part in key.lower() for part in _SECRET) and key != "status_code":
            event[key] = "[hidden]"
    return event


def configure(level: str) -> None:
    """Set up structlog for this process.

    Args:
        level: DEBUG, INFO, WARNING or ERROR.
    """
    renderer = structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_secrets,
            structlog.processors.StackInfoRenderer(),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level)),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
