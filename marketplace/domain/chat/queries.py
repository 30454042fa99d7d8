"""Queries on conversations; each is limited to one party's view."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, case, func, union_all, update
from sqlalchemy import select as columns
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, col, or_, select

from marketplace.domain.accounts.queries import is_named
from marketplace.domain.chat import block_queries
from marketplace.domain.waiting_rows import MOST
from marketplace.models import (
    Account,
    AccountStatus,
    Conversation,
    ConversationParty,
    Message,
    MessagePhoto,
    Report,
    ReportTarget,
)

# Selects ids of other people, each with a time.
Trades = Sequence[Any]
InboxRow = tuple[str, datetime, ConversationParty | None, Conversation | None, Message | None]


def find_conversation(db: Session, buyer_id: str, seller_id: str, *, lock: bool = False) -> Conversation | None:
    """Return the conversation of a buyer and a seller, locked if requested."""
    statement = select(Conversation).where(Conversation.buyer_id == buyer_id, Conversation.seller_id == seller_id)
    if lock:
        statement = statement.with_for_update().execution_options(populate_existing=True)
    return db.exec(statement).one_or_none()


def open_conversation(db: Session, buyer_id: str, seller_id: str) -> Conversation:
    """Return the locked conversation of the two, created if missing."""
    existing = find_conversation(db, buyer_id, seller_id, lock=True)
    if existing is not None:
        return existing
    try:
        with db.begin_nested():
            created = Conversation(buyer_id=buyer_id, seller_id=seller_id)
            db.add(created)
            db.flush()
            for own, other in ((buyer_id, seller_id), (seller_id, buyer_id)):
                db.add(ConversationParty(conversation_id=created.id, account_id=own, other_id=other))
    except IntegrityError:
        # The other party's first message arrived concurrently.
        again = find_conversation(db, buyer_id, seller_id, lock=True)
        if again is None:
            raise
        return again
    return created


def get_party(db: Session, conversation_id: str, account_id: str) -> ConversationParty:
    """Load one party of a conversation; changes require the conversation's lock."""
    statement = select(ConversationParty).where(
        ConversationParty.conversation_id == conversation_id, ConversationParty.account_id == account_id
    )
    return db.exec(statement.execution_options(populate_existing=True)).one()


def get_parties(db: Session, conversation_id: str) -> dict[str, ConversationParty]:
    """Return both parties of a conversation by account id."""
    rows = db.exec(
        select(ConversationParty)
        .where(ConversationParty.conversation_id == conversation_id)
        .execution_options(populate_existing=True)
    )
    return {row.account_id: row for row in rows}


def find_by_client_id(db: Session, sender_id: str, client_id: str) -> Message | None:
    """Return the sender's message with this client id."""
    return db.exec(select(Message).where(Message.sender_id == sender_id, Message.client_id == client_id)).one_or_none()


def find_conversation_of(db: Session, account_id: str, conversation_id: str) -> Conversation | None:
    """Return a conversation if this account is a party."""
    return db.exec(
        select(Conversation).where(
            Conversation.id == conversation_id,
            or_(Conversation.buyer_id == account_id, Conversation.seller_id == account_id),
        )
    ).one_or_none()


def get_conversation(db: Session, conversation_id: str) -> Conversation:
    """Load a conversation that is known to exist."""
    return db.exec(select(Conversation).where(Conversation.id == conversation_id)).one()


# Built once, like `_MESSAGES` and `_PHOTOS`: every message runs them, and building them takes longer than running them.
_own, _other = aliased(ConversationParty), aliased(ConversationParty)
_SIDES = (
    select(Conversation, _own, _other)
    .join(_own, and_(_own.conversation_id == Conversation.id, _own.account_id == bindparam("account_id")))
    .join(_other, and_(_other.conversation_id == Conversation.id, _other.account_id == _own.other_id))
    .where(Conversation.id == bindparam("conversation_id"))
)


def find_sides(
    db: Session, account_id: str, conversation_id: str
) -> tuple[Conversation, ConversationParty, ConversationParty] | None:
    """Return a conversation of this account, with its own and the other party."""
    row = db.exec(_SIDES, params={"account_id": account_id, "conversation_id": conversation_id}).one_or_none()
    return (row[0], row[1], row[2]) if row else None


_MESSAGES = (
    select(Message)
    .where(
        Message.conversation_id == bindparam("conversation_id"),
        or_(col(Message.withheld).is_(False), Message.sender_id == bindparam("account_id")),
        Message.seq > bindparam("after_seq"),
        Message.seq < bindparam("before_seq"),
    )
    .order_by(col(Message.seq).desc())
    .limit(bindparam("most"))
)
_MAX_SEQ = 2**31 - 1


