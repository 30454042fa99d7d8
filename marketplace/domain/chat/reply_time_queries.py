"""Queries on how soon sellers answer."""

from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from marketplace.models import ConversationParty, Message


# Built once: every page of an ad runs it, and building it takes ten times as long as running it.
@lru_cache(maxsize=1)
def _first_questions(limit: int) -> Any:
    party = ConversationParty
    recent = (
        select(party.conversation_id)
        .where(party.account_id == bindparam("seller_id"), col(party.last_at) >= bindparam("since"))
        .order_by(col(party.last_at).desc())
        .limit(limit)
        .subquery()
    )
    first, earlier, later = Message, aliased(Message), aliased(Message)
    # Ordered and limited instead of min(), so that the database reads no more than the start of a conversation.
    first_seq = (
        select(earlier.seq)
        .where(
            earlier.conversation_id == recent.c.conversation_id,
            earlier.sender_id != bindparam("seller_id"),
            col(earlier.withheld).is_(False),
        )
        .order_by(col(earlier.seq))
        .limit(1)
        .scalar_subquery()
    )
    answered_at = (
        select(later.created_at)
        .where(
            later.conversation_id == recent.c.conversation_id,
            # With `= seller_id`, PostgreSQL may use the index on senders and read all messages of the seller.
            later.sender_id != first.sender_id,
            later.seq > first.seq,
        )
        .order_by(col(later.seq))
        .limit(1)
        .correlate(first, recent)
        .scalar_subquery()
    )
    return (
        select(first.created_at, answered_at)
        .join(recent, recent.c.conversation_id == first.conversation_id)
        .where(first.seq == first_seq, col(first.created_at) >= bindparam("since"))
    )


def list_first_questions(
    db: Session, seller_id: str, since: datetime, limit: int
) -> list[tuple[datetime, datetime | None]]:
    """List when buyers first wrote to a seller after `since`, each with the time of the answer, None without one.

    Args:
        limit: only this many conversations are read, those with the newest messages.
    """
    rows = db.exec(_first_questions(limit), params={"seller_id": seller_id, "since": since})
    return [(row[0], row[1]) for row in rows]
