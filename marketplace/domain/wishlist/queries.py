"""Queries on wishlists, each limited to one buyer."""

from typing import Any

from sqlmodel import Session, and_, col, select

from marketplace.domain.paging import Window, fetch
from marketplace.domain.wishlist.schemas import WishlistSort
from marketplace.models import Ad, AdStatus, AdVersion, WishlistItem


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
