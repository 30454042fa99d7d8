"""Conversations between buyers and sellers."""

from marketplace.domain.chat.block_queries import are_apart
from marketplace.domain.chat.blocks import block, is_silenced, list_blocked_ids, list_blocks, unblock
from marketplace.domain.chat.digest import DIGESTS, mail_digests
from marketplace.domain.chat.photo_access import get_photo, list_photos
from marketplace.domain.chat.photo_check import PHOTO_CHECK_JOB, KnownFraud, check_photos, find_known_frauds
from marketplace.domain.chat.push_job import PUSH_JOB, push_message
from marketplace.domain.chat.questions import list_questions, make_greeting
from marketplace.domain.chat.reading import (
    PAGE,
    count_conversations,
    count_messages,
    count_unread,
    count_unread_by_person,
    find_conversation,
    find_news,
    has_talked_about,
    list_conversations,
    list_messages,
    list_receipts,
    mark_delivered,
    mark_read,
    mute,
)
from marketplace.domain.chat.reply_time import find_reply_time
from marketplace.domain.chat.schemas import BlockView, ConversationNews, ConversationView, MessageCounts, MessageView
from marketplace.domain.chat.service import notify_typing, send
from marketplace.domain.chat.views import preview
from marketplace.domain.chat.waiting import list_waiting
from marketplace.domain.chat.warnings import judge_warning, list_reasons, prepare_replay
