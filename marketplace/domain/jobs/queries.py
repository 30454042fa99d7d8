"""Queries on jobs."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, col, func, select, update

from marketplace.domain.jobs import queue
from marketplace.models import Job


class DueJob(NamedTuple):
    """The columns of a job that are read before it is claimed."""

    id: str
    kind: str
    payload: dict[str, Any]


def list_due(db: Session, kinds: Collection[str], now: datetime, limit: int) -> list[DueJob]:
    """Return due, unclaimed jobs of these kinds, the longest waiting first."""
    due = select(Job.id, Job.kind, Job.payload).where(*queue.due_rows(Job, now), col(Job.kind).in_(kinds))
    rows = db.exec(due.order_by(col(Job.due_at), col(Job.id)).limit(limit))
    return [DueJob(job_id, kind, dict(payload)) for job_id, kind, payload in rows]


def longest_due(db: Session) -> datetime | None:
    """Due time of the job that has waited longest."""
    return db.exec(select(func.min(Job.due_at)).where(*queue.open_rows(Job))).one()


def bring_forward(db: Session, dedupe_key: str, now: datetime) -> str:
    """Make the open job with this key due; returns its id, empty if there is none."""
    found = db.exec(select(Job.id).where(Job.dedupe_key == dedupe_key, *queue.open_rows(Job))).one_or_none()
    if found:
        db.exec(update(Job).where(col(Job.id) == found, col(Job.due_at) > now).values(due_at=now))
    return found or ""