def list_messages(
    db: Session, conversation_id: str, account_id: str, before_seq: int, limit: int, *, after_seq: int = 0
) -> list[Message]:
    """List messages this party can see, newest first, between `after_seq` and `before_seq` (0: the end)."""
    wanted = {
        "conversation_id": conversation_id,
        "account_id": account_id,
        "after_seq": after_seq,
        "before_seq": before_seq or _MAX_SEQ,
        "most": limit,
    }
    return list(db.exec(_MESSAGES, params=wanted))


def has_message_about(db: Session, conversation_id: str, account_id: str, ad_id: str) -> bool:
    """Whether this party can see a message that is about the ad."""
    statement = select(Message.id).where(
        Message.conversation_id == conversation_id,
        Message.ad_id == ad_id,
        or_(col(Message.withheld).is_(False), Message.sender_id == account_id),
    )
    return db.exec(statement.limit(1)).first() is not None


def find_seq(db: Session, conversation_id: str, message_id: str) -> int | None:
    """Sequence number of a message in its conversation."""
    return db.exec(
        select(Message.seq).where(Message.id == message_id, Message.conversation_id == conversation_id)
    ).one_or_none()


_PHOTOS = (
    select(MessagePhoto.message_id, MessagePhoto.upload_id)
    .where(col(MessagePhoto.message_id).in_(bindparam("ids", expanding=True)))
    .order_by(col(MessagePhoto.message_id), col(MessagePhoto.position))
)


def list_photo_ids(db: Session, message_ids: Iterable[str]) -> dict[str, list[str]]:
    """Return upload ids by message, in order."""
    ids_by_message: dict[str, list[str]] = {}
    for message_id, upload_id in db.exec(_PHOTOS, params={"ids": list(message_ids)}):
        ids_by_message.setdefault(message_id, []).append(upload_id)
    return ids_by_message


def can_see_photo(db: Session, account_id: str, message_id: str, upload_id: str) -> bool:
    """Whether a message visible to this account has the photo."""
    statement = (
        select(MessagePhoto.message_id)
        .join(Message, col(Message.id) == MessagePhoto.message_id)
        .join(Conversation, col(Conversation.id) == Message.conversation_id)
        .where(
            MessagePhoto.message_id == message_id,
            MessagePhoto.upload_id == upload_id,
            or_(Conversation.buyer_id == account_id, Conversation.seller_id == account_id),
            or_(col(Message.withheld).is_(False), Message.sender_id == account_id),
        )
    )
    return db.exec(statement).first() is not None


def is_in_report(db: Session, message_id: str, upload_id: str) -> bool:
    """Whether the photo is in a message of a reported conversation."""
    statement = (
        select(MessagePhoto.message_id)
        .join(Message, col(Message.id) == MessagePhoto.message_id)
        .join(Report, col(Report.target_id) == Message.conversation_id)
        .where(
            MessagePhoto.message_id == message_id,
            MessagePhoto.upload_id == upload_id,
            Report.target == ReportTarget.CONVERSATION,
        )
    )
    return db.exec(statement).first() is not None


def list_inbox(
    db: Session, account_id: str, *, before: str, q: str, limit: int, offset: int, trades: Trades
) -> list[InboxRow]:
    """List the people with whom this account has a visible message or a trade, by the time of the newest of both, latest first.

    Args:
        before: the id of another person, or of a conversation; only those after it in this order are returned.
        q: part of the other party's name, shop name or username, case-folded.
        trades: statements for the ids of people with whom something is open, and when it last changed.
    """
    entries, party = _entries(account_id, trades), ConversationParty
    in_inbox = and_(party.account_id == account_id, party.other_id == entries.c.other_id)
    shown = and_(Message.conversation_id == party.conversation_id, Message.seq == party.last_seq)
    statement: Any = (
        columns(entries.c.other_id, entries.c.at, party, Conversation, Message)
        .select_from(entries)
        .outerjoin(party, in_inbox)
        .outerjoin(Conversation, col(Conversation.id) == party.conversation_id)
        .outerjoin(Message, shown)
    )
    if before:
        named = or_(entries.c.other_id == before, col(party.conversation_id) == before)
        found = columns(entries.c.at, entries.c.other_id).select_from(entries).outerjoin(party, in_inbox).where(named)
        mark = db.execute(found).one_or_none()
        if mark is None:
            return []
        statement = statement.where(
            or_(entries.c.at < mark[0], and_(entries.c.at == mark[0], entries.c.other_id < mark[1]))
        )
    statement = _matches_name(statement, entries, q)
    latest = statement.order_by(entries.c.at.desc(), entries.c.other_id.desc()).offset(offset).limit(limit)
    return [(row[0], row[1], row[2], row[3], row[4]) for row in db.execute(latest)]


