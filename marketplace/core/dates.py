"""Formats dates and times for display, always in the same way: 4 Dec 2026, and 4 Dec 2026, 10:00."""

from datetime import date, datetime, tzinfo


def format_date(day: date) -> str:
    """Format a day: 4 Dec 2026. A datetime counts as the day in its own zone."""
    return f"{day.day} {day:%b %Y}"


def format_moment(moment: datetime, zone: tzinfo) -> str:
    """Format a moment in a time zone: 4 Dec 2026, 10:00."""
    local = moment.astimezone(zone)
    return f"{format_date(local)}, {local:%H:%M}"
