"""Queries on blocks between accounts."""

from collections.abc import Iterable

from sqlmodel import Session, and_, col, or_, select

from marketplace.models import Block


def find_block(db: Session, blocker_id: str, blocked_id: str) -> Block | None:
    """Return one account's block of another."""
    return db.exec(select(Block).where(Block.blocker_id == blocker_id, Block.blocked_id == blocked_id)).one_or_none()


def list_blocks(db: Session, blocker_id: str) -> list[Block]:
    """List the blocks this account made, newest first."""
    return list(
        db.exec(
            select(Block).where(Block.blocker_id == blocker_id).order_by(col(Block.created_at).desc(), Block.blocked_id)
        )
    )


def list_blocked_ids(db: Session, blocker_id: str, ids: Iterable[str]) -> set[str]:
    """Return which of these accounts this one blocked."""
    return set(
        db.exec(select(Block.blocked_id).where(Block.blocker_id == blocker_id, col(Block.blocked_id).in_(list(ids))))
    )


def list_blockers(db: Session, one_id: str, other_id: str) -> set[str]:
    """Return which of the two blocked the other."""
    pairs = or_(
        and_(col(Block.blocker_id) == one_id, col(Block.blocked_id) == other_id),
        and_(col(Block.blocker_id) == other_id, col(Block.blocked_id) == one_id),
    )
    return set(db.exec(select(Block.blocker_id).where(pairs)))
