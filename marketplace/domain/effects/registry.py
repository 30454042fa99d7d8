"""Observers: how each dependent carries out its column of the table of effects.

Domains that stand above `ads` and `catalog` register theirs (`marketplace/observers.py`), so that those import none of them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlmodel import Session

from marketplace.db.database import unit_of_work
from marketplace.domain import content, jobs
from marketplace.domain.effects import messages
from marketplace.domain.effects.events import Event, Occasion
from marketplace.domain.effects.table import TABLE, Dependent, Effect
from marketplace.i18n.texts import t

# Kind of the job that carries out the effects of an event on an account.
JOB = "effects.carry_out"
# Dependents that one transaction of the job ends, since other writes wait for it.
STEP = 25

Action = Callable[[Session, Occasion], int]


@dataclass(frozen=True, slots=True)
class Observer:
    """What one dependent does when an event meets it. Each function returns how many it found.

    Attributes:
        counts: counts what `ends` would end, for the question before the event.
        ends: ends them and tells the others.
        tells: tells their owners.
        follows: changes what they refer to.
        drops: deletes them.
        refuses: raises Conflict if there is one.
    """

    counts: Action | None = None
    ends: Action | None = None
    tells: Action | None = None
    follows: Action | None = None
    drops: Action | None = None
    refuses: Action | None = None

    def action(self, effect: Effect) -> Action | None:
        """Return the function for an effect; None for an effect that needs none."""
        actions = {
            Effect.ENDS: self.ends,
            Effect.TELLS: self.tells,
            Effect.FOLLOWS: self.follows,
            Effect.DROPS: self.drops,
        }
        return actions.get(effect)


_observers: dict[Dependent, Observer] = {}


def register(observers: Mapping[Dependent, Observer]) -> None:
    """Register the observers of all domains; once, before the first event."""
    _observers.update(observers)


def guard(db: Session, occasion: Occasion) -> None:
    """Check that nothing refuses the event; the caller holds the lock of its subject.

    Raises:
        Conflict: a dependent refuses it.
    """
    for dependent, effect in _row(occasion.event):
        observer = _observers.get(dependent)
        if effect is Effect.REFUSES and observer and observer.refuses:
            observer.refuses(db, occasion)


def fire(db: Session, occasion: Occasion) -> None:
    """Carry out the effects of an event, in its transaction; the caller holds the lock of its subject."""
    with content.one_occasion(db, occasion.key) as key:
        for action in _actions(occasion.event):
            action(db, replace(occasion, key=key))


def fire_later(db: Session, occasion: Occasion) -> None:
    """Let a job carry out the effects of an event on an account, which may have any number of dependents."""
    jobs.enqueue(db, JOB, asdict(occasion))


def carry_out(payload: Mapping[str, Any]) -> int:
    """Carry out one step of the effects of an event on an account, a transaction for each dependent; the handler of JOB.

    Returns:
        The number of dependents that were met; call it again until it is 0.
    """
    occasion = Occasion(**{**payload, "event": Event(payload["event"])})
    met = 0
    for action in _actions(occasion.event):
        with unit_of_work() as db, content.one_occasion(db, occasion.key):
            met += action(db, occasion)
    return met


def preview(db: Session, occasion: Occasion) -> dict[Dependent, int]:
    """Count what an event would end, by dependent, without those of which there is none."""
    counts = {
        dependent: observer.counts(db, occasion)
        for dependent, effect in _row(occasion.event)
        if effect is Effect.ENDS and (observer := _observers.get(dependent)) and observer.counts
    }
    return {dependent: count for dependent, count in counts.items() if count}


def explain(event: Event) -> str:
    """Say why an event ends what depends on its subject, in words for both parties."""
    return t(messages.REASONS[event])


def find_observer(dependent: Dependent) -> Observer | None:
    """Return the registered observer of a dependent; for tests of the table."""
    return _observers.get(dependent)


def _actions(event: Event) -> Iterator[Action]:
    for dependent, effect in _row(event):
        observer = _observers.get(dependent)
        if observer and (action := observer.action(effect)):
            yield action


def _row(event: Event) -> Iterator[tuple[Dependent, Effect]]:
    if not _observers:
        # A process that skipped them would leave promises open without a word.
        raise RuntimeError("Import marketplace.observers before anything changes.")
    yield from TABLE[event].items()
