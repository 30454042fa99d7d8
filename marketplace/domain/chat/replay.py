"""Tries changed rules on messages that were received, with the code that decides about new ones. Nothing is changed."""

from datetime import datetime

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import trust
from marketplace.domain.chat import warning_queries, warnings
from marketplace.models import AccountKind, Message
from marketplace.settings import get_settings


def replay_messages(db: Session, actor: Actor, rules: trust.Rulebook, since: datetime) -> trust.Replay:
    """Compare the warnings that rules would give to messages received since a moment with those that were given.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    most = get_settings().rule_replay_messages
    received = warning_queries.list_received_since(db, since, most + 1)
    stored = warning_queries.list_codes(db, [message.id for message, _ in received[:most]])

    def judge(message: Message, buyer_id: str) -> trust.Replayed:
        kind = AccountKind.BUYER if message.sender_id == buyer_id else AccountKind.SELLER
        found = tuple(finding.code for finding in warnings.assess(db, message, kind, rules))
        return trust.Replayed(text=message.text, before=stored.get(message.id, ()), after=found)

    return trust.compare((judge(*each) for each in received[:most]), limited=len(received) > most)
