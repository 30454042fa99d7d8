"""Runs jobs: claim a job, then commit each step together with the job's new state.

A job's effects happen once even if a worker dies: the current step is rolled back, the claim expires after JOB_LOCK_S,
and the next worker continues from the last committed step.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import structlog
from sqlmodel import Session

from marketplace.core import clock
from marketplace.db.database import read_only, unit_of_work
from marketplace.domain.jobs import queries, queue
from marketplace.models import Job
from marketplace.settings import get_settings

log = structlog.get_logger()

Handler = Callable[[Session, Mapping[str, Any]], int]
"""Runs one step of a job in a transaction and returns the number of items processed; the job is done once that is 0."""


@dataclass(frozen=True, slots=True)
class DetachedHandler:
    """Handler for long work outside the database, without a transaction. Idempotent: it is repeated if a worker dies."""

    step: Callable[[Mapping[str, Any]], int]


@dataclass(frozen=True, slots=True)
class BatchHandler:
    """Handler for a kind of which many jobs are due together and share the expensive part of their work.

    Attributes:
        prepare: given the payloads of the jobs, reads what their steps need; writes nothing.
        step: like `Handler`, with the result of `prepare` besides.
    """

    prepare: Callable[[Session, Sequence[Mapping[str, Any]]], Any]
    step: Callable[[Session, Mapping[str, Any], Any], int]


AnyHandler = Handler | DetachedHandler | BatchHandler


class _LapsedError(Exception):
    """The claim expired during a step, and another worker has the job."""


def run_due(
    handlers: Mapping[str, AnyHandler],
    *,
    limit: int = 50,
    should_continue: Callable[[], bool] = lambda: True,
) -> int:
    """Run due jobs, each in its own units of work.

    Args:
        handlers: by kind; jobs of other kinds are left for a worker that knows them.
        limit: most jobs to run.
        should_continue: called between steps; if False, the current job is released for other workers.

    Returns:
        The number of jobs completed.
    """
    with read_only() as db:
        due = queries.list_due(db, handlers.keys(), clock.now(), limit)
    payloads = defaultdict(list)
    for job in due:
        payloads[job.kind].append(job.payload)
    prepare = {kind: _preparation(handlers[kind], same_kind) for kind, same_kind in payloads.items()}
    return sum(_run_job(prepare[job.kind], job.id, should_continue) for job in due if should_continue())


def _preparation(handler: AnyHandler, payloads: Sequence[Mapping[str, Any]]) -> Callable[[], Handler | DetachedHandler]:
    """Return what makes the handler of single jobs: it does the work that a batch shares once, unless that fails."""
    if not isinstance(handler, BatchHandler):
        return lambda: handler

    @cache
    def prepare() -> Handler:
        with read_only() as db:
            shared = handler.prepare(db, payloads)
        return lambda db, payload: handler.step(db, payload, shared)

    return prepare


def _run_job(
    prepare: Callable[[], Handler | DetachedHandler], job_id: str, should_continue: Callable[[], bool]
) -> bool:
    with unit_of_work() as db:
        job = queue.claim(db, Job, job_id, get_settings().job_lock_s)
    if job is None:
        return False
    if job.attempts > get_settings().job_attempts:
        # No failure was reported, so the job crashes its workers.
        _reschedule(job, job.last_error or "ended its worker every time")
        return False
    try:
        handler = prepare()
        while next_end := _run_step(handler, job):
            job.locked_until = next_end
            if not should_continue():
                _release(job)
                return False
    except _LapsedError:
        log.warning("job_took_too_long", job=job.id, kind=job.kind)
        return False
    except Exception as error:
        log.exception("job_failed", job=job.id, kind=job.kind, attempt=job.attempts)
        _reschedule(job, f"{type(error).__name__}: {error}")
        return False
    return True


def _run_step(handler: Handler | DetachedHandler, job: Job) -> datetime | None:
    """Run one step and store it in one transaction; returns the claim's new end, or None once the job is done."""
    detached_count = handler.step(job.payload) if isinstance(handler, DetachedHandler) else 0
    with unit_of_work() as db:
        processed = detached_count if isinstance(handler, DetachedHandler) else handler(db, job.payload)
        next_end = _claim_end() if processed else None
        stored = queue.settle(db, job, locked_until=next_end, done_at=None if next_end else clock.now(), last_error="")
        if not stored:
            raise _LapsedError
    return next_end


def _release(job: Job) -> None:
    with unit_of_work() as db:
        queue.settle(db, job, attempts=job.attempts - 1)


def _reschedule(job: Job, problem: str) -> None:
    settings = get_settings()
    policy = queue.RetryPolicy(settings.job_attempts, settings.job_backoff_s, settings.job_backoff_max_s)
    values = policy.after(job.attempts, problem)
    if values["failed_at"]:
        log.error("job_given_up", job=job.id, kind=job.kind, error=problem)
    with unit_of_work() as db:
        queue.settle(db, job, **values)


def _claim_end() -> datetime:
    return clock.now() + timedelta(seconds=get_settings().job_lock_s)
