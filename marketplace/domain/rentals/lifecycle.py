"""States of an enquiry and the transitions each party may make."""

from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from marketplace.core.errors import Conflict, Forbidden
from marketplace.domain.rentals import messages
from marketplace.i18n.texts import t
from marketplace.models import Enquiry, EnquiryStatus, RentalStage

# Who picks up at 1 in the morning may come on the evening before.
_EARLY = timedelta(hours=6)


class Side(StrEnum):
    """Who moves an enquiry: one of its two parties, or the site."""

    BUYER = "buyer"
    SELLER = "seller"
    SITE = "site"


PENDING, ACCEPTED, DECLINED, CANCELLED = EnquiryStatus

# (from, to) -> sides that may make the transition; all others are refused. The site ends what can no longer take place.
TRANSITIONS: dict[tuple[EnquiryStatus, EnquiryStatus], frozenset[Side]] = {
    (PENDING, ACCEPTED): frozenset({Side.SELLER}),
    (PENDING, DECLINED): frozenset({Side.SELLER}),
    (PENDING, CANCELLED): frozenset({Side.BUYER, Side.SITE}),
    (ACCEPTED, CANCELLED): frozenset({Side.BUYER, Side.SELLER, Side.SITE}),
}
ACTION_OF = {ACCEPTED: "accept", DECLINED: "decline", CANCELLED: "cancel"}


def check_move(current: EnquiryStatus, target: EnquiryStatus, side: Side | None) -> None:
    """Refuse a transition that the table does not allow.

    Args:
        side: None for an actor who may see the enquiry but is not a party.

    Raises:
        Forbidden: this side may never make the transition.
        Conflict: not allowed from the current state.
    """
    if not any(side in sides for (_, to), sides in TRANSITIONS.items() if to is target):
        raise Forbidden(t(messages.NOT_YOUR_MOVE))
    sides = TRANSITIONS.get((current, target))
    if sides is None:
        raise Conflict(t(messages.ALREADY[current.value]))
    if side not in sides:
        raise Forbidden(t(messages.NOT_YOUR_MOVE))


def is_over(enquiry: Enquiry, now: datetime) -> bool:
    """Whether a rental is finished: its dates have passed, or its return was confirmed."""
    return enquiry.status is ACCEPTED and (enquiry.drop_at <= now or enquiry.returned_at is not None)


def opens_at(enquiry: Enquiry, zone: ZoneInfo) -> datetime:
    """From when on the pickup can be confirmed: the beginning of its day, or some hours before a pickup early in the day."""
    day = enquiry.pickup_at.astimezone(zone).date()
    return min(datetime.combine(day, time(), zone).astimezone(UTC), enquiry.pickup_at - _EARLY)


def next_stage(enquiry: Enquiry, now: datetime) -> RentalStage | None:
    """For which stage the parties of a booking meet next; None if it is over, or was not picked up by code in its time."""
    if enquiry.status is not ACCEPTED or enquiry.returned_at is not None:
        return None
    if enquiry.picked_up_at is not None:
        return RentalStage.RETURN
    return RentalStage.PICKUP if enquiry.drop_at > now else None


def moves_of(current: EnquiryStatus, side: Side | None) -> tuple[str, ...]:
    """The actions this side may take now."""
    return tuple(ACTION_OF[to] for (start, to), sides in TRANSITIONS.items() if start is current and side in sides)
