"""An ad's calendar: the seller's rules, free dates and prices."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.dates import format_moment
from marketplace.core.errors import Conflict, Forbidden, Invalid, RuleBroken
from marketplace.core.money import format_rupees
from marketplace.db import tags
from marketplace.domain import ads, price_units
from marketplace.domain.ads.schemas import AdDetail, CurrentPrice
from marketplace.domain.rentals import local_time, messages, pricing, queries, rules
from marketplace.domain.rentals.schemas import CalendarDraft, CalendarView, Period, Quote, QuotePart
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AdCalendar, AdStatus, CalendarBlock, PriceUnit
from marketplace.settings import get_settings

_PAST_TOLERANCE = timedelta(minutes=1)


def get_calendar(db: Session, actor: Actor, ad_id: str) -> CalendarView:
    """Return the calendar of an ad visible to the caller; without a stored one, all dates are open.

    Raises:
        NotFound, Gone: as for the ad.
    """
    return calendar_of(db, ads.get(db, actor, ad_id))


def calendar_of(db: Session, ad: AdDetail) -> CalendarView:
    """Return the calendar of an ad whose view the caller already has."""
    with tags.about(ad=ad.id):
        stored, busy = queries.list_busy_with_calendar(db, ad.id, clock.now())
        calendar = stored or _open_calendar(get_settings().ad_timezone)
        # Its owner and moderators may see another version than the live one.
        is_live = ad.status == AdStatus.APPROVED and ad.change is None
        price = CurrentPrice(paise=ad.price_paise, unit=ad.price_unit) if is_live else ads.get_current_price(db, ad.id)
    rates, own_unit = _rates(calendar, price)
    return CalendarView(
        ad_id=ad.id,
        timezone=calendar.timezone,
        weekdays=tuple(calendar.weekdays),
        minimum_minutes=calendar.minimum_minutes,
        maximum_minutes=calendar.maximum_minutes,
        **{f"{unit}_paise": paise for unit, paise in rates.items()},
        deposit_paise=calendar.deposit_paise,
        own_unit=own_unit,
        busy=tuple(rules.join_periods(_periods(busy))),
        blocked=tuple(_periods(row for row in busy if row.is_closed)) if ad.mine else (),
    )


def describe_rates(calendar: CalendarView) -> tuple[str, ...]:
    """Prices for display, e.g. "₹1,500 a day"; empty if there are none."""
    rates = ((getattr(calendar, f"{unit}_paise"), unit) for unit in price_units.HOURS)
    return tuple(price_units.format_price(paise, unit) for paise, unit in rates if paise)


def _rates(calendar: AdCalendar, price: CurrentPrice) -> tuple[rules.Rates, PriceUnit | None]:
    """Return the rates for pricing dates, and the unit whose rate is the ad's own price."""
    own_unit = None if price.paise is None else price.unit
    stored: rules.Rates = {unit: getattr(calendar, f"{unit}_paise") for unit in price_units.HOURS}
    return {unit: price.paise if unit is own_unit else paise for unit, paise in stored.items()}, own_unit


def describe_rules(calendar: CalendarView) -> tuple[str, ...]:
    """The seller's rules for display, e.g. "At least 2 days"; empty if there are none."""
    zone, shortest, longest = local_time.show_zone(ZoneInfo(calendar.timezone)), *_lengths(calendar)
    days = ", ".join(t(messages.WEEKDAYS[day]) for day in calendar.weekdays)
    cost = _format_shortest_cost(calendar)
    described = (
        (messages.RULE_SHORTEST_COST if cost else messages.RULE_SHORTEST, shortest),
        (messages.RULE_LONGEST, longest),
        (messages.RULE_DAYS, days if len(calendar.weekdays) < len(messages.WEEKDAYS) else ""),
        (messages.RULE_DEPOSIT, format_rupees(calendar.deposit_paise)),
        (messages.RULE_ZONE, zone),
    )
    return tuple(t(words, value=value, price=cost) for words, value in described if value)


def _format_shortest_cost(calendar: CalendarView) -> str:
    """The price of the shortest rental for display; empty without a minimum or a price."""
    rates: rules.Rates = {unit: getattr(calendar, f"{unit}_paise") for unit in price_units.HOURS}
    parts = pricing.price_parts(calendar.minimum_minutes, rates) if calendar.minimum_minutes else ()
    return format_rupees(pricing.total(parts)) if parts else ""


def _lengths(calendar: CalendarView) -> tuple[str, str]:
    shortest, longest = calendar.minimum_minutes, calendar.maximum_minutes
    return local_time.show_length(shortest) if shortest else "", local_time.show_length(longest) if longest else ""


def set_calendar(db: Session, actor: Actor, ad_id: str, draft: CalendarDraft) -> CalendarView:
    """Change the rules, prices or closed dates of the caller's own ad.

    Raises:
        NotSignedIn, Forbidden: not the owner.
        RuleBroken: an ad for sale.
        Invalid: contradictory rules, a malformed price or deposit, or another price in the ad's own unit than the ad has.
    """
    seller_id = check_own(db, actor, ad_id)
    calendar = find_or_default(db, ad_id)
    rules.apply_draft(calendar, draft, *_rates(calendar, ads.get_current_price(db, ad_id)))
    calendar.updated_at = clock.now()
    db.add(calendar)
    if draft.blocked is not None:
        replace_blocks(db, ad_id, rules.read_blocks(draft.blocked, ZoneInfo(calendar.timezone)))
    db.flush()
    events.record(db, "ads", seller_id, subject=ad_id)
    return get_calendar(db, actor, ad_id)


