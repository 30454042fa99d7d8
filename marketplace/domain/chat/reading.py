"""Reading conversations and marking messages as delivered or read."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, NotFound
from marketplace.core.text import clean_line
from marketplace.domain import accounts
from marketplace.domain.chat import block_queries, messages, queries, views, warnings
from marketplace.domain.chat.schemas import ConversationNews, ConversationView, MessageCounts, MessagePage
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Conversation

PAGE = 100


def list_conversations(
    db: Session,
    actor: Actor,
    *,
    before: str = "",
    q: str = "",
    limit: int = PAGE,
    offset: int = 0,
    trades: queries.Trades = (),
) -> list[ConversationView]:
    """List the caller's conversations, newest first; for `waiting`, which adds what is open between the two.

    Args:
        before: the id of another person or of a conversation; only older ones are returned.
        q: part of the other party's name.
        offset: number of conversations to skip.
        trades: as for `queries.list_inbox`; with these people there need not be a conversation.
    """
    account_id = actor.require()
    rows = queries.list_inbox(db, account_id, before=before, q=clean_line(q), limit=limit, offset=offset, trades=trades)
    return views.make_conversations(db, account_id, rows)


def count_conversations(db: Session, actor: Actor, *, q: str = "", trades: queries.Trades = ()) -> int:
    """Count all that `list_conversations` can return."""
    return queries.count_inbox(db, actor.require(), q=clean_line(q), trades=trades)


def list_messages(
    db: Session, actor: Actor, buyer_id: str, seller_id: str, *, before: str = "", limit: int = PAGE
) -> MessagePage:
    """Return part of a conversation, oldest first, without marking it as read.

    Args:
        before: a message id; messages before it are returned.

    Raises:
        NotSignedIn, Forbidden: the caller is neither party.
        NotFound: no such other party, or `before` is not in this conversation.
    """
    own_id, other_id = _sides(actor, buyer_id, seller_id)
    blocked = block_queries.find_block(db, own_id, other_id) is not None
    conversation = queries.find_conversation(db, buyer_id, seller_id)
    if conversation is None:
        if accounts.find_account(db, other_id) is None:
            raise NotFound(t(messages.UNKNOWN_PERSON))
        return MessagePage(blocked=blocked)
    before_seq = 0
    if before:
        before_seq = queries.find_seq(db, conversation.id, before) or 0
        if not before_seq:
            raise NotFound()
    rows = queries.list_messages(db, conversation.id, own_id, before_seq, limit + 1)
    shown = rows[:limit][::-1]
    parties = queries.get_parties(db, conversation.id)
    return MessagePage(
        conversation_id=conversation.id,
        messages=views.make_messages(db, actor, conversation, shown, other=parties[other_id]),
        next=shown[0].id if len(rows) > limit else "",
        ad_id=conversation.ad_id or "",
        unread=parties[own_id].unread,
        muted=parties[own_id].muted_at is not None,
        blocked=blocked,
    )


def has_talked_about(db: Session, actor: Actor, seller_id: str, ad_id: str) -> bool:
    """Whether the calling buyer's conversation with the seller has messages about the ad.

    Raises:
        NotSignedIn, Forbidden: not a buyer.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    conversation = queries.find_conversation(db, buyer_id, seller_id)
    return conversation is not None and queries.has_message_about(db, conversation.id, buyer_id, ad_id)


