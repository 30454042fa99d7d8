"""Conversations that wait for a reply."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain.chat import queries
from marketplace.domain.waiting_rows import WaitingRow
from marketplace.models import AccountKind
from marketplace.settings import get_settings


def list_waiting(db: Session, actor: Actor) -> list[WaitingRow]:
    """List the caller's conversations of the last REPLY_TIME_DAYS whose newest message is by the other party.

    Without muted and blocked ones, and those with people whose accounts are not active.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id = actor.require()
    since = clock.now() - timedelta(days=get_settings().reply_time_days)
    page = "/seller/messages?user=" if actor.kind is AccountKind.SELLER else "/user/messages?seller="
    return [
        WaitingRow(
            kind="message",
            subject_id=party.conversation_id,
            link=page + party.other_id,
            since=party.last_at or conversation.created_at,
            ad_id=conversation.ad_id or "",
            other_id=party.other_id,
        )
        for party, conversation in queries.list_unanswered(db, account_id, since)
    ]
