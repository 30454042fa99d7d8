"""Wishlist rows; every statement names whose they are."""

from sqlmodel import Session, col, select

from marketplace.models import WishlistItem


def find_item(db: Session, buyer_id: str, ad_id: str) -> WishlistItem | None:
    """One saved ad of this buyer."""
    return db.exec(
        select(WishlistItem).where(WishlistItem.buyer_id == buyer_id, WishlistItem.ad_id == ad_id)
    ).one_or_none()


def list_items(db: Session, buyer_id: str) -> list[WishlistItem]:
    """All the buyer saved, newest first."""
    return list(
        db.exec(select(WishlistItem).where(WishlistItem.buyer_id == buyer_id).order_by(col(WishlistItem.id).desc()))
    )
