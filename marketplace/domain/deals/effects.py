"""Observers of offers, deals and meetups; a meetup ends with its deal."""

from functools import partial

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.errors import Conflict
from marketplace.domain import ads, effects, price_drops
from marketplace.domain.deals import messages, offer_actions, queries, reservations
from marketplace.domain.effects import Dependent, Ending, Event, Observer, Occasion
from marketplace.i18n.texts import t
from marketplace.models import Deal, DealSide, Offer, OfferAction


def _end_deal(db: Session, deal: Deal, occasion: Occasion) -> None:
    sides = {deal.seller_id: DealSide.SELLER, deal.buyer_id: DealSide.BUYER}
    side = sides.get(occasion.actor_id or "", DealSide.SITE)
    reservations.end_by_site(db, deal, side, effects.explain(occasion.event), occasion=occasion.key)


def _end_offer(db: Session, offer: Offer, occasion: Occasion) -> None:
    if occasion.event is Event.AD_PRICE_CHANGED:
        price = ads.get_current_price(db, offer.ad_id).paise or 0
        if offer.price_paise <= price:
            return
        price_drops.note_heard(db, offer.buyer_id, offer.ad_id, price)
    by_buyer = occasion.actor_id == offer.buyer_id
    action, to = (OfferAction.WITHDRAW, DealSide.SELLER) if by_buyer else (OfferAction.DECLINE, DealSide.BUYER)
    offer_actions.end_by_site(db, offer, action, effects.explain(occasion.event), to=to, occasion=occasion.key)


def _let_offers_wait(db: Session, occasion: Occasion) -> None:
    if until := queries.lock_ad(db, occasion.subject_id).reserved_until:
        reservations.let_wait(db, occasion.subject_id, until, occasion=occasion.key)


def _refuse(db: Session, occasion: Occasion) -> None:
    deal = queries.find_active_deal(db, occasion.subject_id)
    if deal is not None and deal.reserved_until > clock.now():
        raise Conflict(t(messages.HELD_BY_DEAL))


OBSERVERS = {
    Dependent.DEAL: Observer(ends=Ending(partial(queries.list_active, table=Deal), _end_deal), refuses=_refuse),
    Dependent.OFFER: Observer(
        ends=Ending(partial(queries.list_active, table=Offer), _end_offer), tells=_let_offers_wait
    ),
}
