"""Statements on jobs. A claim is one conditional UPDATE, so of many workers exactly one gets each job."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, func, or_, select, update

from marketplace.models import Job


def _is_due(now: datetime) -> list[ColumnElement[bool]]:
    return [
        col(Job.done_at).is_(None),
        col(Job.failed_at).is_(None),
        col(Job.due_at) <= now,
        or_(col(Job.locked_until).is_(None), col(Job.locked_until) <= now),
    ]


def list_due_ids(db: Session, kinds: Collection[str], now: datetime, limit: int) -> list[str]:
    """Jobs of these kinds that wait and that nobody is doing, the longest waiting first."""
    due = select(Job.id).where(*_is_due(now), col(Job.kind).in_(kinds))
    return list(db.exec(due.order_by(col(Job.due_at), col(Job.id)).limit(limit)))


def claim(db: Session, job_id: str, now: datetime, until: datetime) -> Job | None:
    """The job, now this worker's until that time; None when another was quicker."""
    claimed = db.exec(
        update(Job)
        .where(col(Job.id) == job_id, *_is_due(now))
        .values(locked_until=until, attempts=Job.attempts + 1)
        .execution_options(synchronize_session=False)
    )
    if claimed.rowcount != 1:
        return None
    return db.get(Job, job_id, populate_existing=True)


def settle(db: Session, job_id: str, claimed_until: datetime, **values: Any) -> bool:
    """Write what became of a claimed job, unless the claim lapsed and somebody else took it."""
    written = db.exec(
        update(Job)
        .where(col(Job.id) == job_id, col(Job.locked_until) == claimed_until)
        .values({"locked_until": None} | values)
        .execution_options(synchronize_session=False)
    )
    return written.rowcount == 1


def is_known(db: Session, dedupe_key: str) -> bool:
    """Whether there is, or lately was, a job with this key."""
    return db.exec(select(Job.id).where(Job.dedupe_key == dedupe_key)).first() is not None


def count_open(db: Session) -> tuple[int, int]:
    """How many jobs are not done yet, and how many were given up."""
    counts = select(func.count(), func.count(col(Job.failed_at))).where(col(Job.done_at).is_(None))
    undone, given_up = db.exec(counts).one()
    return undone - given_up, given_up


def longest_due(db: Session) -> datetime | None:
    """Since when the job that waits longest has been due."""
    return db.exec(select(func.min(Job.due_at)).where(col(Job.done_at).is_(None), col(Job.failed_at).is_(None))).one()


def delete_settled_before(db: Session, moment: datetime) -> int:
    """Forget jobs done or given up before the moment; how many there were."""
    return db.exec(delete(Job).where(or_(col(Job.done_at) < moment, col(Job.failed_at) < moment))).rowcount
