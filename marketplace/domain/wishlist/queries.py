"""Queries on wishlists, each limited to one buyer."""

from sqlmodel import Session, col, func, select

from marketplace.domain.paging import Window
from marketplace.models import WishlistItem


def find_item(db: Session, buyer_id: str, ad_id: str) -> WishlistItem | None:
    """Return one saved ad of this buyer."""
    return db.exec(
        select(WishlistItem).where(WishlistItem.buyer_id == buyer_id, WishlistItem.ad_id == ad_id)
    ).one_or_none()


def list_items(db: Session, buyer_id: str, window: Window, max_total: int) -> tuple[list[WishlistItem], int]:
    """List the buyer's saved ads, newest first.

    Returns:
        The rows of the window, and the total, counted up to `max_total`.
    """
    statement = select(WishlistItem).where(WishlistItem.buyer_id == buyer_id)
    newest = statement.order_by(col(WishlistItem.id).desc())
    found = list(db.exec(newest.offset(window.offset).limit(window.limit)))
    if window.limit is None:
        return found, len(found)
    return found, db.scalar(select(func.count()).select_from(statement.limit(max_total).subquery())) or 0
