"""Stores once what a client sends several times: a form clicked twice, or a request repeated because its answer was lost.

The client makes an id for what it creates and sends the same one with each repetition, as with the header Idempotency-Key
(draft-ietf-httpapi-idempotency-key-header).
"""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlmodel import Session, col, delete

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict
from marketplace.db.upsert import insert_or_update
from marketplace.domain import phases
from marketplace.i18n.texts import t
from marketplace.models import Submission

P = ParamSpec("P")
Result = TypeVar("Result")
# Longer than a phone is without a connection.
_KEPT = timedelta(days=7)


def stores_once(
    function: Callable[Concatenate[Session, Actor, P], Result],
) -> Callable[Concatenate[Session, Actor, P], Result]:
    """Make a domain function raise Conflict if it has already succeeded for the same account and client id.

    The error's `storedId` is that of what the first call returned. The id is stored in the transaction of the function, so that a
    refused call can be repeated; not for functions whose errors commit. Goes above `two_phase`.
    """
    first = phases.first_phase(function)
    if first is not None:

        def first_of_once(actor: Actor, *args: Any, **options: Any) -> phases.Finish[Any]:
            finish = first(actor, *args, **options)
            return lambda db, actor: _run(db, actor, finish)

        return phases.two_phase(wraps(first)(first_of_once))

    @wraps(function)
    def once(db: Session, actor: Actor, *args: P.args, **options: P.kwargs) -> Result:
        return _run(db, actor, lambda db, actor: function(db, actor, *args, **options))

    return once


def is_stored(db: Session, actor: Actor) -> bool:
    """Return whether something is stored under the caller's client id."""
    return bool(actor.client_id) and db.get(Submission, _key(actor)) is not None


def forget_old(db: Session) -> int:
    """Delete ids that no client repeats any more; returns their number. A scheduled job."""
    return db.exec(delete(Submission).where(col(Submission.created_at) < clock.now() - _KEPT)).rowcount


def _run(db: Session, actor: Actor, finish: phases.Finish[Result]) -> Result:
    if not actor.client_id:
        return finish(db, actor)
    key = _key(actor)
    # On PostgreSQL it waits for a transaction that is storing the same id.
    insert = insert_or_update(db, Submission).values(key=key, subject_id="", created_at=clock.now())
    if db.execute(insert.on_conflict_do_nothing().returning(col(Submission.key))).first() is None:
        found = db.get_one(Submission, key)
        raise Conflict(t("This was sent before, and is already stored."), extra={"storedId": found.subject_id})
    result = finish(db, actor)
    db.get_one(Submission, key).subject_id = getattr(result, "id", "")
    return result


def _key(actor: Actor) -> str:
    return hashlib.sha256(f"{actor.account_id or ''}:{actor.client_id}".encode()).hexdigest()
