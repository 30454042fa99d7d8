"""Enqueues jobs and deletes old ones."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.domain.jobs import queries, queue
from marketplace.models import Job
from marketplace.settings import get_settings

TOPIC = "jobs"


def enqueue(
    db: Session,
    kind: str,
    payload: Mapping[str, Any] | None = None,
    *,
    dedupe_key: str | None = None,
    due_at: datetime | None = None,
) -> bool:
    """Enqueue a job in the running transaction; it runs only if that commits.

    Args:
        kind: name of the handler.
        payload: JSON values for the handler; prefer ids to texts, since the job runs later.
        dedupe_key: only the first job with a key is enqueued.
        due_at: earliest time to run; now by default.

    Returns:
        Whether the job is new.
    """
    row = Job(kind=kind, payload=dict(payload or {}), dedupe_key=dedupe_key, due_at=due_at or clock.now())
    return queue.put(db, row, TOPIC)


def bring_forward(db: Session, dedupe_key: str) -> bool:
    """Make an open job due now, if there is one with this key; returns whether there is."""
    job_id = queries.bring_forward(db, dedupe_key, clock.now())
    if job_id:
        events.record(db, TOPIC, subject=job_id)
    return bool(job_id)


def count_open(db: Session) -> tuple[int, int]:
    """Count the unfinished jobs and the failed ones."""
    return queue.count_open(db, Job)


def forget_old(db: Session) -> int:
    """Delete jobs that finished or failed at least JOB_KEEP_DAYS ago; returns their number."""
    return queue.delete_settled(db, Job, get_settings().job_keep_days)
