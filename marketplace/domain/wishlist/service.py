"""Adds ads to the wishlist and removes them."""

from sqlmodel import Session

from marketplace.core import events
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain import accounts, ads
from marketplace.domain.ads import messages as ad_messages
from marketplace.domain.locks import lock_account
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.domain.wishlist import messages, queries
from marketplace.domain.wishlist.schemas import RemovedAd, SavedAd, WishlistSort
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, WishlistItem


def add(db: Session, actor: Actor, ad_id: str) -> bool:
    """Add an ad to the signed-in buyer's wishlist.

    Returns:
        Whether it is new in the wishlist.

    Raises:
        NotSignedIn, Forbidden: not a buyer.
        NotFound: no ad visible to this buyer.
        RuleBroken: the buyer's own ad, posted as a seller.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    ad = ads.get(db, actor, ad_id)
    accounts.check_other_person(db, actor, ad.seller_id)
    lock_account(db, buyer_id)
    if queries.find_item(db, buyer_id, ad_id):
        return False
    price = ad.price_paise
    db.add(WishlistItem(buyer_id=buyer_id, ad_id=ad_id, ad_name=ad.name, saved_paise=price, lowest_told_paise=price))
    db.flush()
    events.record(db, "wishlist", buyer_id, subject=ad_id)
    return True


def remove(db: Session, actor: Actor, ad_id: str) -> RemovedAd | None:
    """Remove an ad from the signed-in buyer's wishlist, if it is there.

    Returns:
        What `put_back` takes; None if it was not in the wishlist.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    item = queries.find_item(db, buyer_id, ad_id)
    if item is None:
        return None
    removed = RemovedAd.of(item)
    db.delete(item)
    events.record(db, "wishlist", buyer_id, subject=ad_id)
    return removed


def put_back(db: Session, actor: Actor, removed: RemovedAd) -> bool:
    """Undo a removal: the ad gets its place and its earlier price again.

    Returns:
        Whether it was not in the wishlist.

    Raises:
        NotSignedIn, Forbidden: not a buyer.
        NotFound: another buyer removed it, or there is no such ad.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    if removed.buyer_id != buyer_id or not ads.list_names(db, [removed.ad_id]):
        raise NotFound(t(ad_messages.NOT_FOUND))
    lock_account(db, buyer_id)
    if queries.find_item(db, buyer_id, removed.ad_id):
        return False
    db.add(WishlistItem(**removed.model_dump()))
    db.flush()
    events.record(db, "wishlist", buyer_id, subject=removed.ad_id)
    return True


def list_saved(
    db: Session, actor: Actor, *, window: Window = EVERYTHING, sort: WishlistSort = WishlistSort.NEWEST
) -> Page[SavedAd]:
    """List the signed-in buyer's saved ads, each with its current status."""
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    items, total = queries.list_items(db, buyer_id, window, sort)
    cards = ads.find_cards(db, actor, [item.ad_id for item in items])
    for ad_id, fact_line in queries.list_fact_lines(db, cards).items():
        cards[ad_id] = cards[ad_id].model_copy(update={"fact_line": fact_line})
    saved = tuple(SavedAd.of(item, saved_at=item.created_at, ad=cards.get(item.ad_id)) for item in items)
    return make_page(saved, total, window)
