"""Builds views of conversations from rows."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.chat import block_queries, photo_access, queries, warnings
from marketplace.domain.chat.schemas import ConversationView, MessageView
from marketplace.models import AccountKind, Conversation, ConversationParty, Message
from marketplace.settings import get_settings


def preview(text: str) -> str:
    """The start of a message, for a contact list."""
    return text[: get_settings().preview_length]


def make_messages(
    db: Session, actor: Actor, conversation: Conversation, rows: Sequence[Message], *, other: ConversationParty
) -> tuple[MessageView, ...]:
    """Build views of one conversation's messages with photos for the actor; `other` is the other party."""
    photos = photo_access.list_photos(db, [row.id for row in rows])
    warned = warnings.list_for(db, actor, rows)
    return tuple(
        MessageView.of(
            row,
            buyer_id=conversation.buyer_id,
            seller_id=conversation.seller_id,
            photos=photos.get(row.id, ()),
            ad_id=row.ad_id or "",
            client_id=row.client_id if actor.owns(row.sender_id) else "",
            mine=actor.owns(row.sender_id),
            delivered=_is_status_visible(actor, row) and row.seq <= max(other.delivered_seq, other.read_seq),
            read=_is_status_visible(actor, row) and row.seq <= other.read_seq,
            warnings=warned.get(row.id, ()),
        )
        for row in rows
    )


def _is_status_visible(actor: Actor, message: Message) -> bool:
    """Whether the actor may see if the message was delivered and read: only for own messages that were not withheld."""
    return actor.owns(message.sender_id) and not message.withheld


def make_conversations(db: Session, account_id: str, rows: Sequence[queries.InboxRow]) -> list[ConversationView]:
    """Build an account's inbox."""
    others = [other_id for other_id, *_ in rows]
    people = accounts.people(db, [account_id, *others])
    blocked = block_queries.list_blocked_ids(db, account_id, others)
    own = people[account_id]
    return [
        ConversationView(
            id=conversation.id if conversation else "",
            buyer=own if own.kind is AccountKind.BUYER else people[other_id],
            seller=own if own.kind is AccountKind.SELLER else people[other_id],
            other=people[other_id],
            ad_id=(conversation.ad_id if conversation else "") or "",
            last_text=newest.text if newest else "",
            preview=preview(newest.text) if newest else "",
            last_at=at,
            last_message_at=party.last_at if party else None,
            unread=party.unread if party else 0,
            muted=party is not None and party.muted_at is not None,
            blocked=other_id in blocked,
        )
        for other_id, at, party, conversation, newest in rows
    ]
