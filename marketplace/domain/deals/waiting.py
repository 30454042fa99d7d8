"""What offers and deals wait for, and which are open between two people."""

from collections.abc import Collection

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_rupees
from marketplace.domain import addressed_texts, meetups
from marketplace.domain.deals import lifecycle, messages, next_step, notifications, queries, views
from marketplace.domain.meetups import Step
from marketplace.domain.waiting_rows import OpenTrade, WaitingRow
from marketplace.i18n.texts import t
from marketplace.models import Deal, DealSide, Meetup, Offer, OfferStatus

_KINDS = {
    (Step.AGREE, DealSide.BUYER): "meetup_propose",
    (Step.AGREE, DealSide.SELLER): "meetup_propose",
    (Step.OVERDUE, DealSide.BUYER): "meetup_propose",
    (Step.OVERDUE, DealSide.SELLER): "meetup_propose",
    (Step.ANSWER, DealSide.BUYER): "meetup_answer",
    (Step.ANSWER, DealSide.SELLER): "meetup_answer",
    (Step.HANDOVER, DealSide.BUYER): "handover_show",
    (Step.HANDOVER, DealSide.SELLER): "handover_confirm",
}


def list_waiting_offers(db: Session, actor: Actor) -> list[WaitingRow]:
    """List the open offers that the caller has to answer, without those that wait in line for a reserved ad.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id = actor.require()
    return [
        WaitingRow(
            kind="offer" if offer.status is OfferStatus.OPEN else "counter_offer",
            subject_id=offer.id,
            link=notifications.conversation_link(offer, _side(actor, offer)),
            since=offer.updated_at,
            deadline=offer.expires_at,
            ad_id=offer.ad_id,
            other_id=_other(actor, offer),
            values=_price(offer),
        )
        for offer in queries.list_offers_to_answer(db, account_id, clock.now())
    ]


def list_waiting_deals(db: Session, actor: Actor) -> list[WaitingRow]:
    """List the caller's deals in which a meetup has to be proposed or answered, or the handover confirmed.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id, now = actor.require(), clock.now()
    deals = queries.list_deals_in_progress(db, account_id, now)
    proposals = meetups.map_by_deal(db, [deal.id for deal in deals])
    rows = []
    for deal in deals:
        meetup = _seen(actor, proposals.get(deal.id))
        side = _side(actor, deal)
        step = meetups.find_step(meetup, side, now)
        if kind := _KINDS.get((step, side)):
            answering = meetup is not None and step is Step.ANSWER
            rows.append(
                WaitingRow(
                    kind=kind,
                    subject_id=deal.id,
                    link=notifications.deal_link(deal),
                    since=meetup.updated_at if meetup else deal.created_at,
                    deadline=next_step.answer_by(deal, meetup) if answering else deal.reserved_until,
                    ad_id=deal.ad_id,
                    other_id=_other(actor, deal),
                )
            )
    return rows


def list_open_trades(db: Session, actor: Actor, other_ids: Collection[str]) -> list[OpenTrade]:
    """List the open offers and active deals of the caller with these people.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id, now = actor.require(), clock.now()
    offers = queries.list_open_offers(db, account_id, other_ids, now)
    reserved = queries.list_reserved(db, {offer.ad_id for offer in offers}, now)
    return [
        *(_describe_offer(actor, offer, in_line=offer.ad_id in reserved) for offer in offers),
        *(
            OpenTrade(_other(actor, deal), deal.ad_id, deal.updated_at, False, t(messages.TRADE_DEAL, **_price(deal)))
            for deal in queries.list_deals_with(db, account_id, other_ids, now)
        ),
    ]


def _describe_offer(actor: Actor, offer: Offer, *, in_line: bool) -> OpenTrade:
    moves = lifecycle.offer_moves(offer.status, _side(actor, offer))
    waits = "decline" in moves and not in_line
    words = messages.TRADE_OFFERS[offer.status.value, "in_line" if in_line else "waits" if waits else "sent"]
    return OpenTrade(_other(actor, offer), offer.ad_id, offer.updated_at, waits, t(words, **_price(offer)))


def _price(row: Offer | Deal) -> dict[str, str]:
    return {"price": format_rupees(row.price_paise)}


def _side(actor: Actor, row: Offer | Deal) -> DealSide:
    return views.side_of(actor, row) or DealSide.BUYER


def _other(actor: Actor, row: Offer | Deal) -> str:
    return row.seller_id if actor.owns(row.buyer_id) else row.buyer_id


def _seen(actor: Actor, meetup: Meetup | None) -> Meetup | None:
    """The proposal, unless its place is withheld from the caller."""
    return None if meetup is None or addressed_texts.is_withheld(actor.account_id, meetup) else meetup
