"""Rows of conversations; each statement names whose side it looks from."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import and_, exists, func, or_, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from marketplace.models import Account, AccountStatus, Block, Conversation, ConversationParty, Message, MessagePhoto

InboxRow = tuple[ConversationParty, Conversation, Message | None]


def find_conversation(db: Session, buyer_id: str, seller_id: str, *, lock: bool = False) -> Conversation | None:
    """The thread of a buyer and a seller, its row locked on demand."""
    statement = select(Conversation).where(Conversation.buyer_id == buyer_id, Conversation.seller_id == seller_id)
    if lock:
        statement = statement.with_for_update().execution_options(populate_existing=True)
    return db.exec(statement).one_or_none()


def open_conversation(db: Session, buyer_id: str, seller_id: str) -> Conversation:
    """The locked thread of the two, made if there was none."""
    found = find_conversation(db, buyer_id, seller_id, lock=True)
    if found is not None:
        return found
    try:
        with db.begin_nested():
            made = Conversation(buyer_id=buyer_id, seller_id=seller_id)
            db.add(made)
            db.flush()
            for own, other in ((buyer_id, seller_id), (seller_id, buyer_id)):
                db.add(ConversationParty(conversation_id=made.id, account_id=own, other_id=other))
    except IntegrityError:
        # The other side's first message came in at the same moment.
        again = find_conversation(db, buyer_id, seller_id, lock=True)
        if again is None:
            raise
        return again
    return made


def get_party(db: Session, conversation_id: str, account_id: str) -> ConversationParty:
    """One side of a conversation; its changes happen under the conversation's lock."""
    statement = select(ConversationParty).where(
        ConversationParty.conversation_id == conversation_id, ConversationParty.account_id == account_id
    )
    return db.exec(statement.execution_options(populate_existing=True)).one()


def get_parties(db: Session, conversation_id: str) -> dict[str, ConversationParty]:
    """Both sides of a conversation by account."""
    rows = db.exec(
        select(ConversationParty)
        .where(ConversationParty.conversation_id == conversation_id)
        .execution_options(populate_existing=True)
    )
    return {row.account_id: row for row in rows}


def find_by_client_id(db: Session, sender_id: str, client_id: str) -> Message | None:
    """The message the sender marked so."""
    return db.exec(select(Message).where(Message.sender_id == sender_id, Message.client_id == client_id)).one_or_none()


def find_conversation_of(db: Session, account_id: str, conversation_id: str) -> Conversation | None:
    """A conversation this account is a side of."""
    return db.exec(
        select(Conversation).where(
            Conversation.id == conversation_id,
            or_(Conversation.buyer_id == account_id, Conversation.seller_id == account_id),
        )
    ).one_or_none()


def get_conversation(db: Session, conversation_id: str) -> Conversation:
    """A conversation that is known to exist."""
    return db.exec(select(Conversation).where(Conversation.id == conversation_id)).one()


def list_messages(db: Session, conversation_id: str, account_id: str, before_seq: int, limit: int) -> list[Message]:
    """Messages this side can see, newest first; `before_seq` 0 begins at the end."""
    statement = select(Message).where(
        Message.conversation_id == conversation_id,
        or_(col(Message.withheld).is_(False), Message.sender_id == account_id),
    )
    if before_seq:
        statement = statement.where(Message.seq < before_seq)
    return list(db.exec(statement.order_by(col(Message.seq).desc()).limit(limit)))


def find_seq(db: Session, conversation_id: str, message_id: str) -> int | None:
    """The number of a message within its conversation."""
    return db.exec(
        select(Message.seq).where(Message.id == message_id, Message.conversation_id == conversation_id)
    ).one_or_none()


def list_photo_ids(db: Session, message_ids: Iterable[str]) -> dict[str, list[str]]:
    """Upload ids of each message, in order."""
    rows = db.exec(
        select(MessagePhoto)
        .where(col(MessagePhoto.message_id).in_(list(message_ids)))
        .order_by(col(MessagePhoto.message_id), col(MessagePhoto.position))
    )
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row.message_id, []).append(row.upload_id)
    return found


def list_inbox(db: Session, account_id: str, *, before: str, q: str, limit: int, offset: int) -> list[InboxRow]:
    """This side's conversations that hold something it can see, newest first.

    Args:
        before: a conversation id; only older ones follow it.
        q: part of the other side's name or username, case-folded.
    """
    party, newest = ConversationParty, Message
    statement = (
        select(party, Conversation, newest)
        .join(Conversation, col(Conversation.id) == party.conversation_id)
        .join(newest, and_(newest.conversation_id == party.conversation_id, newest.seq == party.last_seq), isouter=True)
        .where(party.account_id == account_id, col(party.last_at).is_not(None))
    )
    if before:
        mark = db.exec(
            select(party.last_at).where(party.account_id == account_id, party.conversation_id == before)
        ).one_or_none()
        if mark is None:
            return []
        statement = statement.where(
            or_(col(party.last_at) < mark, and_(party.last_at == mark, col(party.conversation_id) < before))
        )
    statement = _named(statement, q)
    statement = (
        statement.order_by(col(party.last_at).desc(), col(party.conversation_id).desc()).offset(offset).limit(limit)
    )
    return [(row[0], row[1], row[2]) for row in db.exec(statement)]


