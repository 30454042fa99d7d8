"""Rows of those who left messages unread."""

from datetime import datetime

from sqlalchemy import and_, exists
from sqlmodel import Session, col, select

from marketplace.domain.chat.queries import InboxRow
from marketplace.models import Account, AccountStatus, Conversation, ConversationParty, Message


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
