"""Promising jobs, and forgetting those that are long done."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace import clock, events
from marketplace.domain.jobs import queries
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
    """Promise a job in the running transaction: it is done if and only if that commits.

    Args:
        kind: names the handler that does it.
        payload: what the handler needs, as JSON; ids rather than texts, for it is read later.
        dedupe_key: of several jobs with one key the first is done, the others are dropped.
        due_at: not before then; now, when left out.

    Returns:
        Whether it is new.
    """
    if dedupe_key and queries.is_known(db, dedupe_key):
        return False
    row = Job(kind=kind, payload=dict(payload or {}), dedupe_key=dedupe_key, due_at=due_at or clock.now())
    try:
        with db.begin_nested():
            db.add(row)
    except IntegrityError:
        # Another worker promised the same job at this very moment.
        if not dedupe_key:
            raise
        return False
    events.record(db, TOPIC, subject=row.id)
    return True


def count_open(db: Session) -> tuple[int, int]:
    """How many jobs wait to be done, and how many were given up."""
    return queries.count_open(db)


def waiting_since(db: Session) -> datetime | None:
    """When the job that waits longest should have been done, None where none waits; a moment to come where all do."""
    return queries.longest_due(db)


def forget_old(db: Session) -> int:
    """Delete jobs that were done or given up JOB_KEEP_DAYS ago or earlier; how many there were."""
    return queries.delete_settled_before(db, clock.now() - timedelta(days=get_settings().job_keep_days))
