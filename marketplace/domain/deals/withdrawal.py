"""Ends offers and deals when their ad or one of their parties goes; called by the domains of ads and accounts."""

from sqlmodel import Session

from marketplace.domain.addressed_texts import AddressedText
from marketplace.domain.deals import messages, offer_actions, queries, reservations
from marketplace.i18n.texts import t
from marketplace.models import DealSide, OfferAction


def release_ad(db: Session, ad_id: str, *, sold: bool) -> None:
    """End the deal and the live offers of an ad that is sold, deleted or given to another seller.

    The caller holds the ad's lock.
    """
    word = t(messages.AD_SOLD if sold else messages.AD_GONE)
    deal = queries.find_active_deal(db, ad_id)
    if deal is not None:
        reservations.end_deal(db, deal, DealSide.SITE, word)
    offer_actions.close_offers(db, ad_id, word)


def release_account(db: Session, account_id: str, *, limit: int | None = None) -> int:
    """End live offers and active deals of an account that is being deleted, at most so many; returns their number."""
    word = t(messages.ACCOUNT_CLOSED)
    offers = queries.list_live_offers_of(db, account_id, limit=limit)
    for offer in offers:
        queries.lock_ad(db, offer.ad_id)
        leaver, other = (
            (DealSide.BUYER, DealSide.SELLER) if offer.buyer_id == account_id else (DealSide.SELLER, DealSide.BUYER)
        )
        action = OfferAction.WITHDRAW if leaver is DealSide.BUYER else OfferAction.DECLINE
        offer_actions.take_step(db, offer, action, DealSide.SITE, AddressedText(word), to=(other,))
    active = queries.list_active_deals_of(db, account_id, limit=None if limit is None else limit - len(offers))
    for deal in active:
        queries.lock_ad(db, deal.ad_id)
        if deal.buyer_id == account_id:
            reservations.end_and_free(db, deal, DealSide.BUYER, word)
        else:
            reservations.end_deal(db, deal, DealSide.SELLER, word)
    return len(offers) + len(active)