def count_inbox(db: Session, account_id: str, *, q: str) -> int:
    """How many conversations `list_inbox` can answer in all."""
    statement = (
        select(func.count())
        .select_from(ConversationParty)
        .where(ConversationParty.account_id == account_id, col(ConversationParty.last_at).is_not(None))
    )
    return db.exec(_named(statement, q)).one()


def _named(statement: Any, q: str) -> Any:
    if not q:
        return statement
    pattern = f"%{q.replace('!', '!!').replace('%', '!%').replace('_', '!_')}%"
    return statement.join(Account, col(Account.id) == ConversationParty.other_id).where(
        or_(
            col(Account.username_key).like(pattern, escape="!"),
            func.lower(Account.name).like(pattern, escape="!"),
        )
    )


def count_unread(db: Session, account_id: str) -> int:
    """Unread messages of all conversations that are not muted."""
    return db.exec(
        select(func.coalesce(func.sum(ConversationParty.unread), 0)).where(
            ConversationParty.account_id == account_id,
            ConversationParty.unread > 0,
            col(ConversationParty.muted_at).is_(None),
        )
    ).one()


def reset_unread(db: Session, party: ConversationParty) -> None:
    """Count everything this side can see as read."""
    db.exec(
        update(ConversationParty)
        .where(
            col(ConversationParty.conversation_id) == party.conversation_id,
            col(ConversationParty.account_id) == party.account_id,
        )
        .values(unread=0, read_seq=party.last_seq)
    )


def find_block(db: Session, blocker_id: str, blocked_id: str) -> Block | None:
    """One account's block of another."""
    return db.exec(select(Block).where(Block.blocker_id == blocker_id, Block.blocked_id == blocked_id)).one_or_none()


def list_blocks(db: Session, blocker_id: str) -> list[Block]:
    """Whom this account blocked, newest first."""
    return list(
        db.exec(
            select(Block).where(Block.blocker_id == blocker_id).order_by(col(Block.created_at).desc(), Block.blocked_id)
        )
    )


def list_blocked_ids(db: Session, blocker_id: str, ids: Iterable[str]) -> set[str]:
    """Which of these accounts this one blocked."""
    return set(
        db.exec(select(Block.blocked_id).where(Block.blocker_id == blocker_id, col(Block.blocked_id).in_(list(ids))))
    )


def list_blockers(db: Session, one_id: str, other_id: str) -> set[str]:
    """Who of the two blocked the other."""
    pairs = or_(
        and_(col(Block.blocker_id) == one_id, col(Block.blocked_id) == other_id),
        and_(col(Block.blocker_id) == other_id, col(Block.blocked_id) == one_id),
    )
    return set(db.exec(select(Block.blocker_id).where(pairs)))


def lock_digest_readers(db: Session, before: datetime, limit: int) -> list[Account]:
    """People with a message unread since before a moment that no digest told of; held, so that one worker mails them."""
    party, waiting = ConversationParty, Message
    unread = exists().where(
        waiting.conversation_id == party.conversation_id,
        waiting.seq > party.read_seq,
        waiting.seq > party.digest_seq,
        waiting.sender_id == party.other_id,
        col(waiting.withheld).is_(False),
        waiting.created_at < before,
    )
    due = select(party.account_id).where(party.unread > 0, col(party.muted_at).is_(None), unread)
    return list(
        db.exec(
            select(Account)
            .where(
                col(Account.id).in_(due), Account.status == AccountStatus.ACTIVE, col(Account.wants_digest).is_(True)
            )
            .order_by(col(Account.id))
            .limit(limit)
            .with_for_update(skip_locked=True, key_share=True)
        )
    )


def take_digest(db: Session, account_id: str) -> list[InboxRow]:
    """The unread conversations a digest tells of, newest first; they are not told of again."""
    party = ConversationParty
    rows = list(
        db.exec(
            select(party, Conversation, Message)
            .join(Conversation, col(Conversation.id) == party.conversation_id)
            .join(Message, and_(Message.conversation_id == party.conversation_id, Message.seq == party.last_seq))
            .where(
                party.account_id == account_id,
                party.unread > 0,
                party.last_seq > party.digest_seq,
                col(party.muted_at).is_(None),
            )
            .order_by(col(party.last_at).desc())
        )
    )
    for row in rows:
        row[0].digest_seq = row[0].last_seq
    db.flush()
    return [(row[0], row[1], row[2]) for row in rows]
