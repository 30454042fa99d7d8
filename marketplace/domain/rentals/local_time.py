"""Parses and formats dates and times in an ad's time zone."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from marketplace.core.dates import format_moment
from marketplace.core.errors import Invalid
from marketplace.domain.rentals import messages
from marketplace.i18n.texts import t, tn
from marketplace.settings import get_settings


def parse(value: str | datetime, zone: ZoneInfo, field: str, *, ends_day: bool = False) -> datetime:
    """Parse a date and time to UTC; without an offset, it is in the ad's time zone.

    Args:
        field: wire name, for the error.
        ends_day: a date without a time means the end of that day.

    Raises:
        Invalid: not an ISO 8601 date and time.
    """
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(value.strip())
        if ends_day and isinstance(value, str) and len(value.strip()) == len("2026-12-04"):
            moment += timedelta(days=1)
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Invalid(t(messages.BAD_MOMENT), field) from None


def next_midnight(moment: datetime, zone: ZoneInfo) -> datetime:
    """The end of the day that a moment is in, in UTC."""
    # Not 24 hours later: days on which clocks change are shorter or longer.
    tomorrow = moment.astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(tomorrow, time(), zone).astimezone(UTC)


def show_zone(zone: ZoneInfo) -> str:
    """Name of the time zone, e.g. Europe/London; empty for the site's own."""
    return "" if zone.key == get_settings().ad_timezone else zone.key.replace("_", " ")


def show_in_full(moment: datetime, zone: ZoneInfo) -> str:
    """Format with the time zone, if it is not the site's own: 4 Dec 2026, 10:00 (Europe/London)."""
    named = show_zone(zone)
    return f"{format_moment(moment, zone)} ({named})" if named else format_moment(moment, zone)


def show_short(moment: datetime, zone: ZoneInfo) -> str:
    """Format without the year: 4 Dec, 10:00."""
    local = moment.astimezone(zone)
    return f"{local.day} {local:%b, %H:%M}"


def minutes_between(start: datetime, end: datetime, zone: ZoneInfo) -> int:
    """Minutes by the local clock: 10:00 to 10:00 the next day is 1440, even when clocks change."""
    local = end.astimezone(zone).replace(tzinfo=None) - start.astimezone(zone).replace(tzinfo=None)
    return int(local.total_seconds() // 60)


def show_count(unit: str, count: int) -> str:
    """Format a count of a price unit: 2 weeks."""
    match unit:
        case "year":
            return tn("{count} year", "{count} years", count)
        case "month":
            return tn("{count} month", "{count} months", count)
        case "week":
            return tn("{count} week", "{count} weeks", count)
        case "day":
            return tn("{count} day", "{count} days", count)
        case _:
            return tn("{count} hour", "{count} hours", count)


def show_length(minutes: int) -> str:
    """Format a duration: 3 days, 4 hours, 30 minutes."""
    if minutes % 1440 == 0:
        return show_count("day", minutes // 1440)
    if minutes % 60 == 0:
        return show_count("hour", minutes // 60)
    return tn("{count} minute", "{count} minutes", minutes)
