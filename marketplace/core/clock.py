"""The only source of the current time."""

from datetime import UTC, datetime


def now() -> datetime:
    """Return the current time as an aware datetime in UTC."""
    return datetime.now(UTC)
