"""Queries on wishlists, each limited to one buyer."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, exists
from sqlmodel import Session, and_, col, or_, select

from marketplace.domain import accounts
from marketplace.domain.paging import Window, fetch
from marketplace.domain.wishlist.schemas import WishlistSort
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdStatus,
    AdVersion,
    Block,
    Deal,
    DealStatus,
    Listing,
    Notification,
    WishlistItem,
)


def find_item(db: Session, buyer_id: str, ad_id: str) -> WishlistItem | None:
    """Return one saved ad of this buyer."""
    return db.exec(
        select(WishlistItem).where(WishlistItem.buyer_id == buyer_id, WishlistItem.ad_id == ad_id)
    ).one_or_none()


def list_items(db: Session, buyer_id: str, window: Window, sort: WishlistSort) -> tuple[list[WishlistItem], int]:
    """List the buyer's saved ads.

    Returns:
        The rows of the window, and the number of all, as `paging.count` counts them.
    """
    statement = select(WishlistItem).where(WishlistItem.buyer_id == buyer_id)
    return fetch(db, _sorted(statement, sort), window, statement)


def list_fact_lines(db: Session, ad_ids: Iterable[str]) -> dict[str, str]:
    """Return the line of facts on the cards of those ads that are live, by id."""
    return dict(db.exec(select(Listing.ad_id, Listing.fact_line).where(col(Listing.ad_id).in_(list(ad_ids)))).all())


def lock_audience(
    db: Session, ad_id: str, seller_id: str, limit: int, *conditions: ColumnElement[bool], occasion: str = ""
) -> list[tuple[Account, int | None]]:
    """List and lock active buyers with an ad in their wishlist, with the lowest price that they were told.

    Left out are the seller's other account, buyers who blocked the seller, and those who have bought the ad since they saved it.

    Args:
        conditions: further ones, on the account.
        occasion: leaves out those who have heard of it.
    """
    heard = exists().where(col(Notification.account_id) == Account.id, col(Notification.occasion) == occasion)
    blocked = exists().where(col(Block.blocker_id) == Account.id, col(Block.blocked_id) == seller_id)
    deals = select(Deal.id).where(Deal.ad_id == ad_id, col(Deal.buyer_id) == Account.id, Deal.status == DealStatus.DONE)
    bought = deals.where(col(Deal.ended_at) >= WishlistItem.created_at).exists()
    statement = (
        select(Account, WishlistItem.lowest_told_paise)
        .join(WishlistItem, col(WishlistItem.buyer_id) == Account.id)
        .where(
            WishlistItem.ad_id == ad_id,
            Account.status == AccountStatus.ACTIVE,
            ~accounts.are_same_person(Account.id, seller_id),
            ~heard,
            ~blocked,
            ~bought,
            *conditions,
        )
    )
    statement = statement.order_by(col(Account.id)).limit(limit)
    return list(db.exec(statement.with_for_update(of=Account, key_share=True)))


def knows_since(ad_id: str, since: datetime) -> ColumnElement[bool]:
    """Condition on an account and its wishlist item: it has heard of the ad, or saved it, since then."""
    told = (col(Notification.ad_id) == ad_id, col(Notification.created_at) >= since)
    return or_(col(WishlistItem.created_at) >= since, exists().where(col(Notification.account_id) == Account.id, *told))


def _sorted(statement: Any, sort: WishlistSort) -> Any:
    newest = col(WishlistItem.id).desc()
    if sort is WishlistSort.NEWEST:
        return statement.order_by(newest)
    # After the discount, as the cards show it.
    price = col(AdVersion.price_paise) * (10_000 - col(AdVersion.discount_basis_points))
    statement = statement.join(Ad, and_(Ad.id == WishlistItem.ad_id, Ad.status != AdStatus.DELETED), isouter=True).join(
        AdVersion, col(AdVersion.id) == Ad.live_version_id, isouter=True
    )
    return statement.order_by(price.is_(None), price.desc() if sort is WishlistSort.PRICE_DOWN else price, newest)
