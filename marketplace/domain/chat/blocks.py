"""Silencing a person, and taking it back."""

from sqlmodel import Session

from marketplace import events
from marketplace.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.chat import block_queries, messages
from marketplace.domain.chat.schemas import BlockView
from marketplace.errors import NotFound, RuleBroken
from marketplace.models import AccountKind, Block
from marketplace.texts import t


def block(db: Session, actor: Actor, other_id: str) -> bool:
    """Silence a person both ways; what either writes while it stands never reaches the other.

    Returns:
        True when it is new, False when it stood already.

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
    if block_queries.find_block(db, own_id, other_id):
        return False
    db.add(Block(blocker_id=own_id, blocked_id=other_id))
    db.flush()
    events.record(db, "chat", own_id, subject=other_id)
    return True


def unblock(db: Session, actor: Actor, other_id: str) -> bool:
    """Let a person reach the caller again.

    Returns:
        Whether a block stood.
    """
    own_id = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    found = block_queries.find_block(db, own_id, other_id)
    if found is None:
        return False
    db.delete(found)
    db.flush()
    events.record(db, "chat", own_id, subject=other_id)
    return True


def list_blocks(db: Session, actor: Actor) -> list[BlockView]:
    """Whom the caller blocked, newest first."""
    own_id = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    rows = block_queries.list_blocks(db, own_id)
    people = accounts.people(db, [row.blocked_id for row in rows])
    return [BlockView(person=people[row.blocked_id], created_at=row.created_at) for row in rows]


def is_silenced(db: Session, one_id: str, other_id: str) -> bool:
    """Whether a block stands between the two, whoever made it; for other domains."""
    return bool(block_queries.list_blockers(db, one_id, other_id))
