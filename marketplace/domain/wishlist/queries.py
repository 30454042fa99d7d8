"""Wishlist rows; every statement names whose they are."""

from collections.abc import Iterable

from sqlmodel import Session, col, select

from marketplace.models import WishlistItem


def find_saved(db: Session, buyer_id: str | None, ad_ids: Iterable[str]) -> frozenset[str]:
    """Which of these ads the buyer has saved; none for anonymous callers."""
    wanted = list(ad_ids)
    if buyer_id is None or not wanted:
        return frozenset()
    rows = select(WishlistItem.ad_id).where(WishlistItem.buyer_id == buyer_id, col(WishlistItem.ad_id).in_(wanted))
    return frozenset(db.exec(rows))


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
