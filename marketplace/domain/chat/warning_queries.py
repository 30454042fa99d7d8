"""Queries on warnings about messages."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import select as select_columns
from sqlmodel import Session, case, col, or_, select

from marketplace.domain import sampling
from marketplace.models import (
    Ad,
    AdVersion,
    AdVersionImage,
    Conversation,
    Message,
    MessagePhoto,
    MessageWarning,
    Report,
    ReportStatus,
    ReportTarget,
    Review,
    Verdict,
)

# The newest messages of a conversation at the time of a report, which the report is about.
REPORTED_MESSAGES = 50


class CalledFraud(NamedTuple):
    """A photo that a recipient called fraud, with one reason of the warning that was shown."""

    upload_id: str
    code: str
    weight: float
    recipient_id: str
    conversation_id: str


def list_earlier_texts(
    db: Session, conversation_id: str, sender_id: str, limit: int, before_seq: int | None = None
) -> list[str]:
    """List the last texts that an account wrote in a conversation, oldest first; those before a message if its number is given."""
    statement = (
        select(Message.text)
        .where(
            Message.conversation_id == conversation_id,
            Message.sender_id == sender_id,
            *([] if before_seq is None else [Message.seq < before_seq]),
        )
        .order_by(col(Message.seq).desc())
        .limit(limit)
    )
    return list(db.exec(statement))[::-1]


def sample_received(db: Session, since: datetime, most: int) -> tuple[list[tuple[Message, str]], int]:
    """Sample the messages of text alone that reached their recipients since a moment, evenly, the newest first.

    Returns:
        At most `most` messages, each with the buyer's id, and the number of all.
    """
    received = select_columns(col(Message.id)).where(
        *sampling.created_since(Message, since),
        col(Message.withheld).is_(False),
        col(Message.text) != "",
        # A warning may be about the photos, which are not checked again.
        col(Message.id).not_in(select(MessagePhoto.message_id)),
    )
    chosen = sampling.sample_evenly(received, most)
    rows = db.exec(
        select(Message, Conversation.buyer_id, chosen.c.total)
        .join(chosen, chosen.c.id == col(Message.id))
        .join(Conversation, col(Conversation.id) == Message.conversation_id)
        .order_by(col(Message.id).desc())
    ).all()
    return [(message, buyer_id) for message, buyer_id, _ in rows], next((total for _, _, total in rows), 0)


def list_codes(db: Session, message_ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the reasons stored with messages, the strongest first."""
    statement = select(MessageWarning.message_id, MessageWarning.code).where(
        col(MessageWarning.message_id).in_(message_ids)
    )
    found: dict[str, tuple[str, ...]] = {}
    for message_id, code in db.exec(statement.order_by(col(MessageWarning.weight).desc(), col(MessageWarning.code))):
        found[message_id] = (*found.get(message_id, ()), code)
    return found


def list_given(db: Session, message_ids: Sequence[str]) -> list[MessageWarning]:
    """List all warnings of messages, the strongest first."""
    statement = select(MessageWarning).where(col(MessageWarning.message_id).in_(message_ids))
    return list(db.exec(statement.order_by(col(MessageWarning.weight).desc(), col(MessageWarning.code))))


# Built once: every message runs them.
_SHOWN = (
    select(MessageWarning)
    .where(MessageWarning.verdict != Verdict.FINE)
    .order_by(col(MessageWarning.weight).desc(), col(MessageWarning.code))
)
_NEWEST = _SHOWN.join(Message, col(Message.id) == MessageWarning.message_id).where(
    Message.conversation_id == bindparam("conversation_id"),
    Message.seq > bindparam("after_seq"),
    Message.sender_id != bindparam("reader_id"),
    col(Message.withheld).is_(False),
)


def list_shown(db: Session, message_ids: Sequence[str]) -> list[MessageWarning]:
    """List the warnings of messages, the strongest first, except those that the recipient called fine."""
    return list(db.exec(_SHOWN.where(col(MessageWarning.message_id).in_(message_ids))))


def list_newest(db: Session, conversation: Conversation, reader_id: str, count: int) -> list[MessageWarning]:
    """List the warnings of received messages among the newest `count` of a conversation; order and omissions as `list_shown`."""
    received = {
        "conversation_id": conversation.id,
        "reader_id": reader_id,
        "after_seq": conversation.last_seq - count,
    }
    return list(db.exec(_NEWEST, params=received))


def list_called_fraud(db: Session, upload_ids: Sequence[str]) -> list[CalledFraud]:
    """List the photos that recipients called fraud, for each recipient and reason."""
    recipient_id = case(
        (col(Message.sender_id) == col(Conversation.buyer_id), col(Conversation.seller_id)),
        else_=col(Conversation.buyer_id),
    )
    rows = db.execute(
        select_columns(
            col(MessagePhoto.upload_id),
            col(MessageWarning.code),
            col(MessageWarning.weight),
            recipient_id,
            col(Message.conversation_id),
        )
        .join(MessageWarning, col(MessageWarning.message_id) == MessagePhoto.message_id)
        .join(Message, col(Message.id) == MessagePhoto.message_id)
        .join(Conversation, col(Conversation.id) == Message.conversation_id)
        .where(col(MessagePhoto.upload_id).in_(upload_ids), col(MessageWarning.verdict) == Verdict.SCAM)
    )
    return [CalledFraud(*row) for row in rows]


def is_in_approved_ad(db: Session, upload_ids: Sequence[str], seller_id: str) -> bool:
    """Whether one of the photos is in an approved version of an ad of this seller."""
    statement = (
        select(AdVersionImage.upload_id)
        .join(AdVersion, col(AdVersion.id) == AdVersionImage.version_id)
        .join(Ad, col(Ad.id) == AdVersion.ad_id)
        .where(
            col(AdVersionImage.upload_id).in_(upload_ids),
            AdVersion.review == Review.APPROVED,
            Ad.seller_id == seller_id,
        )
    )
    return db.exec(statement.limit(1)).first() is not None


def list_confirmed(db: Session, upload_ids: Sequence[str], reason: str) -> list[str]:
    """List the photos of the reported party in conversations where a moderator confirmed a report with this reason."""
    statement = (
        select(MessagePhoto.upload_id)
        .join(Message, col(Message.id) == MessagePhoto.message_id)
        .join(Report, col(Report.target_id) == Message.conversation_id)
        .where(
            Report.target == ReportTarget.CONVERSATION,
            Report.status == ReportStatus.RESOLVED,
            Report.reason == reason,
            Report.reporter_id != Message.sender_id,
            # What the reporter had seen: later photos, and those from long before, were not reported.
            Message.seq <= col(Report.reported_seq),
            Message.seq > col(Report.reported_seq) - REPORTED_MESSAGES,
            col(MessagePhoto.upload_id).in_(upload_ids),
        )
    )
    return list(db.exec(statement.distinct()))


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
