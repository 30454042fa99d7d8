"""Observers: how each dependent carries out its column of the table of effects.

Domains that stand above `ads` and `catalog` register theirs (`marketplace/observers.py`), so that those import none of them.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlmodel import Session, col, select

from marketplace.core.actor import Actor
from marketplace.domain import jobs, locks
from marketplace.domain.effects import messages
from marketplace.domain.effects.events import SUSPENSIONS, Event, Occasion
from marketplace.domain.effects.table import TABLE, Dependent, Effect
from marketplace.i18n.texts import t, tn
from marketplace.models import Account, AccountStatus

# Kind of the job that carries out the effects of an event on the catalog or on an account.
JOB = "effects.carry_out"
# Dependents that one transaction of the job changes, since other writes wait for it, and rows that it looks at to find them.
STEP = 25
_LOOKED_AT = 1000
_ID = re.compile(r"\b[0-9A-Z]{26}\b")

Action = Callable[[Session, Occasion], None]


@dataclass(frozen=True, slots=True)
class Ending:
    """How what two people have because of an ad ends, or goes on without one of them. As an action, it ends all of an ad, whose lock
    the caller holds.

    Attributes:
        finds: given the id of an ad or account and a limit (None for all), lists what ends with it, by ad, in its current state;
            `seen_by` leaves out what a block hides from that seller.
        ends: ends one of these and tells the others, or tells them alone, so that it is found no longer; the caller holds the
            lock of its ad.
    """

    finds: Callable[..., Sequence[Any]]
    ends: Callable[[Session, Any, Occasion], None]

    def __call__(self, db: Session, occasion: Occasion) -> None:
        """End all of an ad."""
        for row in self.finds(db, occasion.subject_id, None):
            self.ends(db, row, occasion)


@dataclass(frozen=True, slots=True)
class Observer:
    """What one dependent does when an event meets it.

    Attributes:
        ends: ends those of the subject and tells the others.
        tells: tells their owners.
        alerts: enqueues the job that announces ads, after an event of an account; events of an ad enqueue it themselves.
        follows: changes what some of them refer to, those after `Occasion.after`. Returns the id after which the next
            step goes on, empty if none is left.
        drops: deletes them.
        refuses: raises Conflict if there is one.
    """

    ends: Action | None = None
    tells: Action | None = None
    alerts: Action | None = None
    follows: Callable[[Session, Occasion], str] | None = None
    drops: Action | None = None
    refuses: Action | None = None

    def action(self, effect: Effect) -> Callable[[Session, Occasion], object] | None:
        """Return the function for an effect; None for an effect that needs none."""
        actions = {
            Effect.ENDS: self.ends,
            Effect.TELLS: self.tells,
            Effect.ALERTS: self.alerts,
            Effect.FOLLOWS: self.follows,
            Effect.DROPS: self.drops,
            Effect.REFUSES: self.refuses,
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
    _act(db, occasion, {Effect.REFUSES})


def fire(db: Session, occasion: Occasion) -> None:
    """Carry out the effects of an event, in its transaction; the caller holds the lock of its subject."""
    _act(db, occasion, set(Effect) - {Effect.REFUSES})


def _act(db: Session, occasion: Occasion, effects: Collection[Effect]) -> None:
    for dependent, effect in _row(occasion.event):
        observer = _observers.get(dependent)
        if effect in effects and observer and (action := observer.action(effect)):
            action(db, occasion)


def fire_later(db: Session, occasion: Occasion) -> None:
    """Let jobs carry out the effects of an event on the catalog or an account, which may have any number of dependents."""
    following = [dependent.value for dependent, effect in _row(occasion.event) if effect is Effect.FOLLOWS]
    # What ends has the locks of its ads in common; what follows goes through its own rows.
    for dependent in [""] * bool(_endings(occasion.event)) + following:
        jobs.enqueue(db, JOB, asdict(occasion) | {"dependent": dependent})


def carry_out(db: Session, payload: Mapping[str, Any]) -> int:
    """Carry out one step of the effects of an event on the catalog or an account; the handler of JOB.

    Returns:
        The number of dependents that end; call it again until it is 0.
    """
    values = {name: value for name, value in payload.items() if name != "dependent"}
    occasion = Occasion(**values | {"event": Event(payload["event"])})
    if not payload["dependent"]:
        # Restored before the job ran, an account keeps everything.
        is_over = occasion.event in SUSPENSIONS and not _is_suspended(db, occasion.subject_id)
        return 0 if is_over else end_some(db, occasion)
    follow = _observers[Dependent(payload["dependent"])].follows
    if follow and (after := follow(db, occasion)):
        jobs.enqueue(db, JOB, {**payload, "after": after})
    return 0


def _is_suspended(db: Session, account_id: str) -> bool:
    return db.exec(select(Account.status).where(Account.id == account_id)).one() is AccountStatus.SUSPENDED


def end_some(db: Session, occasion: Occasion, *, also_lock: Collection[str] = ()) -> int:
    """End some of what ends with an account, and tell the other parties of it and of what goes on.

    Args:
        also_lock: ads that the caller will change. The locks of all ads come first.

    Returns:
        The number that was found; 0 if nothing is left.
    """
    endings = _endings(occasion.event, Effect.ENDS, Effect.TELLS).values()
    found = [row for ending in endings for row in ending.finds(db, occasion.subject_id, STEP)][:STEP]
    ad_ids = {row.ad_id for row in found}
    locks.lock_ads(db, {*ad_ids, *also_lock})
    # Others may have ended some before the locks were held.
    held = [(it, row) for it in endings for row in it.finds(db, occasion.subject_id, STEP) if row.ad_id in ad_ids]
    for ending, row in held[:STEP]:
        ending.ends(db, row, occasion)
    return len(found)


def list_naming(db: Session, table: Any, column: Any, ids: Collection[str], after: str) -> tuple[list[Any], str]:
    """List and lock some rows whose JSON names one of these ids, in the order of their own ids.

    Args:
        column: of the table, with the JSON.
        after: id of the row after which to look.

    Returns:
        The rows, and the id after which the next step goes on; empty if none is left.
    """
    rows = db.exec(select(table.id, column).where(table.id > after).order_by(table.id).limit(_LOOKED_AT)).all()
    naming = [row_id for row_id, content in rows if not set(_ID.findall(json.dumps(content))).isdisjoint(ids)][:STEP]
    last = naming[-1] if len(naming) == STEP else rows[-1][0] if len(rows) == _LOOKED_AT else ""
    locked = select(table).where(col(table.id).in_(naming)).order_by(table.id).with_for_update()
    return list(db.exec(locked.execution_options(populate_existing=True))), last


def describe(db: Session, actor: Actor, *occasions: Occasion) -> str:
    """Say in a sentence what events would end, as far as the actor may know of it; empty if nothing."""
    reader = {} if actor.is_staff else {"seen_by": actor.require()}
    ended: Counter[Dependent] = Counter()
    for occasion in occasions:
        for dependent, ending in _endings(occasion.event).items():
            ended[dependent] += len(ending.finds(db, occasion.subject_id, None, **reader))
    found = {dependent: count for dependent, count in ended.items() if count}
    parts = [tn(messages.ENDING_ONE[each], messages.ENDING_MANY[each], count) for each, count in found.items()]
    if len(parts) > 1:
        parts = [t(messages.AND, first=", ".join(parts[:-1]), last=parts[-1])]
    return t(messages.ENDS, what=parts[0]) if parts else ""


def explain(event: Event) -> str:
    """Say why an event ends what depends on its subject, in words for both parties."""
    return t(messages.REASONS[event])


def find_observer(dependent: Dependent) -> Observer | None:
    """Return the registered observer of a dependent; for tests of the table."""
    return _observers.get(dependent)


def _endings(event: Event, *effects: Effect) -> dict[Dependent, Ending]:
    """What the event ends between people, or does likewise by these effects, in the order of the table."""
    found = {
        dependent: _observers[dependent].action(effect)
        for dependent, effect in _row(event)
        if effect in (effects or (Effect.ENDS,)) and dependent in _observers
    }
    return {dependent: action for dependent, action in found.items() if isinstance(action, Ending)}


def _row(event: Event) -> Iterator[tuple[Dependent, Effect]]:
    if not _observers:
        # A process that skipped them would leave promises open without a word.
        raise RuntimeError("Import marketplace.observers before anything changes.")
    yield from TABLE[event].items()
