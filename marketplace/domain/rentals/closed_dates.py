"""Closing and opening single periods of a calendar."""

from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid
from marketplace.domain.once import stores_once
from marketplace.domain.rentals import calendars, messages, months, queries, rules
from marketplace.domain.rentals.schemas import CalendarView, Period, PeriodDraft
from marketplace.i18n.texts import t


@stores_once
def close_dates(db: Session, actor: Actor, ad_id: str, draft: PeriodDraft) -> CalendarView:
    """Close a period of the caller's own ad, in addition to those closed already.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, RuleBroken: as for `set_calendar`.
        Invalid: malformed time, end before start, in the past, or too many closed periods.
        Conflict: part of it is booked; cancel the booking instead.
    """
    seller_id = calendars.check_own(db, actor, ad_id)
    (period,) = rules.read_blocks([draft], _zone(db, ad_id))
    if period.ends_at <= clock.now():
        raise Invalid(t(messages.CLOSING_PAST), "blocked.0.to")
    if queries.list_bookings(db, ad_id, period.starts_at, period.ends_at):
        raise Conflict(t(messages.BOOKED_THEN))
    return _replace(db, actor, ad_id, seller_id, [*_closed(db, ad_id), period])


def open_dates(db: Session, actor: Actor, ad_id: str, draft: PeriodDraft) -> CalendarView:
    """Open closed dates of the caller's own ad, or a part of them.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, RuleBroken: as for `set_calendar`.
        Invalid: malformed time, or end before start.
    """
    seller_id = calendars.check_own(db, actor, ad_id)
    (period,) = rules.read_blocks([draft], _zone(db, ad_id))
    return _replace(db, actor, ad_id, seller_id, rules.cut_out(_closed(db, ad_id), period))


def toggle_day(db: Session, actor: Actor, ad_id: str, day: str) -> CalendarView:
    """Close a day of the caller's own ad, or open it if it is closed as a whole.

    Args:
        day: like 2026-12-24, in the ad's zone.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, RuleBroken, Invalid, Conflict: as for `close_dates`.
    """
    seller_id = calendars.check_own(db, actor, ad_id)
    whole = months.day_period(day, _zone(db, ad_id))
    if whole is None:
        raise Invalid(t(messages.BAD_MOMENT), "day")
    closed = _closed(db, ad_id)
    if any(one.starts_at <= whole.starts_at and one.ends_at >= whole.ends_at for one in closed):
        return _replace(db, actor, ad_id, seller_id, rules.cut_out(closed, whole))
    return close_dates(db, actor, ad_id, PeriodDraft(starts_at=day, ends_at=day))


def _zone(db: Session, ad_id: str) -> ZoneInfo:
    return ZoneInfo(calendars.find_or_default(db, ad_id).timezone)


def _closed(db: Session, ad_id: str) -> list[Period]:
    return [Period(starts_at=row.starts_at, ends_at=row.ends_at) for row in queries.list_blocks(db, ad_id, clock.now())]


def _replace(db: Session, actor: Actor, ad_id: str, seller_id: str, periods: list[Period]) -> CalendarView:
    joined = rules.join_periods(periods)
    rules.check_block_count(len(joined))
    calendars.replace_blocks(db, ad_id, joined)
    db.flush()
    events.record(db, "ads", seller_id, subject=ad_id)
    return calendars.get_calendar(db, actor, ad_id)
