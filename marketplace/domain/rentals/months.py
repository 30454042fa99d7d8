"""Builds the month view of an ad's calendar."""

import calendar as almanac
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.dates import format_date
from marketplace.domain.rentals import calendars, local_time, messages
from marketplace.domain.rentals.schemas import CalendarView, DayMark, DayView, MonthView, Period
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

# Six weeks hold any month, so the layout does not shift between months.
_CELLS = 42


def draw_month(db: Session, actor: Actor, ad_id: str, *, month: str = "") -> MonthView:
    """Return one month of the calendar of an ad visible to the caller, in the ad's time zone.

    Args:
        month: like 2026-12; an invalid or unbookable month means the current one.

    Raises:
        NotFound, Gone: as for the ad.
    """
    return month_of(calendars.get_calendar(db, actor, ad_id), month=month)


def month_of(calendar: CalendarView, *, month: str = "") -> MonthView:
    """Like `draw_month`, for a calendar the caller already has."""
    zone = ZoneInfo(calendar.timezone)
    today = clock.now().astimezone(zone).date()
    last = _add_months(today.replace(day=1), 12 * get_settings().enquiry_horizon_years)
    first = _parse_month(month, today.replace(day=1), last)
    length = almanac.monthrange(first.year, first.month)[1]
    blanks = first.weekday()
    before, after = _add_months(first, -1), _add_months(first, 1)
    return MonthView(
        month=f"{first:%Y-%m}",
        label=f"{t(messages.MONTHS[first.month - 1])} {first.year}",
        weekdays=tuple(t(name) for name in messages.WEEKDAYS),
        blanks=tuple(range(blanks)),
        days=tuple(_day(first + timedelta(days=number), today, calendar, zone) for number in range(length)),
        tail=tuple(range(_CELLS - blanks - length)),
        before=f"{before:%Y-%m}" if before >= today.replace(day=1) else "",
        after=f"{after:%Y-%m}" if after <= last else "",
    )


def day_period(day: str, zone: ZoneInfo) -> Period | None:
    """The whole day like 2026-12-24 in the zone; None if invalid."""
    try:
        start = datetime.combine(date.fromisoformat(day), time(), zone)
        return Period(starts_at=start.astimezone(UTC), ends_at=local_time.next_midnight(start, zone))
    except (ValueError, OverflowError):
        return None


def _day(day: date, today: date, calendar: CalendarView, zone: ZoneInfo) -> DayView:
    mark = _mark(day, today, calendar, zone)
    words = t(messages.DAY_MARKS[mark])
    return DayView(
        number=day.day,
        date=day.isoformat(),
        mark=mark,
        words=f"{format_date(day)}, {words}",
        today=day == today,
    )


def _mark(day: date, today: date, calendar: CalendarView, zone: ZoneInfo) -> DayMark:
    whole = day_period(day.isoformat(), zone)
    if day < today or whole is None:
        return DayMark.PAST
    # Only the rest of today counts.
    starts = max(whole.starts_at, clock.now()) if day == today else whole.starts_at
    touching = [one for one in calendar.busy if one.starts_at < whole.ends_at and one.ends_at > starts]
    if any(one.starts_at <= starts and one.ends_at >= whole.ends_at for one in touching):
        return DayMark.TAKEN
    if day.weekday() not in calendar.weekdays:
        return DayMark.CLOSED
    return DayMark.PART if touching else DayMark.FREE


def _parse_month(month: str, first: date, last: date) -> date:
    try:
        wanted = date.fromisoformat(f"{month[:7]}-01") if len(month) == len("2026-12") else first
    except ValueError:
        return first
    return wanted if first <= wanted <= last else first


def _add_months(first: date, months: int) -> date:
    years, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    return date(years, month + 1, 1)
