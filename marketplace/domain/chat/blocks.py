"""Blocking and unblocking accounts."""

from collections.abc import Collection

from sqlmodel import Session

from marketplace.core import events
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound, RuleBroken
from marketplace.domain import accounts, effects
from marketplace.domain.chat import block_queries, messages, queries
from marketplace.domain.chat.schemas import BlockView
from marketplace.domain.effects import Event, Occasion
from marketplace.domain.locks import lock_account
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Block


def block(db: Session, actor: Actor, other_id: str) -> bool:
    """Block an account; messages in either direction are withheld while the block exists.

    Returns:
        Whether the block is new.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
        NotFound: no such buyer or seller.
        RuleBroken: the caller's own account.
    """
    own_id = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    if own_id == other_id:
        raise RuleBroken(t(messages.NOT_YOURSELF))
    other = accounts.find_account(db, other_id)
    if other is None or other.kind is AccountKind.ADMIN:
        raise NotFound(t(messages.UNKNOWN_PERSON))
    lock_account(db, own_id)
    if block_queries.find_block(db, own_id, other_id):
        return False
    db.add(Block(blocker_id=own_id, blocked_id=other_id))
    queries.forget_unread(db, own_id, other_id)
    db.flush()
    effects.fire(db, Occasion(Event.BLOCKED, own_id, own_id, other_id))
    events.record(db, "chat", own_id, subject=other_id)
    return True


def unblock(db: Session, actor: Actor, other_id: str) -> bool:
    """Remove a block.

    Returns:
        Whether there was one.
    """
    own_id = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    found = block_queries.find_block(db, own_id, other_id)
    if found is None:
        return False
    db.delete(found)
    db.flush()
    effects.fire(db, Occasion(Event.UNBLOCKED, own_id, own_id, other_id))
    events.record(db, "chat", own_id, subject=other_id)
    return True


def list_blocks(db: Session, actor: Actor) -> list[BlockView]:
    """List the accounts the caller blocked, newest first."""
    own_id = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    rows = block_queries.list_blocks(db, own_id)
    people = accounts.people(db, [row.blocked_id for row in rows])
    return [BlockView(person=people[row.blocked_id], created_at=row.created_at) for row in rows]


def list_blocked_ids(db: Session, actor: Actor, ids: Collection[str]) -> set[str]:
    """Return which of these accounts the caller has blocked."""
    return block_queries.list_blocked_ids(db, actor.require(), ids) if ids else set()


def is_silenced(db: Session, one_id: str, other_id: str) -> bool:
    """Whether either of the two has blocked the other; for other domains."""
    return bool(block_queries.list_blockers(db, one_id, other_id))
