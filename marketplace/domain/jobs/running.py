"""Doing what was promised: claim, then step by step, each step committed together with the word that it is done.

So a job's effects happen once even where a worker dies in its middle: the step in hand is rolled back, the claim lapses
after JOB_LOCK_S, and whoever comes next goes on from the last committed step.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlmodel import Session

from marketplace import clock
from marketplace.database import reading, unit_of_work
from marketplace.domain.jobs import queries
from marketplace.models import Job
from marketplace.settings import get_settings

log = structlog.get_logger()

Handler = Callable[[Session, Mapping[str, Any]], int]
"""Does one step of a job in a transaction; answers how many things it dealt with. The job is done once that is 0."""


@dataclass(frozen=True, slots=True)
class Apart:
    """A handler of work that is not the database's and may take long, so that no transaction waits for it.

    Attributes:
        step: as a `Handler`, without a session; may be repeated where a worker dies, so doing it twice must not matter.
    """

    step: Callable[[Mapping[str, Any]], int]


class _LapsedError(Exception):
    """The claim ran out in the middle of a step, and somebody else has the job."""


def run_due(
    handlers: Mapping[str, Handler | Apart], *, limit: int = 50, goes_on: Callable[[], bool] = lambda: True
) -> int:
    """Do jobs that are due, in units of work of their own.

    Args:
        handlers: by kind; jobs of other kinds wait for a worker that knows them.
        goes_on: asked between steps; once it says no, the job in hand is given back for others to go on with.

    Returns:
        How many were done to their end.
    """
    with reading() as db:
        waiting = queries.list_due_ids(db, handlers.keys(), clock.now(), limit)
    return sum(_do(handlers, job_id, goes_on) for job_id in waiting if goes_on())


def _do(handlers: Mapping[str, Handler | Apart], job_id: str, goes_on: Callable[[], bool]) -> bool:
    now = clock.now()
    until = _lock_end()
    with unit_of_work() as db:
        job = queries.claim(db, job_id, now, until)
    if job is None:
        return False
    if job.attempts > get_settings().job_attempts:
        # Nobody lived to report a failure: the job takes its workers down with it.
        _put_off(job, until, job.last_error or "ended its worker every time")
        return False
    try:
        while following := _step(handlers[job.kind], job, until):
            until = following
            if not goes_on():
                _give_back(job, until)
                return False
    except _LapsedError:
        log.warning("job_took_too_long", job=job.id, kind=job.kind)
        return False
    except Exception as error:
        log.exception("job_failed", job=job.id, kind=job.kind, attempt=job.attempts)
        _put_off(job, until, f"{type(error).__name__}: {error}")
        return False
    return True


def _step(handler: Handler | Apart, job: Job, until: datetime) -> datetime | None:
    """One step and its mark in one transaction; the claim's new end, or None once the job is done."""
    done_apart = handler.step(job.payload) if isinstance(handler, Apart) else 0
    with unit_of_work() as db:
        dealt_with = done_apart if isinstance(handler, Apart) else handler(db, job.payload)
        following = _lock_end() if dealt_with else None
        marked = queries.settle(
            db,
            job.id,
            until,
            locked_until=following,
            done_at=None if following else clock.now(),
            last_error="",
        )
        if not marked:
            raise _LapsedError
    return following


def _give_back(job: Job, until: datetime) -> None:
    with unit_of_work() as db:
        queries.settle(db, job.id, until, attempts=job.attempts - 1)


def _put_off(job: Job, until: datetime, problem: str) -> None:
    settings = get_settings()
    give_up = job.attempts >= settings.job_attempts
    wait = min(settings.job_backoff_s * 2 ** (job.attempts - 1), settings.job_backoff_max_s)
    now = clock.now()
    if give_up:
        log.error("job_given_up", job=job.id, kind=job.kind, error=problem)
    with unit_of_work() as db:
        queries.settle(
            db,
            job.id,
            until,
            last_error=problem[:500],
            due_at=now + timedelta(seconds=wait),
            failed_at=now if give_up else None,
        )


def _lock_end() -> datetime:
    return clock.now() + timedelta(seconds=get_settings().job_lock_s)
