"""Reading conversations, and what having read them changes."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace import clock, events
from marketplace.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.chat import block_queries, messages, queries, views
from marketplace.domain.chat.schemas import ConversationNews, ConversationView, MessagePage
from marketplace.errors import Forbidden, NotFound
from marketplace.models import AccountKind, Conversation
from marketplace.texts import t

PAGE = 100


def list_conversations(
    db: Session, actor: Actor, *, before: str = "", q: str = "", limit: int = PAGE, offset: int = 0
) -> list[ConversationView]:
    """The caller's conversations, newest first; one more than shown tells whether others follow.

    Args:
        before: a conversation id; only older ones follow it.
        q: part of the other side's name.
        offset: conversations to pass over.
    """
    account_id = actor.require()
    rows = queries.list_inbox(db, account_id, before=before, q=_folded(q), limit=limit, offset=offset)
    return views.make_conversations(db, account_id, rows)


def count_conversations(db: Session, actor: Actor, *, q: str = "") -> int:
    """How many conversations `list_conversations` can answer in all."""
    return queries.count_inbox(db, actor.require(), q=_folded(q))


def list_messages(
    db: Session, actor: Actor, buyer_id: str, seller_id: str, *, before: str = "", limit: int = PAGE
) -> MessagePage:
    """Part of the conversation of the two, oldest first; reading here marks nothing as read.

    Args:
        before: a message id; the messages before it are answered.

    Raises:
        NotSignedIn, Forbidden: the caller is neither of the two.
        NotFound: the other side does not exist, or `before` is not in this conversation.
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


def find_news(
    db: Session, actor: Actor, conversation_id: str, *, after: int = 0, limit: int = PAGE
) -> ConversationNews | None:
    """What one of the caller's conversations is by now; marks nothing as read.

    Args:
        after: the number (`seq`) of the newest message the caller knows; the newest `limit` after it are answered.

    Returns:
        None for an id that is no conversation of the caller's.

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
        complete=len(rows) <= limit,
        last_at=own.last_at,
        unread=own.unread,
        muted=own.muted_at is not None,
        ad_id=conversation.ad_id or "",
    )


def mark_read(db: Session, actor: Actor, buyer_id: str, seller_id: str) -> int:
    """Count the conversation as read by the caller, and let both sides know.

    Returns:
        How many messages became read.

    Raises:
        NotSignedIn, Forbidden: the caller is neither of the two.
    """
    own_id, other_id = _sides(actor, buyer_id, seller_id)
    conversation = queries.find_conversation(db, buyer_id, seller_id, lock=True)
    if conversation is None:
        return 0
    party = queries.get_party(db, conversation.id, own_id)
    unread = party.unread
    if unread:
        queries.reset_unread(db, party)
        silenced = block_queries.list_blockers(db, own_id, other_id)
        events.record(db, "read", own_id, *(() if silenced else (other_id,)), subject=conversation.id)
    return unread


def mark_delivered(db: Session, actor: Actor) -> int:
    """A page of the caller's has received all there is so far, wherever it stands; the other sides see it.

    Returns:
        In how many conversations something new had arrived.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    own_id = actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t(messages.LOGIN_FIRST))
    changed = queries.take_delivery(db, own_id)
    for party in changed:
        if not block_queries.list_blockers(db, own_id, party.other_id):
            events.record(db, "read", party.other_id, subject=party.conversation_id)
    return len(changed)


def count_undelivered(db: Session, actor: Actor) -> int:
    """In how many conversations something waits that no page of the caller's has received."""
    return queries.count_undelivered(db, actor.require())


def list_marks(db: Session, actor: Actor, buyer_id: str, seller_id: str, message_ids: Sequence[str]) -> dict[str, bool]:
    """Which of the caller's own messages have reached the other side, each with whether it was read.

    Raises:
        NotSignedIn, Forbidden: the caller is neither of the two.
    """
    own_id, _ = _sides(actor, buyer_id, seller_id)
    return queries.list_marks(db, own_id, message_ids) if message_ids else {}


def count_unread_by_person(db: Session, actor: Actor) -> dict[str, int]:
    """The caller's unread messages by who wrote them, muted conversations among them."""
    return queries.count_unread_by_person(db, actor.require())


def count_unread(db: Session, actor: Actor) -> int:
    """The caller's unread messages, those of muted conversations left out."""
    return queries.count_unread(db, actor.require())


def find_conversation(db: Session, actor: Actor, conversation_id: str) -> Conversation | None:
    """A conversation the caller is a side of; None for any other."""
    return queries.find_conversation_of(db, actor.require(), conversation_id)


def mute(db: Session, actor: Actor, buyer_id: str, seller_id: str, *, muted: bool = True) -> None:
    """Keep a conversation from counting as unread and from being mailed, or let it again.

    Raises:
        NotSignedIn, Forbidden: the caller is neither of the two.
        NotFound: the two have not spoken.
    """
    own_id, _ = _sides(actor, buyer_id, seller_id)
    conversation = queries.find_conversation(db, buyer_id, seller_id, lock=True)
    if conversation is None:
        raise NotFound()
    party = queries.get_party(db, conversation.id, own_id)
    party.muted_at = clock.now() if muted else None
    db.flush()
    events.record(db, "chat", own_id, subject=conversation.id)


def _folded(q: str) -> str:
    return q.replace("\x00", "").strip().casefold()


def _sides(actor: Actor, buyer_id: str, seller_id: str) -> tuple[str, str]:
    own_id = actor.require(message=t(messages.LOGIN_FIRST))
    if own_id == buyer_id:
        return own_id, seller_id
    if own_id == seller_id:
        return own_id, buyer_id
    raise Forbidden()
