"""The deposit of a rental: given at pickup, given back at the return. One party says how much and when, the other confirms it.

The site takes no payment; this is what both remember of it.
"""

from datetime import date
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.dates import format_date
from marketplace.core.errors import Conflict, Invalid
from marketplace.core.money import format_rupees, to_paise
from marketplace.domain import rentals
from marketplace.domain.addressed_texts import check_may_write
from marketplace.domain.handovers import messages, notifications, queries, rules, service, views
from marketplace.domain.handovers.schemas import RecordView
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import DealSide, Deposit, Enquiry, RentalStage
from marketplace.settings import get_settings

_KINDS = {RentalStage.PICKUP: "deposit_given", RentalStage.RETURN: "deposit_returned"}


@stores_once
def record_deposit(
    db: Session, actor: Actor, enquiry_id: str, stage: str, *, amount: object, paid_on: str = ""
) -> RecordView:
    """Say that the deposit was given, or given back. It replaces what was said before, until the other party confirms it.

    Args:
        stage: pickup (given) or return (given back).
        amount: rupees; at the return 0 to what was given.
        paid_on: like 2026-12-04; empty for today, in the ad's time zone.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
        Forbidden: the caller's account is suspended.
        Invalid: unknown stage, no amount, or a day that is malformed, to come, or too early.
        Conflict: not booked, before the day of the pickup, nothing was given, or confirmed already.
        TooMany: too many entries this hour.
    """
    enquiry, side = service.lock_enquiry(db, actor, enquiry_id)
    check_may_write(db, actor)
    chosen, zone = rules.read_stage(stage), rentals.find_zone(db, enquiry)
    deposits = queries.map_deposits(db, enquiry.id)
    is_alone = bool(queries.list_deleted(db, enquiry.buyer_id, enquiry.seller_id))
    rules.check(rules.find_deposit_problem(enquiry, deposits, chosen, clock.now(), zone, is_alone=is_alone))
    given = deposits.get(RentalStage.PICKUP)
    paise = _read_amount(amount, given if chosen is RentalStage.RETURN else None)
    day = _read_day(paid_on, enquiry, given if chosen is RentalStage.RETURN else None, zone)
    limits.hit(get_settings().limit_condition_entries, "condition_entries", actor.require())
    earlier = deposits.get(chosen)
    said = earlier or Deposit(enquiry_id=enquiry.id, stage=chosen, amount_paise=paise, paid_on=day, recorded_by=side)
    said.number += earlier is not None
    said.amount_paise, said.paid_on, said.recorded_by, said.recorded_at = paise, day, side, clock.now()
    _save(db, actor, enquiry, said, side, _KINDS[chosen])
    return views.make_record(db, actor, enquiry)


def confirm_deposit(db: Session, actor: Actor, enquiry_id: str, stage: str, *, number: object = None) -> RecordView:
    """Confirm what the other party said of the deposit; it can't be changed any more.

    Args:
        stage: pickup or return.
        number: of what the caller has seen; None for the newest.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
        Invalid: unknown stage.
        Conflict: nothing to confirm, the caller said it, something else was said meanwhile, or confirmed already.
    """
    enquiry, side = service.lock_enquiry(db, actor, enquiry_id)
    said = queries.map_deposits(db, enquiry.id).get(rules.read_stage(stage))
    if said is None:
        raise Conflict(t(messages.DEPOSIT_NOTHING))
    if said.confirmed_at is not None:
        raise Conflict(t(messages.DEPOSIT_CLOSED))
    if said.recorded_by is side:
        raise Conflict(t(messages.DEPOSIT_OWN))
    if number is not None and str(number) != str(said.number):
        raise Conflict(t(messages.DEPOSIT_CHANGED))
    said.confirmed_at = clock.now()
    _save(db, actor, enquiry, said, side, "deposit_confirmed")
    return views.make_record(db, actor, enquiry)


def _save(db: Session, actor: Actor, enquiry: Enquiry, said: Deposit, side: DealSide, kind: str) -> None:
    db.add(said)
    db.flush()
    rental = rentals.get_enquiry(db, actor, enquiry.id)
    values = {"amount": format_rupees(said.amount_paise), "day": format_date(said.paid_on)}
    notifications.notify_other(db, rental, side, kind, **values)


def _read_amount(amount: object, given: Deposit | None) -> int:
    paise = to_paise(amount, field="amount")
    if paise is None or (paise == 0 and given is None):
        raise Invalid(t(messages.DEPOSIT_NEEDED), "amount")
    if given is not None and paise > given.amount_paise:
        raise Invalid(t(messages.DEPOSIT_TOO_HIGH, given=format_rupees(given.amount_paise)), "amount")
    return paise


def _read_day(text: str, enquiry: Enquiry, given: Deposit | None, zone: ZoneInfo) -> date:
    today = clock.now().astimezone(zone).date()
    if not text.strip():
        return today
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise Invalid(t(messages.DEPOSIT_BAD_DAY), "paidOn") from None
    if day > today:
        raise Invalid(t(messages.DEPOSIT_DAY_TOO_LATE), "paidOn")
    earliest = rules.first_deposit_day(enquiry, given, zone)
    if day < earliest:
        raise Invalid(t(messages.DEPOSIT_DAY_TOO_EARLY, day=format_date(earliest)), "paidOn")
    return day
