"""How long sellers take to answer."""

import statistics
from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain.chat import messages, reply_time_queries
from marketplace.domain.chat.schemas import ReplyTime
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

# The newest conversations are enough for a median, and keep the query short for sellers with thousands of them.
_MAX_CONVERSATIONS = 50


def find_reply_time(db: Session, actor: Actor, seller_id: str) -> ReplyTime | None:
    """Return how long a seller usually takes to answer a buyer's first message, rounded up to a step of `messages.REPLIES`.

    It is the median over the conversations of the last months, one wait for each buyer. Questions that have waited longer
    than the slowest step count as slower than any answer; younger ones are left out, since they may still be answered.
    Cached pages can show an older value, because a message does not change the cache generation.

    Returns:
        None if there are too few answers, or the seller is slower than the slowest step.
    """
    del actor  # public
    settings, now = get_settings(), clock.now()
    slowest = timedelta(minutes=max(messages.REPLIES))
    since = now - timedelta(days=settings.reply_time_days)
    asked = reply_time_queries.list_first_questions(db, seller_id, since, _MAX_CONVERSATIONS)
    waits = [answered - asked_at for asked_at, answered in asked if answered is not None]
    if len(waits) < settings.reply_time_min_answers:
        return None
    ignored = [timedelta.max for asked_at, answered in asked if answered is None and now - asked_at > slowest]
    # The higher of two medians: more than half of the buyers waited no longer.
    usual = statistics.median_high(waits + ignored)
    for minutes, text in messages.REPLIES.items():
        if usual <= timedelta(minutes=minutes):
            answered = 100 * len(waits) // (len(waits) + len(ignored))
            return ReplyTime(minutes=minutes, text=t(text), rate_text=t(messages.REPLY_RATE, percent=answered))
    return None