def find_news(
    db: Session, actor: Actor, conversation_id: str, *, after: int = 0, limit: int = PAGE
) -> ConversationNews | None:
    """Return the current state of one of the caller's conversations, without marking it as read.

    Args:
        after: number (`seq`) of the newest message the caller has; the newest `limit` messages after it are returned, and
            the warnings of the messages before it, which may have changed.

    Returns:
        None if the id is no conversation of the caller.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    own_id = actor.require(message=t(messages.LOGIN_FIRST))
    found = queries.find_sides(db, own_id, conversation_id)
    if found is None:
        return None
    conversation, own, other = found
    rows = queries.list_messages(db, conversation.id, own_id, 0, limit + 1, after_seq=after)
    return ConversationNews(
        conversation_id=conversation.id,
        other_id=own.other_id,
        messages=views.make_messages(db, actor, conversation, rows[:limit][::-1], other=other),
        warnings=warnings.list_newest(db, actor, conversation, 2 * PAGE) if after else {},
        complete=len(rows) <= limit,
        last_at=own.last_at,
        unread=own.unread,
        muted=own.muted_at is not None,
        ad_id=conversation.ad_id or "",
    )


def mark_read(db: Session, actor: Actor, buyer_id: str, seller_id: str) -> int:
    """Mark the conversation as read by the caller and notify both parties.

    Returns:
        The number of messages that became read.

    Raises:
        NotSignedIn, Forbidden: the caller is neither party.
    """
    own_id, other_id = _sides(actor, buyer_id, seller_id)
    conversation = queries.find_conversation(db, buyer_id, seller_id, lock=True)
    if conversation is None:
        return 0
    party = queries.get_party(db, conversation.id, own_id)
    unread = party.unread
    if unread:
        queries.reset_unread(db, party)
        events.record(db, "read", own_id, subject=conversation.id)
        if not block_queries.list_blockers(db, own_id, other_id):
            events.record(db, "receipts", other_id, subject=conversation.id)
    return unread


def mark_delivered(db: Session, actor: Actor) -> int:
    """Mark all messages to the caller as delivered and notify the senders.

    Returns:
        The number of conversations with newly delivered messages.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    own_id = actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t(messages.LOGIN_FIRST))
    changed = queries.mark_delivered(db, own_id)
    for party in changed:
        if not block_queries.list_blockers(db, own_id, party.other_id):
            events.record(db, "receipts", party.other_id, subject=party.conversation_id)
    return len(changed)


def count_messages(db: Session, actor: Actor) -> MessageCounts:
    """Count what the caller has not read or received yet."""
    unread, undelivered = queries.count_messages(db, actor.require())
    return MessageCounts(unread=unread, undelivered=undelivered)


def list_receipts(
    db: Session, actor: Actor, buyer_id: str, seller_id: str, message_ids: Sequence[str]
) -> dict[str, bool]:
    """Return which of the caller's messages were delivered, and whether each was read.

    Raises:
        NotSignedIn, Forbidden: the caller is neither party.
    """
    own_id, _ = _sides(actor, buyer_id, seller_id)
    return queries.list_receipts(db, own_id, message_ids) if message_ids else {}


def count_unread_by_person(db: Session, actor: Actor) -> dict[str, int]:
    """Count the caller's unread messages by sender, muted conversations included."""
    return queries.count_unread_by_person(db, actor.require())


def count_unread(db: Session, actor: Actor) -> int:
    """Count the caller's unread messages, muted conversations excluded."""
    return count_messages(db, actor).unread


def find_conversation(db: Session, actor: Actor, conversation_id: str) -> Conversation | None:
    """Return a conversation of the caller; None for any other."""
    return queries.find_conversation_of(db, actor.require(), conversation_id)


def mute(db: Session, actor: Actor, buyer_id: str, seller_id: str, *, muted: bool = True) -> None:
    """Mute or unmute a conversation; a muted one is left out of unread counts, digests and pushes.

    Raises:
        NotSignedIn, Forbidden: the caller is neither party.
        NotFound: there is no conversation.
    """
    own_id, _ = _sides(actor, buyer_id, seller_id)
    conversation = queries.find_conversation(db, buyer_id, seller_id, lock=True)
    if conversation is None:
        raise NotFound()
    party = queries.get_party(db, conversation.id, own_id)
    party.muted_at = clock.now() if muted else None
    db.flush()
    events.record(db, "chat", own_id, subject=conversation.id)


def _sides(actor: Actor, buyer_id: str, seller_id: str) -> tuple[str, str]:
    own_id = actor.require(message=t(messages.LOGIN_FIRST))
    if own_id == buyer_id:
        return own_id, seller_id
    if own_id == seller_id:
        return own_id, buyer_id
    raise Forbidden()
