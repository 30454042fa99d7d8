"""Queries on unread messages for digests."""

from datetime import datetime

from sqlalchemy import exists
from sqlmodel import Session, and_, col, select

from marketplace.domain.chat.queries import InboxRow
from marketplace.models import Account, AccountStatus, Conversation, ConversationParty, Message


def lock_digest_readers(db: Session, before: datetime, limit: int) -> list[Account]:
    """List and lock people with a message unread since before a moment that no digest covered."""
    party, waiting = ConversationParty, Message
    unread = exists().where(
        col(waiting.conversation_id) == party.conversation_id,
        col(waiting.seq) > party.read_seq,
        col(waiting.seq) > party.digest_seq,
        col(waiting.sender_id) == party.other_id,
        col(waiting.withheld).is_(False),
        col(waiting.created_at) < before,
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


def claim_digest(db: Session, account_id: str) -> list[InboxRow]:
    """Return the unread conversations for a digest, newest first, and mark them as covered."""
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
    return [(row[0].other_id, row[0].last_at or row[2].created_at, *row) for row in rows]
