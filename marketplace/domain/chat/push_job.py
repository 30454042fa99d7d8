"""Pushes a new message to the recipient's browsers, unless an open page has received it.

A push names the sender and has no text of the message, since it is shown on locked screens.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import accounts, push
from marketplace.domain.chat import messages, queries
from marketplace.i18n.texts import t
from marketplace.models import Conversation, Message
from marketplace.settings import get_settings

PUSH_JOB = "chat.push"


def enqueue(db: Session, message: Message, recipient_id: str) -> None:
    """Enqueue the push of a new message, late enough for an open page to receive it first."""
    payload = {"message_id": message.id, "recipient_id": recipient_id}
    due_at = clock.now() + timedelta(seconds=get_settings().push_chat_delay_s)
    push.enqueue(db, recipient_id, PUSH_JOB, payload, due_at=due_at)


def push_message(payload: Mapping[str, Any]) -> int:
    """Show in a browser that there is a new message; the handler of PUSH_JOB."""
    return push.deliver(payload, lambda db: _compose(db, payload["message_id"], payload["recipient_id"]))


def _compose(db: Session, message_id: str, recipient_id: str) -> push.PushMessage | None:
    """Return what the recipient sees; None if it is muted or blocked, or the message was received or is not the newest."""
    message = db.get(Message, message_id)
    if message is None:
        return None
    party = queries.get_party(db, message.conversation_id, recipient_id)
    received = max(party.delivered_seq, party.read_seq) >= message.seq
    if received or not party.unread or party.muted_at or party.last_seq != message.seq:
        return None
    sender = accounts.people(db, [message.sender_id])[message.sender_id]
    conversation = queries.get_conversation(db, message.conversation_id)
    return push.PushMessage(t(messages.PUSH, name=sender.name), _path(conversation, recipient_id))


def _path(conversation: Conversation, recipient_id: str) -> str:
    if recipient_id == conversation.buyer_id:
        return f"/user/messages?seller={conversation.seller_id}"
    return f"/seller/messages?user={conversation.buyer_id}"