def check_own(db: Session, actor: Actor, ad_id: str) -> str:
    """Check that the caller owns the ad and lock its calendar until the transaction ends; returns the seller's id.

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
    """Replace the closed dates of an ad; for this domain."""
    queries.delete_blocks(db, ad_id)
    for period in periods:
        db.add(CalendarBlock(ad_id=ad_id, starts_at=period.starts_at, ends_at=period.ends_at))


def quote(db: Session, actor: Actor, ad_id: str, pickup: str | datetime, drop: str | datetime) -> Quote:
    """Price dates, if they are available.

    Raises:
        NotFound, Gone, RuleBroken, Invalid, Conflict: as for sending the enquiry.
    """
    ad = ads.get(db, actor, ad_id)
    rules.check_offered(ad)
    return price_dates(db, ad_id, pickup, drop)


def price_dates(db: Session, ad_id: str, pickup: str | datetime, drop: str | datetime) -> Quote:
    """Validate dates against the calendar and price them; for this domain.

    Raises:
        Invalid: dates missing, malformed, in the wrong order, past, or against the seller's rules.
        Conflict: the dates are taken.
    """
    calendar = find_or_default(db, ad_id)
    zone = ZoneInfo(calendar.timezone)
    if not pickup or not drop:
        missing = [name for name, value in (("pickupDateTime", pickup), ("dropDateTime", drop)) if not value]
        raise Invalid(t(messages.BOTH_DATES), *missing)
    starts = local_time.parse(pickup, zone, "pickupDateTime")
    ends = local_time.parse(drop, zone, "dropDateTime")
    if ends <= starts:
        raise Invalid(t(messages.DROP_FIRST), "dropDateTime")
    # Forms send whole minutes, so "now" may be up to a minute old.
    if starts <= clock.now() - _PAST_TOLERANCE:
        raise Invalid(t(messages.PAST), "pickupDateTime")
    years = get_settings().enquiry_horizon_years
    if ends > clock.now() + timedelta(days=366 * years):
        raise Invalid(t(messages.TOO_FAR, years=years), "dropDateTime")
    rules.check_calendar(calendar, starts, ends)
    if queries.list_bookings(db, ad_id, starts, ends) or queries.list_blocks(db, ad_id, starts, ends):
        raise Conflict(t(messages.TAKEN))
    rates, _ = _rates(calendar, ads.get_current_price(db, ad_id))
    parts = pricing.price_parts(local_time.minutes_between(starts, ends, zone), rates)
    paise = pricing.total(parts) if parts else None
    deposit = calendar.deposit_paise
    return Quote(
        pickup_at=starts,
        drop_at=ends,
        paise=paise,
        text=format_rupees(paise),
        dates_text=f"{format_moment(starts, zone)} – {format_moment(ends, zone)}",
        short_dates_text=f"{local_time.show_short(starts, zone)} – {local_time.show_short(ends, zone)}",
        covers_text=_describe_day(parts),
        parts=_show_parts(parts, starts, ends, zone),
        deposit_paise=deposit,
        deposit_text=format_rupees(deposit),
        total_text=format_rupees(paise + (deposit or 0)) if paise is not None else "",
    )


def _describe_day(parts: Sequence[QuotePart]) -> str:
    """What one day of the price covers; empty if none of the price is by the day."""
    return t(messages.DAY_COVERS) if any(part.unit == PriceUnit.DAY for part in parts) else ""


def _show_parts(parts: Sequence[QuotePart], starts: datetime, ends: datetime, zone: ZoneInfo) -> tuple[QuotePart, ...]:
    """Add the texts for display. If the last unit is charged for a part of it alone, it is a line of its own, which says from when on."""
    shown = [part.model_copy(update=_part_texts(part)) for part in parts]
    if not parts or parts[-1].count < 2:
        return tuple(shown)
    *earlier, last = parts
    hours = sum(part.count * price_units.HOURS[PriceUnit(part.unit)] for part in (*earlier, last))
    # By the local clock, as the price is.
    covered = starts.astimezone(zone).replace(tzinfo=None) + timedelta(hours=hours)
    begun = covered - timedelta(hours=price_units.HOURS[PriceUnit(last.unit)])
    if not begun < ends.astimezone(zone).replace(tzinfo=None) < covered:
        return tuple(shown)
    one = last.model_copy(update={"count": 1})
    full = last.model_copy(update={"count": last.count - 1})
    since = format_moment(begun.replace(tzinfo=zone), zone)
    text = t(messages.BEGUN_UNIT, unit=local_time.show_count(last.unit, 1), since=since)
    return (
        *shown[:-1],
        full.model_copy(update=_part_texts(full)),
        one.model_copy(update=_part_texts(one) | {"text": text}),
    )


def _part_texts(part: QuotePart) -> dict[str, str]:
    each = format_rupees(part.each_paise)
    return {
        "text": f"{local_time.show_count(part.unit, part.count)} × {each}",
        "cost_text": format_rupees(part.count * part.each_paise),
    }


def find_or_default(db: Session, ad_id: str) -> AdCalendar:
    """Return the ad's calendar, or an unsaved default that is open on all dates."""
    return queries.find_calendar(db, ad_id) or AdCalendar(ad_id=ad_id, timezone=get_settings().ad_timezone)


@cache
def _open_calendar(timezone: str) -> AdCalendar:
    """The calendar of an ad without a stored one, for reading."""
    return AdCalendar(ad_id="", timezone=timezone)


def list_busy(db: Session, ad_id: str, after: datetime) -> list[Period]:
    """List booked and closed periods after a moment, in order, with touching periods joined."""
    return rules.join_periods(_periods(queries.list_busy(db, ad_id, after)))


def _periods(rows: Iterable[queries.BusyPeriod]) -> list[Period]:
    return [Period(starts_at=row.starts_at, ends_at=row.ends_at) for row in rows]
