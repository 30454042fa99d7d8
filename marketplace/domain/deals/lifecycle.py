"""States of offers and deals, and who may take which action in each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from marketplace.core.errors import Conflict, Forbidden
from marketplace.domain.deals import messages
from marketplace.i18n.texts import t
from marketplace.models import ACTIVE_DEALS, Deal, DealSide, DealStatus, Offer, OfferAction, OfferStatus


@dataclass(frozen=True, slots=True)
class OfferMove:
    """Target status of an action on an offer, and the sides that may take it."""

    to: OfferStatus
    who: frozenset[DealSide]


@dataclass(frozen=True, slots=True)
class DealMove:
    """Target status of an action on a deal, and the sides that may take it."""

    to: DealStatus
    who: frozenset[DealSide]


class DealAction(StrEnum):
    """An action on a deal."""

    CANCEL = "cancel"
    PROPOSE_MEETUP = "meetup"
    CONFIRM_MEETUP = "confirm_meetup"
    LATE = "late"
    HERE = "here"
    HANDOVER = "handover"
    NEW_CODE = "new_code"
    EXPIRE = "expire"


_BUYER = frozenset({DealSide.BUYER})
_SELLER = frozenset({DealSide.SELLER})
_SITE = frozenset({DealSide.SITE})
_PARTIES = _BUYER | _SELLER

# The side that named the price last may withdraw it, the other side answers it. The site ends offers for ads that are sold
# or deleted. All other transitions are refused.
OFFERS: Mapping[OfferStatus, Mapping[OfferAction, OfferMove]] = {
    OfferStatus.OPEN: {
        OfferAction.ACCEPT: OfferMove(OfferStatus.ACCEPTED, _SELLER),
        OfferAction.DECLINE: OfferMove(OfferStatus.DECLINED, _SELLER | _SITE),
        OfferAction.COUNTER: OfferMove(OfferStatus.COUNTERED, _SELLER),
        OfferAction.WITHDRAW: OfferMove(OfferStatus.WITHDRAWN, _BUYER | _SITE),
        OfferAction.EXPIRE: OfferMove(OfferStatus.EXPIRED, _SITE),
    },
    OfferStatus.COUNTERED: {
        OfferAction.ACCEPT: OfferMove(OfferStatus.ACCEPTED, _BUYER),
        OfferAction.DECLINE: OfferMove(OfferStatus.DECLINED, _BUYER | _SITE),
        OfferAction.COUNTER: OfferMove(OfferStatus.OPEN, _BUYER),
        OfferAction.WITHDRAW: OfferMove(OfferStatus.WITHDRAWN, _SELLER | _SITE),
        OfferAction.EXPIRE: OfferMove(OfferStatus.EXPIRED, _SITE),
    },
    OfferStatus.ACCEPTED: {},
    OfferStatus.DECLINED: {},
    OfferStatus.WITHDRAWN: {},
    OfferStatus.EXPIRED: {},
}
DEALS: Mapping[DealStatus, Mapping[DealAction, DealMove]] = {
    DealStatus.RESERVED: {
        DealAction.PROPOSE_MEETUP: DealMove(DealStatus.RESERVED, _PARTIES),
        DealAction.CONFIRM_MEETUP: DealMove(DealStatus.MEETING, _PARTIES),
        DealAction.CANCEL: DealMove(DealStatus.CANCELLED, _PARTIES | _SITE),
        DealAction.HANDOVER: DealMove(DealStatus.DONE, _SELLER),
        DealAction.NEW_CODE: DealMove(DealStatus.RESERVED, _BUYER),
        DealAction.EXPIRE: DealMove(DealStatus.EXPIRED, _SITE),
    },
    DealStatus.MEETING: {
        DealAction.PROPOSE_MEETUP: DealMove(DealStatus.RESERVED, _PARTIES),
        DealAction.LATE: DealMove(DealStatus.MEETING, _PARTIES),
        DealAction.HERE: DealMove(DealStatus.MEETING, _PARTIES),
        DealAction.CANCEL: DealMove(DealStatus.CANCELLED, _PARTIES | _SITE),
        DealAction.HANDOVER: DealMove(DealStatus.DONE, _SELLER),
        DealAction.NEW_CODE: DealMove(DealStatus.MEETING, _BUYER),
        DealAction.EXPIRE: DealMove(DealStatus.EXPIRED, _SITE),
    },
    DealStatus.DONE: {},
    DealStatus.CANCELLED: {},
    DealStatus.EXPIRED: {},
}
LIVE_OFFERS = tuple(status for status, moves in OFFERS.items() if moves)


def offer_status(offer: Offer, now: datetime) -> OfferStatus:
    """The offer's status at this moment: expired when its time is over, even if no job has stored that yet."""
    return OfferStatus.EXPIRED if offer.status in LIVE_OFFERS and offer.expires_at <= now else offer.status


def deal_status(deal: Deal, now: datetime) -> DealStatus:
    """The deal's status at this moment, as for offers."""
    return DealStatus.EXPIRED if deal.status in ACTIVE_DEALS and deal.reserved_until <= now else deal.status


def next_offer_status(offer: Offer, action: OfferAction, side: DealSide, now: datetime) -> OfferStatus:
    """The status after the action.

    Raises:
        Conflict: the offer is closed, or it is the other side's move.
    """
    # Only the site closes an offer whose time is over.
    current = offer.status if side is DealSide.SITE else offer_status(offer, now)
    move = OFFERS[current].get(action)
    if move is None:
        raise Conflict(t(messages.OFFER_CLOSED[current.value]))
    if side not in move.who:
        raise Conflict(t(messages.OTHERS_MOVE))
    return move.to


def next_deal_status(deal: Deal, action: DealAction, side: DealSide, now: datetime) -> DealStatus:
    """The status after the action.

    Raises:
        Forbidden: this side may never take the action.
        Conflict: the deal is closed, or its meetup is not agreed yet, or agreed already.
    """
    if not any(side in moves[action].who for moves in DEALS.values() if action in moves):
        raise Forbidden(t(messages.OTHERS_MOVE))
    current = deal.status if side is DealSide.SITE else deal_status(deal, now)
    move = DEALS[current].get(action)
    if move is None:
        raise Conflict(t(messages.DEAL_CLOSED[current.value]))
    return move.to


def offer_moves(status: OfferStatus, side: DealSide | None) -> tuple[str, ...]:
    """The actions that this side may take on an offer in this status."""
    return tuple(action.value for action, move in OFFERS[status].items() if side in move.who)


def deal_moves(status: DealStatus, side: DealSide | None) -> tuple[str, ...]:
    """The actions that this side may take on a deal in this status."""
    return tuple(action.value for action, move in DEALS[status].items() if side in move.who)
