"""Makes the views of conversations from their rows."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import accounts, media
from marketplace.domain.chat import queries
from marketplace.domain.chat.schemas import ConversationView, MessageView
from marketplace.models import Conversation, Message
from marketplace.settings import get_settings


def preview(text: str) -> str:
    """The beginning of a message for a contact list."""
    return text[: get_settings().preview_length]


def make_messages(
    db: Session, actor: Actor, conversation: Conversation, rows: Sequence[Message], *, read_seq: int
) -> tuple[MessageView, ...]:
    """Messages of one conversation with their photos, as the actor sees them; the other side has read to `read_seq`."""
    photo_ids = queries.list_photo_ids(db, [row.id for row in rows])
    photos = media.photos_of(db, [one for of_message in photo_ids.values() for one in of_message]) if photo_ids else {}
    return tuple(
        MessageView(
            id=row.id,
            conversation_id=row.conversation_id,
            seq=row.seq,
            buyer_id=conversation.buyer_id,
            seller_id=conversation.seller_id,
            sender_id=row.sender_id,
            text=row.text,
            photos=tuple(photos[one] for one in photo_ids.get(row.id, []) if one in photos),
            ad_id=row.ad_id or "",
            client_id=row.client_id if actor.owns(row.sender_id) else "",
            mine=actor.owns(row.sender_id),
            read=actor.owns(row.sender_id) and not row.withheld and row.seq <= read_seq,
            created_at=row.created_at,
        )
        for row in rows
    )


def make_conversations(db: Session, account_id: str, rows: Sequence[queries.InboxRow]) -> list[ConversationView]:
    """An inbox, as its owner sees it."""
    others = [party.other_id for party, _, _ in rows]
    people = accounts.people(db, [account_id, *others])
    blocked = queries.list_blocked_ids(db, account_id, others)
    return [
        ConversationView(
            id=conversation.id,
            buyer=people[conversation.buyer_id],
            seller=people[conversation.seller_id],
            other=people[party.other_id],
            ad_id=conversation.ad_id or "",
            last_text=newest.text if newest else "",
            preview=preview(newest.text) if newest else "",
            last_at=party.last_at,
            unread=party.unread,
            muted=party.muted_at is not None,
            blocked=party.other_id in blocked,
        )
        for party, conversation, newest in rows
    ]
