"""Saving ads and taking them out again."""

from sqlmodel import Session

from marketplace import events
from marketplace.actor import Actor
from marketplace.domain import ads
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.domain.wishlist import messages, queries
from marketplace.domain.wishlist.schemas import SavedAd
from marketplace.models import AccountKind, WishlistItem
from marketplace.settings import get_settings
from marketplace.texts import t


def add(db: Session, actor: Actor, ad_id: str) -> bool:
    """Save an ad for the signed-in buyer.

    Returns:
        True when it is new in the wishlist, False when it was saved already.

    Raises:
        NotSignedIn, Forbidden: not a buyer.
        NotFound: no ad this buyer may see.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    ad = ads.get(db, actor, ad_id)
    if queries.find_item(db, buyer_id, ad_id):
        return False
    db.add(WishlistItem(buyer_id=buyer_id, ad_id=ad_id, ad_name=ad.name, saved_paise=ad.price_paise))
    db.flush()
    events.record(db, "wishlist", buyer_id, subject=ad_id)
    return True


def remove(db: Session, actor: Actor, ad_id: str) -> bool:
    """Take an ad out of the signed-in buyer's wishlist; one that is not in it is left so.

    Returns:
        Whether it was there.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    item = queries.find_item(db, buyer_id, ad_id)
    if item is None:
        return False
    db.delete(item)
    events.record(db, "wishlist", buyer_id, subject=ad_id)
    return True


def list_saved(db: Session, actor: Actor, *, window: Window = EVERYTHING) -> Page[SavedAd]:
    """What the signed-in buyer saved, newest first, each with its present status."""
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    most = get_settings().exact_total_limit
    items, total = queries.list_items(db, buyer_id, window, most + 1)
    cards = ads.find_cards(db, actor, [item.ad_id for item in items])
    saved = tuple(
        SavedAd(
            id=item.id,
            buyer_id=item.buyer_id,
            ad_id=item.ad_id,
            ad_name=item.ad_name,
            saved_at=item.created_at,
            ad=cards.get(item.ad_id),
        )
        for item in items
    )
    return Page(saved, min(total, most), window.page, window.limit, exact=total <= most)