def count_inbox(db: Session, account_id: str, *, q: str, trades: Trades) -> int:
    """Count all that `list_inbox` can return."""
    entries = _entries(account_id, trades)
    return db.scalar(_matches_name(columns(func.count()).select_from(entries), entries, q)) or 0


def _entries(account_id: str, trades: Trades) -> Any:
    """The people in an account's list of conversations: `other_id`, and `at`, when something last happened."""
    party = ConversationParty
    written = columns(col(party.other_id).label("other_id"), col(party.last_at).label("at")).where(
        col(party.account_id) == account_id, col(party.last_at).is_not(None)
    )
    both = union_all(written, *trades).subquery()
    return columns(both.c.other_id, func.max(both.c.at).label("at")).group_by(both.c.other_id).subquery()


def _matches_name(statement: Any, entries: Any, q: str) -> Any:
    if not q:
        return statement
    return statement.join(Account, col(Account.id) == entries.c.other_id).where(is_named(q))


_is_undelivered = col(ConversationParty.delivered_seq) < col(ConversationParty.last_seq)
_COUNTS = select(
    func.coalesce(func.sum(case((col(ConversationParty.muted_at).is_(None), ConversationParty.unread), else_=0)), 0),
    func.coalesce(func.sum(case((_is_undelivered, 1), else_=0)), 0),
).where(ConversationParty.account_id == bindparam("account_id"), ConversationParty.unread > 0)


def count_messages(db: Session, account_id: str) -> tuple[int, int]:
    """Count the unread messages in conversations that are not muted, and the conversations with an undelivered message."""
    return db.exec(_COUNTS, params={"account_id": account_id}).one()


def list_unanswered(db: Session, account_id: str, since: datetime) -> list[tuple[ConversationParty, Conversation]]:
    """List conversations whose newest message, not older than `since`, is by the other party, the oldest message first.

    Muted conversations, those with a block and those with an account that is not active are left out.
    """
    party = ConversationParty
    rows = db.exec(
        select(party, Conversation)
        .join(Conversation, col(Conversation.id) == party.conversation_id)
        .join(Message, and_(Message.conversation_id == party.conversation_id, Message.seq == party.last_seq))
        .join(Account, and_(Account.id == party.other_id, Account.status == AccountStatus.ACTIVE))
        .where(
            party.account_id == account_id,
            col(party.last_at) >= since,
            col(party.muted_at).is_(None),
            Message.sender_id != account_id,
            ~block_queries.are_apart(party.account_id, party.other_id),
        )
        .order_by(col(party.last_at), col(party.conversation_id))
        .limit(MOST)
    )
    return [(row[0], row[1]) for row in rows]


def count_unread_by_person(db: Session, account_id: str) -> dict[str, int]:
    """Count unread messages by the other party; zero counts are omitted."""
    party = ConversationParty
    return dict(
        db.exec(select(party.other_id, party.unread).where(party.account_id == account_id, party.unread > 0)).all()
    )


def mark_delivered(db: Session, account_id: str) -> list[ConversationParty]:
    """Mark all messages visible to this account as delivered; returns the changed conversations."""
    party = ConversationParty
    statement = (
        select(party)
        .where(party.account_id == account_id, party.unread > 0, party.delivered_seq < party.last_seq)
        # A message written concurrently sends its own event.
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    rows = list(db.exec(statement))
    for row in rows:
        row.delivered_seq = row.last_seq
    db.flush()
    return rows


def list_receipts(db: Session, sender_id: str, message_ids: Iterable[str]) -> dict[str, bool]:
    """Return which of the sender's messages were delivered, and whether each was read."""
    party = ConversationParty
    return dict(
        db.exec(
            select(Message.id, Message.seq <= party.read_seq)
            .join(
                party,
                and_(col(party.conversation_id) == Message.conversation_id, col(party.account_id) != Message.sender_id),
            )
            .where(
                col(Message.id).in_(list(message_ids)),
                Message.sender_id == sender_id,
                col(Message.withheld).is_(False),
                or_(Message.seq <= party.read_seq, Message.seq <= party.delivered_seq),
            )
        ).all()
    )


def forget_unread(db: Session, account_id: str, other_id: str) -> None:
    """Let the unread messages from another account no longer count, without saying that they were read."""
    own, theirs = col(ConversationParty.account_id) == account_id, col(ConversationParty.other_id) == other_id
    db.exec(update(ConversationParty).where(own, theirs).values(unread=0))


def reset_unread(db: Session, party: ConversationParty) -> None:
    """Mark all messages visible to this party as read."""
    db.exec(
        update(ConversationParty)
        .where(
            col(ConversationParty.conversation_id) == party.conversation_id,
            col(ConversationParty.account_id) == party.account_id,
        )
        .values(unread=0, read_seq=party.last_seq, delivered_seq=party.last_seq)
    )
