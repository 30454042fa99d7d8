"""Ends offers and deals when their ad or one of their parties goes; called by the domains of ads and accounts."""

from collections.abc import Collection

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


def list_ads_of(db: Session, account_id: str, *, limit: int) -> list[str]:
    """List ads with live offers or active deals of an account, for its deletion."""
    return queries.list_ads_in_use_by(db, account_id, limit)


def release_account(db: Session, account_id: str, ad_ids: Collection[str], *, limit: int) -> int:
    """End live offers and active deals of an account that is being deleted, at most so many; returns their number.

    Args:
        ad_ids: the ads whose locks the caller holds; what concerns others stays.
    """
    word = t(messages.ACCOUNT_CLOSED)
    offers = queries.list_live_offers_of(db, account_id, ad_ids, limit)
    for offer in offers:
        leaver, other = (
            (DealSide.BUYER, DealSide.SELLER) if offer.buyer_id == account_id else (DealSide.SELLER, DealSide.BUYER)
        )
        action = OfferAction.WITHDRAW if leaver is DealSide.BUYER else OfferAction.DECLINE
        offer_actions.take_step(db, offer, action, DealSide.SITE, AddressedText(word), to=(other,))
    active = queries.list_active_deals_of(db, account_id, ad_ids, limit - len(offers))
    for deal in active:
        if deal.buyer_id == account_id:
            reservations.end_and_free(db, deal, DealSide.BUYER, word)
        else:
            reservations.end_deal(db, deal, DealSide.SELLER, word)
    return len(offers) + len(active)
