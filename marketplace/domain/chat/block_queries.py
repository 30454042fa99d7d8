"""Queries on blocks between accounts."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, exists
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
    return set(db.exec(select(Block.blocker_id).where(_between(one_id, other_id))))


def are_apart(one_id: Any, other_id: Any) -> ColumnElement[bool]:
    """Condition that one of two accounts has blocked the other; each is a column or an id."""
    return exists().where(_between(one_id, other_id))


def _between(one_id: Any, other_id: Any) -> ColumnElement[bool]:
    return or_(
        and_(col(Block.blocker_id) == one_id, col(Block.blocked_id) == other_id),
        and_(col(Block.blocker_id) == other_id, col(Block.blocked_id) == one_id),
    )
