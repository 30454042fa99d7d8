"""What is open at a moment: the codes of pickup and return, and the records of both."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from marketplace.core.dates import format_moment
from marketplace.core.errors import Conflict, Invalid
from marketplace.domain import rentals
from marketplace.domain.handovers import messages
from marketplace.i18n.texts import t
from marketplace.models import ConditionEntry, DealSide, Deposit, Enquiry, EnquiryStatus, EntryKind, RentalStage

NOTE_LENGTH = 500


def find_code_stage(enquiry: Enquiry, now: datetime, zone: ZoneInfo) -> RentalStage | None:
    """The stage whose code can be typed now. A return can be late; a pickup can be neither a day early nor after the last day."""
    return next((stage for stage in RentalStage if not find_code_problem(enquiry, stage, now, zone)), None)


def find_code_problem(enquiry: Enquiry, stage: RentalStage, now: datetime, zone: ZoneInfo) -> str:
    """Return why the code of a stage can't be typed now; empty if it can.

    Args:
        zone: of the ad.
    """
    if enquiry.status is not EnquiryStatus.ACCEPTED:
        return t(messages.NOT_BOOKED)
    if stage is RentalStage.RETURN:
        if enquiry.picked_up_at is None:
            return t(messages.PICKUP_FIRST)
        return t(messages.RETURNED_ALREADY) if enquiry.returned_at else ""
    if enquiry.picked_up_at is not None:
        return t(messages.PICKED_UP_ALREADY)
    if enquiry.drop_at <= now:
        return t(messages.DATES_OVER)
    return find_early_problem(enquiry, now, zone)


def find_early_problem(enquiry: Enquiry, now: datetime, zone: ZoneInfo) -> str:
    """Return from when on the pickup is possible; empty if it is."""
    opens_at = rentals.opens_at(enquiry, zone)
    if enquiry.picked_up_at is not None or opens_at <= now:
        return ""
    return t(messages.TOO_EARLY, opens=format_moment(opens_at, zone))


def find_record_problem(enquiry: Enquiry, entries: Sequence[ConditionEntry], stage: RentalStage, now: datetime) -> str:
    """Return why nothing can be added to the record of a stage now; empty if something can."""
    if enquiry.status is not EnquiryStatus.ACCEPTED:
        return t(messages.NOT_BOOKED)
    # Parties who do without the codes begin the second record in the time of the rental as well.
    if stage is RentalStage.RETURN and enquiry.picked_up_at is None and enquiry.pickup_at > now:
        return t(messages.NOT_OPEN_YET)
    return t(messages.CLOSED) if is_closed(enquiry, entries, stage) else ""


def find_deposit_problem(
    enquiry: Enquiry,
    deposits: Mapping[RentalStage, Deposit],
    stage: RentalStage,
    now: datetime,
    zone: ZoneInfo,
    *,
    is_alone: bool,
) -> str:
    """Return why nothing can be said of the deposit of a stage now; empty if something can.

    What was given is given back after a cancellation too.

    Args:
        is_alone: the account of the other party is deleted, so that nobody else confirms anything.
    """
    given, said = deposits.get(RentalStage.PICKUP), deposits.get(stage)
    if said is not None and said.confirmed_at is not None:
        return t(messages.DEPOSIT_CLOSED)
    if stage is RentalStage.RETURN:
        is_certain = given is not None and (given.confirmed_at is not None or is_alone)
        return "" if is_certain else t(messages.DEPOSIT_GIVEN_FIRST)
    if enquiry.status is not EnquiryStatus.ACCEPTED:
        return t(messages.NOT_BOOKED)
    return find_early_problem(enquiry, now, zone)


def first_deposit_day(enquiry: Enquiry, given: Deposit | None, zone: ZoneInfo) -> date:
    """The first day on which a deposit can have been given, or given back if one was given."""
    if given:
        return given.paid_on
    return min(rentals.opens_at(enquiry, zone), enquiry.picked_up_at or enquiry.pickup_at).astimezone(zone).date()


def is_closed(enquiry: Enquiry, entries: Sequence[ConditionEntry], stage: RentalStage) -> bool:
    """Whether both parties have confirmed the record of a stage."""
    parties = (enquiry.buyer_id, enquiry.seller_id)
    return all(find_stance(entries, stage, party) is EntryKind.CONFIRMATION for party in parties)


def find_stance(entries: Sequence[ConditionEntry], stage: RentalStage, account_id: str) -> EntryKind | None:
    """Whether a party confirms the record of a stage or disagrees; None if it said nothing since the newest photo."""
    stance = None
    for entry in entries:
        if entry.stage is stage:
            if entry.kind is EntryKind.PHOTO:
                stance = None
            elif entry.author_id == account_id:
                stance = entry.kind
    return stance


def has_photo(entries: Sequence[ConditionEntry], stage: RentalStage) -> bool:
    """Whether the record of a stage has a photo."""
    return any(entry.stage is stage and entry.kind is EntryKind.PHOTO for entry in entries)


def read_stage(stage: str) -> RentalStage:
    """Parse a stage.

    Raises:
        Invalid: there is no such stage.
    """
    if stage not in list(RentalStage):
        raise Invalid(t(messages.BAD_STAGE), "stage")
    return RentalStage(stage)


def side_of(enquiry: Enquiry, account_id: str | None) -> DealSide | None:
    """The side of an account; None if it is not a party."""
    if account_id == enquiry.buyer_id:
        return DealSide.BUYER
    return DealSide.SELLER if account_id == enquiry.seller_id else None


def occasion_of_leaving(enquiry_id: Any) -> Any:
    """The key of the occasion that one party's account is deleted, by an id or a column."""
    return "rental:" + enquiry_id


def check(problem: str) -> None:
    """Raise Conflict if there is a problem."""
    if problem:
        raise Conflict(problem)
