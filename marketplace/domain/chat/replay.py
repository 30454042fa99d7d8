"""Tries changed rules on messages that were received, with the code that decides about new ones. Nothing is changed."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.domain import trust
from marketplace.domain.chat import warning_queries, warnings
from marketplace.domain.chat.schemas import Replay, ReplayedMessage
from marketplace.domain.trust import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.settings import get_settings

MAX_DAYS = 90
_SAMPLE = 10
_SAMPLE_TEXT = 300


def replay_rules(
    db: Session,
    actor: Actor,
    code: str,
    *,
    days: int = 30,
    enabled: bool | None = None,
    weight: float | None = None,
) -> Replay:
    """Compare the warnings that the rules with one change would give to recent messages with those that were given.

    Args:
        code: the rule to change.
        days: how far back; the newest messages only if there are more than a setting allows.
        enabled, weight: the change; None keeps the live value.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such rule.
        Invalid: the weight or the number of days is out of range.
    """
    rules = trust.get_changed_rules(db, actor, code, enabled=enabled, weight=weight)
    if not 1 <= days <= MAX_DAYS:
        message = t(messages.BAD_DAYS, most=MAX_DAYS)
        raise Invalid(message, "days")
    most = get_settings().rule_replay_messages
    received = warning_queries.list_received_since(db, clock.now() - timedelta(days=days), most + 1)
    stored = warning_queries.list_codes(db, [message.id for message, _ in received[:most]])
    flagged, newly, no_longer = 0, 0, 0
    sample: list[ReplayedMessage] = []
    for message, buyer_id in received[:most]:
        kind = AccountKind.BUYER if message.sender_id == buyer_id else AccountKind.SELLER
        found = [finding.code for finding in warnings.assess(db, message, kind, rules)]
        before = stored.get(message.id, ())
        flagged += bool(found)
        newly += bool(found) and not before
        no_longer += bool(before) and not found
        if bool(found) != bool(before) and len(sample) < _SAMPLE:
            sample.append(ReplayedMessage(text=message.text[:_SAMPLE_TEXT], before=before, after=tuple(found)))
    return Replay(
        checked=min(len(received), most),
        limited=len(received) > most,
        flagged=flagged,
        newly_flagged=newly,
        no_longer_flagged=no_longer,
        sample=tuple(sample),
    )
