"""The only source of the current time."""

from datetime import UTC, datetime


def now() -> datetime:
    """The current moment, aware, in UTC."""
    return datetime.now(UTC)
