"""An ad's calendar: the seller's rules, what is free, and what dates would cost."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace import clock, events
from marketplace.actor import Actor
from marketplace.domain import ads
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.money import rupees
from marketplace.domain.rentals import messages, moments, pricing, queries, rules
from marketplace.domain.rentals.schemas import CalendarDraft, CalendarView, Period, Quote, QuotePart
from marketplace.errors import Conflict, Forbidden, RuleBroken
from marketplace.models import AccountKind, AdCalendar, Booking, CalendarBlock
from marketplace.settings import get_settings
from marketplace.texts import t

_SLIGHTLY = timedelta(minutes=1)


def get_calendar(db: Session, actor: Actor, ad_id: str) -> CalendarView:
    """The calendar of an ad the caller may see; one that was never set is open for any dates.

    Raises:
        NotFound, Gone: as for the ad.
    """
    return calendar_of(db, ads.get(db, actor, ad_id))


def calendar_of(db: Session, ad: AdDetail) -> CalendarView:
    """The calendar of an ad that the caller was shown already."""
    calendar = find_or_default(db, ad.id)
    now = clock.now()
    closed = queries.list_blocks(db, ad.id, now)
    return CalendarView(
        ad_id=ad.id,
        timezone=calendar.timezone,
        weekdays=tuple(calendar.weekdays),
        minimum_minutes=calendar.minimum_minutes,
        maximum_minutes=calendar.maximum_minutes,
        hour_paise=calendar.hour_paise,
        day_paise=calendar.day_paise,
        week_paise=calendar.week_paise,
        month_paise=calendar.month_paise,
        busy=tuple(rules.join_periods(_periods([*queries.list_bookings(db, ad.id, now), *closed]))),
        blocked=tuple(_periods(closed)) if ad.mine else (),
    )


def describe_rates(calendar: CalendarView) -> tuple[str, ...]:
    """What dates cost, for people, e.g. "₹1,500 per day"; empty where the seller named no prices."""
    rates = ((getattr(calendar, field), words) for field, words in messages.RATES.items())
    return tuple(f"{rupees(paise)} {t(words)}" for paise, words in rates if paise)


def describe_rules(calendar: CalendarView) -> tuple[str, ...]:
    """What the seller asks of dates, for people, e.g. "At least 2 days"; empty where any will do."""
    zone, shortest, longest = moments.show_zone(ZoneInfo(calendar.timezone)), *_lengths(calendar)
    days = ", ".join(t(messages.WEEKDAYS[day]) for day in calendar.weekdays)
    told = (
        (messages.RULE_SHORTEST, shortest),
        (messages.RULE_LONGEST, longest),
        (messages.RULE_DAYS, days if len(calendar.weekdays) < len(messages.WEEKDAYS) else ""),
        (messages.RULE_ZONE, zone),
    )
    return tuple(t(words, value=value) for words, value in told if value)


def _lengths(calendar: CalendarView) -> tuple[str, str]:
    shortest, longest = calendar.minimum_minutes, calendar.maximum_minutes
    return moments.show_length(shortest) if shortest else "", moments.show_length(longest) if longest else ""


def set_calendar(db: Session, actor: Actor, ad_id: str, draft: CalendarDraft) -> CalendarView:
    """Change the rules, prices or closed dates of the caller's own ad.

    Raises:
        NotSignedIn, Forbidden: not the owner.
        RuleBroken: an ad for sale.
        Invalid: rules that make no sense.
    """
    seller_id = check_own(db, actor, ad_id)
    calendar = find_or_default(db, ad_id)
    rules.apply_draft(calendar, draft)
    calendar.updated_at = clock.now()
    db.add(calendar)
    if draft.blocked is not None:
        replace_blocks(db, ad_id, rules.read_blocks(draft.blocked, ZoneInfo(calendar.timezone)))
    db.flush()
    events.record(db, "ads", seller_id, subject=ad_id)
    return get_calendar(db, actor, ad_id)


def check_own(db: Session, actor: Actor, ad_id: str) -> str:
    """The seller whose own ad this is, its calendar held until the transaction ends; for this domain.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, RuleBroken: as for `set_calendar`.
    """
    actor.require(AccountKind.SELLER)
    ad = ads.get(db, actor, ad_id)
    if not ad.mine:
        raise Forbidden()
    if ad.ad_type not in rules.RENTALS:
        raise RuleBroken(t(messages.ONLY_RENTALS_HAVE_CALENDARS))
    queries.lock_ad(db, ad_id)
    return ad.seller_id


def replace_blocks(db: Session, ad_id: str, periods: Iterable[Period]) -> None:
    """Close these dates of an ad and no others; for this domain."""
    queries.delete_blocks(db, ad_id)
    for period in periods:
        db.add(CalendarBlock(ad_id=ad_id, starts_at=period.starts_at, ends_at=period.ends_at))


def quote(db: Session, actor: Actor, ad_id: str, pickup: str | datetime, drop: str | datetime) -> Quote:
    """What the dates would cost, if they can be had.

    Raises:
        NotFound, Gone, RuleBroken, Invalid, Conflict: exactly what sending the enquiry would say.
    """
    ad = ads.get(db, actor, ad_id)
    rules.check_offered(ad)
    return price_dates(db, ad_id, pickup, drop)


def price_dates(db: Session, ad_id: str, pickup: str | datetime, drop: str | datetime) -> Quote:
    """Check typed dates against the calendar and price them; for this domain.

    Raises:
        Invalid: missing, not a time, in the wrong order, past, or against the seller's rules.
        Conflict: taken.
    """
    calendar = find_or_default(db, ad_id)
    zone = ZoneInfo(calendar.timezone)
    if not pickup or not drop:
        missing = [name for name, value in (("pickupDateTime", pickup), ("dropDateTime", drop)) if not value]
        raise moments.refuse(t(messages.BOTH_DATES), *missing)
    starts = moments.parse(pickup, zone, "pickupDateTime")
    ends = moments.parse(drop, zone, "dropDateTime")
    if ends <= starts:
        raise moments.refuse(t(messages.DROP_FIRST), "dropDateTime")
    # Forms know whole minutes only: "now" may be up to a minute old.
    if starts <= clock.now() - _SLIGHTLY:
        raise moments.refuse(t(messages.PAST), "pickupDateTime")
    years = get_settings().enquiry_horizon_years
    if ends > clock.now() + timedelta(days=366 * years):
        raise moments.refuse(t(messages.TOO_FAR, years=years), "dropDateTime")
    rules.check_calendar(calendar, starts, ends)
    if queries.list_bookings(db, ad_id, starts, ends) or queries.list_blocks(db, ad_id, starts, ends):
        raise Conflict(t(messages.TAKEN))
    prices = {unit: getattr(calendar, f"{unit}_paise") for unit in pricing.HOURS}
    parts = pricing.price_parts(moments.minutes_between(starts, ends, zone), prices)
    parts = tuple(part.model_copy(update={"text": _said(part)}) for part in parts)
    paise = pricing.total(parts) if parts else None
    return Quote(pickup_at=starts, drop_at=ends, paise=paise, text=rupees(paise), parts=parts)


def _said(part: QuotePart) -> str:
    return f"{moments.show_count(part.unit, part.count)} × {rupees(part.each_paise)}"


def find_or_default(db: Session, ad_id: str) -> AdCalendar:
    """The ad's calendar, or one (not saved) that is open for any dates."""
    return queries.find_calendar(db, ad_id) or AdCalendar(ad_id=ad_id, timezone=get_settings().ad_timezone)


def list_busy(db: Session, ad_id: str, after: datetime) -> list[Period]:
    """What can't be had after a moment, booked or closed alike, in order, touching periods joined."""
    rows = [*queries.list_bookings(db, ad_id, after), *queries.list_blocks(db, ad_id, after)]
    return rules.join_periods(_periods(rows))


def _periods(rows: Iterable[Booking | CalendarBlock]) -> list[Period]:
    return [Period(starts_at=row.starts_at, ends_at=row.ends_at) for row in rows]
