"""Tries a change of a rule on the messages and ads of the last days, before it goes live.

It takes seconds, so it runs outside of any transaction, and one at a time in each process, so that it never takes
all threads.
"""

from dataclasses import dataclass
from datetime import timedelta
from threading import Lock

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, TooMany
from marketplace.db.database import read_only
from marketplace.domain import chat, trust
from marketplace.domain.moderation import signals
from marketplace.domain.once import stores_once
from marketplace.domain.phases import Finish, two_phase
from marketplace.domain.trust import RuleReplay, RuleView, messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.settings import get_settings

MAX_DAYS = 90
_running = Lock()


@dataclass
class Progress:
    """How far a replay is, for another thread that shows it."""

    total: int = 0
    done: int = 0

    @property
    def percent(self) -> int:
        """The part that is done, from 0 to 100."""
        return 100 * self.done // self.total if self.total else 0

    def step(self) -> None:
        """Count one more."""
        self.done += 1


@two_phase
def replay_rule(
    actor: Actor,
    code: str,
    *,
    days: int = trust.LEAST_DAYS,
    enabled: bool | None = None,
    weight: float | None = None,
    progress: Progress | None = None,
) -> Finish[RuleReplay]:
    """Compare the findings of the rules with one change in recent messages and ads with the findings without it. Nothing is changed.

    Args:
        code: the rule to change.
        days: how far back; an even sample of the messages and ads if there are more than settings allow.
        enabled, weight: the change; None keeps the live value.
        progress: is told how far the replay is.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such rule.
        Invalid: the weight or the number of days is out of range.
        TooMany: this process runs another replay.
    """
    actor.require(AccountKind.ADMIN)
    replay = _replay(actor, code, days, enabled, weight, progress or Progress())
    return lambda _db, _actor: replay


@stores_once
@two_phase
def change_rule(
    actor: Actor, code: str, *, enabled: bool | None = None, weight: float | None = None
) -> Finish[tuple[RuleReplay, RuleView]]:
    """Try a change on the last 30 days and make it live; returns the comparison and the rule.

    Raises:
        NotSignedIn, Forbidden: not an administrator; moderators may only try changes.
        NotFound, Invalid, TooMany: as for `replay_rule`.
        Conflict: a rule was changed since the replay.
    """
    actor.require_admin()
    replay = _replay(actor, code, trust.LEAST_DAYS, enabled, weight, Progress())

    def finish(db: Session, actor: Actor) -> tuple[RuleReplay, RuleView]:
        return replay, trust.change_rule(db, actor, replay)

    return finish


def _replay(
    actor: Actor, code: str, days: int, enabled: bool | None, weight: float | None, progress: Progress
) -> RuleReplay:
    if not 1 <= days <= MAX_DAYS:
        raise Invalid(t(messages.BAD_DAYS, most=MAX_DAYS), "days")
    since = clock.now() - timedelta(days=days)
    if not _running.acquire(blocking=False):
        raise TooMany(t(messages.REPLAY_RUNS), retry_after=get_settings().rule_replay_seconds)
    try:
        with read_only() as db:
            change, rules = trust.plan_change(db, actor, code, enabled=enabled, weight=weight)
            live = trust.get_live_rules(db).changes
            received = chat.prepare_replay(db, actor, rules, since)
            submitted = signals.prepare_replay(db, actor, rules, since)
        progress.total = len(received.judges) + len(submitted.judges)
        return RuleReplay(
            code=code,
            enabled=change.enabled,
            weight=change.weight,
            days=days,
            live=live,
            messages=trust.replay(received, progress.step),
            ads=trust.replay(submitted, progress.step),
        )
    finally:
        _running.release()
