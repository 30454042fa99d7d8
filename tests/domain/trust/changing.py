"""Helper of tests that change rules."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import moderation, trust
from marketplace.domain.trust import RuleView


def publish(
    db: Session, actor: Actor, code: str, *, enabled: bool | None = None, weight: float | None = None
) -> RuleView:
    """Replay a change of a rule and make it live."""
    return trust.change_rule(db, actor, moderation.replay_rule(db, actor, code, enabled=enabled, weight=weight))
