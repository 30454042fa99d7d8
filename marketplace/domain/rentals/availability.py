"""Tells whether an ad is available now."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.dates import format_moment
from marketplace.domain import ads
from marketplace.domain.ads import messages as ad_messages
from marketplace.domain.rentals import calendars, local_time, messages, queries, rules
from marketplace.domain.rentals.schemas import Availability
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AdCalendar, AdStatus
from marketplace.settings import get_settings


def check_availability(db: Session, actor: Actor, ad_id: str) -> Availability:
    """Tell whether an ad is available now. The message contains the word `Available` only if it is.

    Raises:
        NotSignedIn, Forbidden: not a buyer.
        NotFound, Gone: as for the ad.
    """
    actor.require(AccountKind.BUYER, message=t(messages.LOGIN_TO_CHECK))
    ad = ads.get(db, actor, ad_id)
    if ad.status == AdStatus.SOLD:
        return Availability(available=False, message=t(messages.SOLD))
    if ad.status == AdStatus.PAUSED:
        return Availability(available=False, message=t(ad_messages.PAUSED_AD))
    if ad.status != AdStatus.APPROVED:
        return Availability(available=False, message=t(messages.NOT_FOR_NOW))
    if ad.reserved_until:
        until = format_moment(ad.reserved_until, ZoneInfo(get_settings().ad_timezone))
        return Availability(available=False, message=t(messages.RESERVED_UNTIL, moment=until))
    if ad.ad_type not in rules.RENTALS:
        return Availability(available=True, message=t(messages.AVAILABLE))
    return _check_dates(db, ad_id)


def _check_dates(db: Session, ad_id: str) -> Availability:
    now = clock.now()
    calendar = calendars.find_or_default(db, ad_id)
    zone = ZoneInfo(calendar.timezone)
    busy = calendars.list_busy(db, ad_id, now)
    if busy and busy[0].starts_at <= now:
        booked = any(row.starts_at <= now for row in queries.list_bookings(db, ad_id, now))
        sentence = messages.BOOKED_UNTIL if booked else messages.CLOSED_UNTIL
        return Availability(available=False, message=t(sentence, moment=local_time.show_in_full(busy[0].ends_at, zone)))
    opens = _next_opening(calendar, now.astimezone(zone))
    if opens is not None:
        return Availability(
            available=False, message=t(messages.CLOSED_UNTIL, moment=local_time.show_in_full(opens, zone))
        )
    if busy:
        until = local_time.show_in_full(busy[0].starts_at, zone)
        return Availability(available=True, message=t(messages.AVAILABLE_UNTIL, moment=until))
    return Availability(available=True, message=t(messages.AVAILABLE))


def _next_opening(calendar: AdCalendar, local: datetime) -> datetime | None:
    """The start of the next opening day; None if today is one."""
    for days in range(1 + len(messages.WEEKDAYS)):
        day = local.date() + timedelta(days=days)
        if day.weekday() in calendar.weekdays:
            return datetime.combine(day, time(), local.tzinfo) if days else None
    return None
