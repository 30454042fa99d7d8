"""Queries on warnings about messages."""

from collections.abc import Sequence

from sqlmodel import Session, col, or_, select

from marketplace.models import Conversation, Message, MessageWarning, Verdict


def list_earlier_texts(db: Session, message: Message, limit: int) -> list[str]:
    """List the last texts that the sender wrote before this message in its conversation, oldest first."""
    statement = (
        select(Message.text)
        .where(
            Message.conversation_id == message.conversation_id,
            Message.sender_id == message.sender_id,
            Message.seq < message.seq,
        )
        .order_by(col(Message.seq).desc())
        .limit(limit)
    )
    return list(db.exec(statement))[::-1]


def list_shown(db: Session, message_ids: Sequence[str]) -> list[MessageWarning]:
    """List the warnings of messages, the strongest first, except those that the recipient called fine."""
    statement = (
        select(MessageWarning)
        .where(col(MessageWarning.message_id).in_(message_ids), MessageWarning.verdict != Verdict.FINE)
        .order_by(col(MessageWarning.weight).desc(), col(MessageWarning.code))
    )
    return list(db.exec(statement))


def list_received(db: Session, account_id: str, message_id: str) -> list[MessageWarning]:
    """List the warnings of a message that this account received."""
    statement = (
        select(MessageWarning)
        .join(Message, col(Message.id) == MessageWarning.message_id)
        .join(Conversation, col(Conversation.id) == Message.conversation_id)
        .where(
            MessageWarning.message_id == message_id,
            Message.sender_id != account_id,
            col(Message.withheld).is_(False),
            or_(Conversation.buyer_id == account_id, Conversation.seller_id == account_id),
        )
        .order_by(col(MessageWarning.code))
        .with_for_update(of=MessageWarning)
    )
    return list(db.exec(statement))
