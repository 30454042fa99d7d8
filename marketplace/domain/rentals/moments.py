"""Typed dates and times in an ad's zone, and how they are shown."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from marketplace.domain.rentals import messages
from marketplace.errors import Invalid
from marketplace.settings import get_settings
from marketplace.texts import t, tn


def refuse(sentence: str, *fields: str) -> Invalid:
    """A 422 that marks these fields with the sentence."""
    return Invalid(sentence, errors=[{"field": field, "message": sentence} for field in fields])


def parse(value: str | datetime, zone: ZoneInfo, field: str, *, ends_day: bool = False) -> datetime:
    """A typed moment in UTC; without a zone of its own it is in the ad's.

    Args:
        field: wire name, for the error.
        ends_day: a date alone means the end of that day, not its beginning.

    Raises:
        Invalid: not an ISO 8601 date and time.
    """
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(value.strip())
        if ends_day and isinstance(value, str) and len(value.strip()) == len("2026-12-04"):
            moment += timedelta(days=1)
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise refuse(t(messages.BAD_MOMENT), field) from None


def show(moment: datetime, zone: ZoneInfo) -> str:
    """For people, in the ad's zone: 4 Dec 2026, 10:00."""
    local = moment.astimezone(zone)
    return f"{local.day} {local:%b %Y, %H:%M}"


def show_zone(zone: ZoneInfo) -> str:
    """The zone for people, where it is another than the site's own, which nobody has to be told: Europe/London."""
    return "" if zone.key == get_settings().ad_timezone else zone.key.replace("_", " ")


def show_in_full(moment: datetime, zone: ZoneInfo) -> str:
    """As `show`, for sentences that stand alone: 4 Dec 2026, 10:00 (Europe/London)."""
    named = show_zone(zone)
    return f"{show(moment, zone)} ({named})" if named else show(moment, zone)


def minutes_between(start: datetime, end: datetime, zone: ZoneInfo) -> int:
    """Minutes on the wall clock of the zone: ten to ten is one day on the days the clocks change too."""
    local = end.astimezone(zone).replace(tzinfo=None) - start.astimezone(zone).replace(tzinfo=None)
    return int(local.total_seconds() // 60)


def show_count(unit: str, count: int) -> str:
    """So many of a unit that has a price, for people: 2 weeks."""
    match unit:
        case "month":
            return tn("{count} month", "{count} months", count)
        case "week":
            return tn("{count} week", "{count} weeks", count)
        case "day":
            return tn("{count} day", "{count} days", count)
        case _:
            return tn("{count} hour", "{count} hours", count)


def show_length(minutes: int) -> str:
    """For people: 3 days, 4 hours, 30 minutes."""
    if minutes % 1440 == 0:
        return show_count("day", minutes // 1440)
    if minutes % 60 == 0:
        return show_count("hour", minutes // 60)
    return tn("{count} minute", "{count} minutes", minutes)
