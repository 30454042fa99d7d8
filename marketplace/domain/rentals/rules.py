"""Validation of calendars, and of dates against them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from marketplace.core.errors import Invalid, RuleBroken
from marketplace.core.money import to_paise
from marketplace.domain import ads
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.price_units import HOURS, RENTALS
from marketplace.domain.rentals import local_time, messages
from marketplace.domain.rentals.schemas import CalendarDraft, Period, PeriodDraft
from marketplace.i18n.texts import t
from marketplace.models import AdCalendar, AdStatus, PriceUnit
from marketplace.settings import get_settings


@lru_cache
def list_zones() -> tuple[str, ...]:
    """All time zones a calendar may have: the site's own first, then by name."""
    own = get_settings().ad_timezone
    return (own, *sorted(available_timezones() - {own}))


# Paise by unit.
Rates = dict[PriceUnit, int | None]
MAX_BLOCKS = 200
MAX_MINUTES = 5 * 366 * 24 * 60


def check_offered(ad: AdDetail) -> None:
    """Raise RuleBroken if the ad takes no enquiries."""
    if ad.ad_type not in RENTALS:
        raise RuleBroken(t(messages.ONLY_RENTALS))
    ads.check_not_paused(ad)
    if ad.status != AdStatus.APPROVED:
        raise RuleBroken(t(messages.NOT_OFFERED))


def check_calendar(calendar: AdCalendar, starts: datetime, ends: datetime) -> None:
    """Check dates against the seller's rules.

    Raises:
        Invalid: pickup or drop on a closed weekday, too short, or too long.
    """
    zone = ZoneInfo(calendar.timezone)
    for moment, field in ((starts, "pickupDateTime"), (ends, "dropDateTime")):
        weekday = moment.astimezone(zone).weekday()
        if weekday not in calendar.weekdays:
            raise Invalid(t(messages.CLOSED_DAY, day=t(messages.WEEKDAYS[weekday])), field)
    length = local_time.minutes_between(starts, ends, zone)
    if length < calendar.minimum_minutes:
        shown = local_time.show_length(calendar.minimum_minutes)
        raise Invalid(t(messages.TOO_SHORT, length=shown), "dropDateTime")
    if calendar.maximum_minutes and length > calendar.maximum_minutes:
        shown = local_time.show_length(calendar.maximum_minutes)
        raise Invalid(t(messages.TOO_LONG, length=shown), "dropDateTime")


def apply_draft(calendar: AdCalendar, draft: CalendarDraft, rates: Rates, own_unit: PriceUnit | None) -> None:
    """Copy the draft's rules and prices into the calendar.

    Args:
        rates: the current rates, with the price of the ad.
        own_unit: the unit whose rate is the price of the ad.

    Raises:
        Invalid: unknown zone, no opening day, contradictory lengths, malformed prices or deposit, or another price in the ad's own
            unit than the ad has.
    """
    if draft.timezone is not None:
        if draft.timezone not in available_timezones():
            raise Invalid(t(messages.BAD_ZONE), "timezone")
        calendar.timezone = draft.timezone
    if draft.weekdays is not None:
        if not draft.weekdays or not set(draft.weekdays) <= set(range(len(messages.WEEKDAYS))):
            raise Invalid(t(messages.BAD_WEEKDAYS), "weekdays")
        calendar.weekdays = sorted(set(draft.weekdays))
    if draft.minimum_minutes is not None:
        calendar.minimum_minutes = draft.minimum_minutes
    if draft.maximum_minutes is not None:
        calendar.maximum_minutes = draft.maximum_minutes
    shortest, longest = calendar.minimum_minutes, calendar.maximum_minutes
    if not 0 <= shortest <= MAX_MINUTES or not 0 <= longest <= MAX_MINUTES or 0 < longest < shortest:
        raise Invalid(t(messages.BAD_LENGTH), "minimumMinutes", "maximumMinutes")
    for unit in HOURS:
        if unit not in (draft.prices or {}):
            continue
        paise = to_paise((draft.prices or {})[unit], field=f"prices.{unit}")
        if unit != own_unit:
            setattr(calendar, f"{unit}_paise", paise)
        elif paise not in (None, rates[unit]):
            raise Invalid(t(messages.PRICE_OF_AD, unit=t(messages.UNITS[unit])), f"prices.{unit}")
    if draft.deposit is not None:
        calendar.deposit_paise = to_paise(draft.deposit, field="deposit") or None


def read_blocks(drafts: Sequence[PeriodDraft], zone: ZoneInfo) -> list[Period]:
    """Parse closed periods; returns them in order, overlapping ones joined.

    Raises:
        Invalid: too many, malformed time, or end before start.
    """
    check_block_count(len(drafts))
    periods = []
    for number, draft in enumerate(drafts):
        field = f"blocked.{number}"
        if not draft.starts_at.strip():
            raise Invalid(t(messages.DAY_NEEDED), f"{field}.from")
        starts = local_time.parse(draft.starts_at, zone, f"{field}.from")
        ends = local_time.parse(draft.ends_at, zone, f"{field}.to", ends_day=True)
        if ends <= starts:
            raise Invalid(t(messages.BAD_BLOCK), f"{field}.to")
        periods.append(Period(starts_at=starts, ends_at=ends))
    return join_periods(periods)


def check_block_count(count: int) -> None:
    """Raise Invalid if there are too many closed periods."""
    if count > MAX_BLOCKS:
        raise Invalid(t(messages.TOO_MANY_BLOCKS, most=MAX_BLOCKS), "blocked")


def cut_out(periods: Iterable[Period], hole: Period) -> list[Period]:
    """Subtract `hole` from the periods."""
    left: list[Period] = []
    for one in periods:
        if one.starts_at < hole.starts_at:
            left.append(Period(starts_at=one.starts_at, ends_at=min(one.ends_at, hole.starts_at)))
        if one.ends_at > hole.ends_at:
            left.append(Period(starts_at=max(one.starts_at, hole.ends_at), ends_at=one.ends_at))
    return left


def join_periods(periods: Iterable[Period]) -> list[Period]:
    """Sort periods and merge touching and overlapping ones."""
    joined: list[Period] = []
    for period in sorted(periods, key=lambda one: one.starts_at):
        if joined and period.starts_at <= joined[-1].ends_at:
            ends = max(joined[-1].ends_at, period.ends_at)
            joined[-1] = Period(starts_at=joined[-1].starts_at, ends_at=ends)
        else:
            joined.append(period)
    return joined
