"""The states of an enquiry, and who may move it from which to which."""

from enum import StrEnum

from marketplace.domain.rentals import messages
from marketplace.errors import Conflict, Forbidden
from marketplace.models import EnquiryStatus
from marketplace.texts import t


class Side(StrEnum):
    """The two parties of an enquiry."""

    BUYER = "buyer"
    SELLER = "seller"


PENDING, ACCEPTED, DECLINED, CANCELLED = EnquiryStatus

# from, to -> whose move it is. What is not here can't happen.
MOVES: dict[tuple[EnquiryStatus, EnquiryStatus], frozenset[Side]] = {
    (PENDING, ACCEPTED): frozenset({Side.SELLER}),
    (PENDING, DECLINED): frozenset({Side.SELLER}),
    (PENDING, CANCELLED): frozenset({Side.BUYER}),
    (ACCEPTED, CANCELLED): frozenset({Side.BUYER, Side.SELLER}),
}
VERBS = {ACCEPTED: "accept", DECLINED: "decline", CANCELLED: "cancel"}


def check_move(current: EnquiryStatus, target: EnquiryStatus, side: Side | None) -> None:
    """Refuse a move the table does not know.

    Args:
        side: None for somebody who may see the enquiry but is no party.

    Raises:
        Forbidden: never this side's move.
        Conflict: not from the present state.
    """
    if not any(side in sides for (_, to), sides in MOVES.items() if to is target):
        raise Forbidden(t(messages.NOT_YOUR_MOVE))
    sides = MOVES.get((current, target))
    if sides is None:
        raise Conflict(t(messages.ALREADY[current.value]))
    if side not in sides:
        raise Forbidden(t(messages.NOT_YOUR_MOVE))


def moves_of(current: EnquiryStatus, side: Side | None) -> tuple[str, ...]:
    """The verbs this side may use now."""
    return tuple(VERBS[to] for (start, to), sides in MOVES.items() if start is current and side in sides)
