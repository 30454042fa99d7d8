"""Wishlist rows; every statement names whose they are."""

from sqlmodel import Session, col, func, select

from marketplace.domain.paging import Window
from marketplace.models import WishlistItem


def find_item(db: Session, buyer_id: str, ad_id: str) -> WishlistItem | None:
    """One saved ad of this buyer."""
    return db.exec(
        select(WishlistItem).where(WishlistItem.buyer_id == buyer_id, WishlistItem.ad_id == ad_id)
    ).one_or_none()


def list_items(db: Session, buyer_id: str, window: Window, most: int) -> tuple[list[WishlistItem], int]:
    """What the buyer saved, newest first.

    Returns:
        The rows of the window, and how many there are in all, counted up to `most`.
    """
    statement = select(WishlistItem).where(WishlistItem.buyer_id == buyer_id)
    newest = statement.order_by(col(WishlistItem.id).desc())
    found = list(db.exec(newest.offset(window.offset).limit(window.limit)))
    if window.limit is None:
        return found, len(found)
    return found, db.scalar(select(func.count()).select_from(statement.limit(most).subquery())) or 0
