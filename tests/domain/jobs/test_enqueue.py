"""Tests of jobs.enqueue."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.db import database
from marketplace.domain import jobs
from marketplace.models import Job


def found(db: Session, kind: str) -> list[Job]:
    return list(db.exec(select(Job).where(Job.kind == kind)))


def test_enqueued_with_the_transaction(db, published):
    with database.unit_of_work() as work:
        assert jobs.enqueue(work, "greet", {"to": "a"})
        assert published == []
    (job,) = found(db, "greet")
    assert job.payload == {"to": "a"}
    assert [(event.topic, event.subject) for event in published] == [("jobs", job.id)]


def test_rollback_enqueues_nothing(db, published):
    try:
        with database.unit_of_work() as work:
            jobs.enqueue(work, "greet")
            raise ValueError
    except ValueError:
        pass
    assert found(db, "greet") == []
    assert published == []


def test_dedupe_key_holds_after_the_job_is_done(db):
    assert jobs.enqueue(db, "greet", dedupe_key="greet:1")
    assert not jobs.enqueue(db, "greet", dedupe_key="greet:1")
    assert jobs.enqueue(db, "greet", dedupe_key="greet:2")
    db.commit()
    assert jobs.run_due({"greet": lambda db, payload: 0}) == 2
    assert not jobs.enqueue(db, "greet", dedupe_key="greet:1")
    assert len(found(db, "greet")) == 2


def test_concurrent_workers_enqueue_one_job(crowd):
    together = Barrier(6)

    def promise(_):
        together.wait()
        with database.unit_of_work() as work:
            return jobs.enqueue(work, "crowd.greet", dedupe_key="crowd.greet:1")

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(promise, range(6))) == [False] * 5 + [True]
    assert len(found(crowd, "crowd.greet")) == 1


def test_old_settled_jobs_are_deleted(db, monkeypatch):
    for key in ("old", "failed"):
        jobs.enqueue(db, "greet", dedupe_key=key)
    old, failed = found(db, "greet")
    old.done_at = failed.failed_at = clock.now() - timedelta(days=8)
    jobs.enqueue(db, "greet", dedupe_key="waiting", due_at=clock.now() - timedelta(days=30))
    db.flush()
    assert jobs.forget_old(db) == 2
    assert [job.dedupe_key for job in found(db, "greet")] == ["waiting"]
