"""Dates a seller keeps closed, one at a time."""

from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace import clock, events
from marketplace.actor import Actor
from marketplace.domain.rentals import calendars, messages, moments, months, queries, rules
from marketplace.domain.rentals.schemas import CalendarView, Period, PeriodDraft
from marketplace.errors import Conflict
from marketplace.texts import t


def close_dates(db: Session, actor: Actor, ad_id: str, draft: PeriodDraft) -> CalendarView:
    """Close dates of the caller's own ad, beside those that are closed already.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, RuleBroken: as for `set_calendar`.
        Invalid: not a time, an end before its beginning, over already, or more periods than a calendar holds.
        Conflict: some of it is booked; a booking is cancelled, not closed over.
    """
    seller_id = calendars.check_own(db, actor, ad_id)
    (period,) = rules.read_blocks([draft], _zone(db, ad_id))
    if period.ends_at <= clock.now():
        raise moments.refuse(t(messages.CLOSING_PAST), "blocked.0.to")
    if queries.list_bookings(db, ad_id, period.starts_at, period.ends_at):
        raise Conflict(t(messages.BOOKED_THEN))
    return _replace(db, actor, ad_id, seller_id, [*_closed(db, ad_id), period])


def open_dates(db: Session, actor: Actor, ad_id: str, draft: PeriodDraft) -> CalendarView:
    """Open closed dates of the caller's own ad again, or the part of them that is named.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, RuleBroken: as for `set_calendar`.
        Invalid: not a time, or an end before its beginning.
    """
    seller_id = calendars.check_own(db, actor, ad_id)
    (period,) = rules.read_blocks([draft], _zone(db, ad_id))
    return _replace(db, actor, ad_id, seller_id, rules.cut_out(_closed(db, ad_id), period))


def turn_day(db: Session, actor: Actor, ad_id: str, day: str) -> CalendarView:
    """Close a day of the caller's own ad, or open it where all of it is closed.

    Args:
        day: like 2026-12-24, in the ad's zone.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, RuleBroken, Invalid, Conflict: as for `close_dates`.
    """
    seller_id = calendars.check_own(db, actor, ad_id)
    whole = months.day_period(day, _zone(db, ad_id))
    if whole is None:
        raise moments.refuse(t(messages.BAD_MOMENT), "day")
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
