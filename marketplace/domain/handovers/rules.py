"""What is open at a moment: the codes of pickup and return, and the records of both."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from marketplace.core.errors import Conflict, Invalid
from marketplace.domain.handovers import messages
from marketplace.i18n.texts import t
from marketplace.models import ConditionEntry, DealSide, Enquiry, EnquiryStatus, EntryKind, RentalStage

NOTE_LENGTH = 500


def find_code_stage(enquiry: Enquiry, now: datetime) -> RentalStage | None:
    """The stage whose code can be typed now. A return can be late; a pickup after the last day can't."""
    return next((stage for stage in RentalStage if find_code_problem(enquiry, stage, now) is None), None)


def find_code_problem(enquiry: Enquiry, stage: RentalStage, now: datetime) -> str | None:
    """Return why the code of a stage can't be typed now; None if it can."""
    if enquiry.status is not EnquiryStatus.ACCEPTED:
        return messages.NOT_BOOKED
    if stage is RentalStage.RETURN:
        if enquiry.picked_up_at is None:
            return messages.PICKUP_FIRST
        return messages.RETURNED_ALREADY if enquiry.returned_at else None
    if enquiry.picked_up_at is not None:
        return messages.PICKED_UP_ALREADY
    return messages.DATES_OVER if enquiry.drop_at <= now else None


def find_record_problem(
    enquiry: Enquiry, entries: Sequence[ConditionEntry], stage: RentalStage, now: datetime
) -> str | None:
    """Return why nothing can be added to the record of a stage now; None if something can."""
    if enquiry.status is not EnquiryStatus.ACCEPTED:
        return messages.NOT_BOOKED
    # Parties who do without the codes begin the second record in the time of the rental as well.
    if stage is RentalStage.RETURN and enquiry.picked_up_at is None and enquiry.pickup_at > now:
        return messages.NOT_OPEN_YET
    return messages.CLOSED if is_closed(enquiry, entries, stage) else None


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


def check(problem: str | None) -> None:
    """Raise Conflict if there is a problem."""
    if problem:
        raise Conflict(t(problem))
