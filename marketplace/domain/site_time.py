"""Times in the site's time zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from marketplace.core.dates import format_date, format_moment
from marketplace.settings import get_settings


def zone() -> ZoneInfo:
    """Return the site's time zone."""
    return ZoneInfo(get_settings().ad_timezone)


def format_day(moment: datetime) -> str:
    """Format the day of a moment: 4 Dec 2026."""
    return format_date(moment.astimezone(zone()))


def format_time(moment: datetime) -> str:
    """Format a moment: 4 Dec 2026, 10:00."""
    return format_moment(moment, zone())


def format_input(moment: datetime) -> str:
    """Format a moment for a control of type `datetime-local`."""
    return f"{moment.astimezone(zone()):%Y-%m-%dT%H:%M}"


def parse(text: str) -> datetime | None:
    """Parse an ISO 8601 date and time to UTC; without an offset, it is in the site's time zone. None if malformed."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone())).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
