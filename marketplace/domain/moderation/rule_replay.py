"""Tries a change of a rule on the messages and ads of the last days, before it goes live. Nothing is changed."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.domain import chat, trust
from marketplace.domain.moderation.signals import replay_ads
from marketplace.domain.trust import RuleReplay, messages
from marketplace.i18n.texts import t

MAX_DAYS = 90


def replay_rule(
    db: Session,
    actor: Actor,
    code: str,
    *,
    days: int = trust.LEAST_DAYS,
    enabled: bool | None = None,
    weight: float | None = None,
) -> RuleReplay:
    """Compare what the rules with one change would say of recent messages and ads with what they said.

    Args:
        code: the rule to change.
        days: how far back; an even sample of the messages and ads if there are more than settings allow.
        enabled, weight: the change; None keeps the live value.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such rule.
        Invalid: the weight or the number of days is out of range.
    """
    change, rules = trust.plan_change(db, actor, code, enabled=enabled, weight=weight)
    if not 1 <= days <= MAX_DAYS:
        raise Invalid(t(messages.BAD_DAYS, most=MAX_DAYS), "days")
    since = clock.now() - timedelta(days=days)
    return RuleReplay(
        code=code,
        enabled=change.enabled,
        weight=change.weight,
        days=days,
        live=trust.get_live_rules(db).changes,
        messages=chat.replay_messages(db, actor, rules, since),
        ads=replay_ads(db, actor, rules, since),
    )
