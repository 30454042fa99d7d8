"""Formats dates and times, always in the same way: for display, 4 Dec 2026, and 4 Dec 2026, 10:00; for programs, in UTC."""

from datetime import UTC, date, datetime, tzinfo


def format_date(day: date) -> str:
    """Format a day: 4 Dec 2026. A datetime counts as the day in its own zone."""
    return f"{day.day} {day:%b %Y}"


def format_moment(moment: datetime, zone: tzinfo) -> str:
    """Format a moment in a time zone: 4 Dec 2026, 10:00."""
    local = moment.astimezone(zone)
    return f"{format_date(local)}, {local:%H:%M}"


def timestamp(moment: datetime) -> str:
    """Format a moment as ISO 8601 in UTC with milliseconds and `Z`, as the API sends it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
