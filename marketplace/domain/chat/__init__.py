"""Conversations between buyers and sellers."""

from marketplace.domain.chat.blocks import block, is_silenced, list_blocks, unblock
from marketplace.domain.chat.digest import mail_digests, stop_digests
from marketplace.domain.chat.reading import (
    count_conversations,
    count_unread,
    find_conversation,
    list_conversations,
    list_messages,
    mark_read,
    mute,
)
from marketplace.domain.chat.schemas import BlockView, ConversationView, MessagePage, MessageView
from marketplace.domain.chat.service import send, tell_typing

__all__ = [
    "BlockView",
    "ConversationView",
    "MessagePage",
    "MessageView",
    "block",
    "count_conversations",
    "count_unread",
    "find_conversation",
    "is_silenced",
    "list_blocks",
    "list_conversations",
    "list_messages",
    "mail_digests",
    "mark_read",
    "mute",
    "send",
    "stop_digests",
    "tell_typing",
    "unblock",
]
