"""Observers of offers, deals and meetups; a meetup ends with its deal."""

from collections.abc import Collection

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.errors import Conflict
from marketplace.domain import accounts, ads, effects
from marketplace.domain.deals import messages, offer_actions, queries, reservations
from marketplace.domain.effects import Dependent, Event, Observer, Occasion
from marketplace.i18n.texts import t
from marketplace.models import AccountStatus, Deal, DealSide, Offer, OfferAction

_ACCOUNT_EVENTS = (Event.SELLER_SUSPENDED, Event.BUYER_SUSPENDED)


def list_ads_of(db: Session, account_id: str, *, limit: int) -> list[str]:
    """List ads with live offers or active deals of an account, for its deletion."""
    return queries.list_ads_in_use_by(db, account_id, limit)


def release_account(db: Session, account_id: str, ad_ids: Collection[str], reason: str, *, limit: int) -> int:
    """End an account's live offers and active deals, at most so many, and tell the other party; returns their number.

    Args:
        ad_ids: the ads whose locks the caller holds; what concerns others stays.
        reason: in words for both.
    """
    found = queries.list_live_offers_of(db, account_id, ad_ids, limit)
    for offer in found:
        _end_offer(db, offer, reason, account_id)
    active = queries.list_active_deals_of(db, account_id, ad_ids, limit - len(found))
    for deal in active:
        _end_deal(db, deal, reason, account_id)
    return len(found) + len(active)


def _end_offer(db: Session, offer: Offer, reason: str, leaver_id: str) -> None:
    leaver, other = (
        (DealSide.BUYER, DealSide.SELLER) if offer.buyer_id == leaver_id else (DealSide.SELLER, DealSide.BUYER)
    )
    action = OfferAction.WITHDRAW if leaver is DealSide.BUYER else OfferAction.DECLINE
    offer_actions.end_by_site(db, offer, action, reason, to=other)


def _end_deal(db: Session, deal: Deal, reason: str, leaver_id: str) -> None:
    is_buyer = deal.buyer_id == leaver_id
    reservations.end_by_site(db, deal, DealSide.BUYER if is_buyer else DealSide.SELLER, reason, is_free=is_buyer)


def _end_of_account(db: Session, occasion: Occasion) -> int:
    if accounts.get_account(db, occasion.subject_id).status is not AccountStatus.SUSPENDED:
        return 0  # restored before the job ran
    ad_ids = queries.list_ads_in_use_by(db, occasion.subject_id, effects.STEP)
    # All locks come first: until then, others may change what is read below.
    ads.lock_all(db, ad_ids)
    reason = effects.explain(occasion.event)
    return release_account(db, occasion.subject_id, ad_ids, reason, limit=effects.STEP)


def _end_deal_of_ad(db: Session, occasion: Occasion) -> int:
    if occasion.event in _ACCOUNT_EVENTS:
        return _end_of_account(db, occasion)
    deal = queries.find_active_deal(db, occasion.subject_id)
    if deal is None:
        return 0
    side = DealSide.SELLER if occasion.actor_id == deal.seller_id else DealSide.SITE
    reservations.end_by_site(db, deal, side, effects.explain(occasion.event), is_free=False)
    return 1


def _end_offers_of_ad(db: Session, occasion: Occasion) -> int:
    if occasion.event in _ACCOUNT_EVENTS:
        return 0  # ended with the deals
    live = queries.list_live_offers(db, occasion.subject_id)
    for offer in live:
        reason = effects.explain(occasion.event)
        offer_actions.end_by_site(db, offer, OfferAction.DECLINE, reason, to=DealSide.BUYER)
    return len(live)


def _let_offers_wait(db: Session, occasion: Occasion) -> int:
    until = queries.lock_ad(db, occasion.subject_id).reserved_until
    return reservations.let_wait(db, occasion.subject_id, until) if until else 0


def _refuse(db: Session, occasion: Occasion) -> int:
    deal = queries.find_active_deal(db, occasion.subject_id)
    if deal is not None and deal.reserved_until > clock.now():
        raise Conflict(t(messages.HELD_BY_DEAL))
    return 0


OBSERVERS = {
    Dependent.DEAL: Observer(
        counts=lambda db, occasion: int(queries.find_active_deal(db, occasion.subject_id) is not None),
        ends=_end_deal_of_ad,
        refuses=_refuse,
    ),
    Dependent.OFFER: Observer(
        counts=lambda db, occasion: len(queries.list_live_offers(db, occasion.subject_id)),
        ends=_end_offers_of_ad,
        tells=_let_offers_wait,
    ),
}
