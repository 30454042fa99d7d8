"""Queries on wishlists, each limited to one buyer."""

from typing import Any

from sqlmodel import Session, and_, col, func, select

from marketplace.domain.paging import Window
from marketplace.domain.wishlist.schemas import WishlistSort
from marketplace.models import Ad, AdStatus, AdVersion, WishlistItem


def find_item(db: Session, buyer_id: str, ad_id: str) -> WishlistItem | None:
    """Return one saved ad of this buyer."""
    return db.exec(
        select(WishlistItem).where(WishlistItem.buyer_id == buyer_id, WishlistItem.ad_id == ad_id)
    ).one_or_none()


def list_items(
    db: Session, buyer_id: str, window: Window, max_total: int, sort: WishlistSort
) -> tuple[list[WishlistItem], int]:
    """List the buyer's saved ads.

    Returns:
        The rows of the window, and the total, counted up to `max_total`.
    """
    statement = select(WishlistItem).where(WishlistItem.buyer_id == buyer_id)
    found = list(db.exec(_sorted(statement, sort).offset(window.offset).limit(window.limit)))
    if window.limit is None:
        return found, len(found)
    return found, db.scalar(select(func.count()).select_from(statement.limit(max_total).subquery())) or 0


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
