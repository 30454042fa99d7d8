"""Tests of scheduled tasks: one job in each period, enqueued by the first worker."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from threading import Event as Flag

import pytest
from sqlmodel import select

from marketplace.core import clock, events
from marketplace.domain import chat, jobs
from marketplace.jobs import schedule
from marketplace.jobs.job_worker import JobWorker
from marketplace.jobs.schedule import HANDLERS, TASKS, ScheduledTask, Scheduler
from marketplace.models import Ad, AdStatus, Job, OutboxMail
from marketplace.settings import get_settings
from tests import factories

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def do_all() -> None:
    while jobs.run_due(HANDLERS):
        pass


def kinds(db) -> Counter[str]:
    return Counter(db.exec(select(Job.kind)))


@pytest.mark.parametrize(
    ("every", "begin", "last"),
    [
        (timedelta(minutes=5), "T12:00", NOON + timedelta(minutes=4, seconds=59)),
        (timedelta(hours=1), "T12:00", NOON + timedelta(minutes=59)),
        (timedelta(days=1), "T00:00", NOON + timedelta(hours=11, minutes=59)),
    ],
)
def test_periods_start_at_round_times(every, begin, last):
    task = ScheduledTask("x", every, lambda db, payload: 0)
    assert task.key(NOON) == task.key(last) == f"x:2026-11-21{begin}"
    assert task.key(last + timedelta(minutes=1)) != task.key(NOON)


def test_two_workers_enqueue_each_task_once(db):
    for scheduler in (Scheduler(), Scheduler()):
        scheduler.enqueue_due(NOON)
        scheduler.enqueue_due(NOON + timedelta(seconds=20))
    assert kinds(db) == dict.fromkeys((task.kind for task in TASKS), 1)


def test_each_period_has_its_own_job(db):
    scheduler = Scheduler()
    scheduler.enqueue_due(NOON)
    scheduler.enqueue_due(NOON + timedelta(hours=1))
    found = kinds(db)
    assert found["ads.remind_expiring"] == 2
    assert found["media.remove_strays"] == 1


def test_failed_enqueue_is_retried(db, monkeypatch):
    scheduler = Scheduler()
    with monkeypatch.context() as broken:
        broken.setattr(schedule.jobs, "enqueue", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            scheduler.enqueue_due(NOON)
    scheduler.enqueue_due(NOON)
    assert kinds(db).total() == len(TASKS)


def test_all_tasks_run_on_an_empty_database(db):
    Scheduler().enqueue_due(clock.now())
    do_all()
    assert [job.kind for job in db.exec(select(Job)) if not job.done_at or job.last_error] == []


def test_ads_expire_and_unread_messages_are_mailed_once(db, at):
    seller, buyer = factories.seller(db), factories.buyer(db)
    over = factories.ad(db, seller, factories.category(db), expires_at=clock.now() + timedelta(minutes=10))
    chat.send(db, factories.actor(buyer), seller.id, "Is it still there?")
    db.commit()
    for minutes in (20, 21, 40):
        at(minutes * 60)
        for scheduler in (Scheduler(), Scheduler()):
            scheduler.enqueue_due(clock.now())
            do_all()
    db.expire_all()
    assert db.get(Ad, over.id).status is AdStatus.EXPIRED
    purposes = Counter(db.exec(select(OutboxMail.purpose).where(OutboxMail.to == seller.email)))
    assert purposes == {"ad": 1, "digest": 1}


def test_the_job_worker_runs_enqueued_jobs_and_stops(db, monkeypatch):
    done = Flag()
    monkeypatch.setattr(get_settings(), "job_poll_s", 3_600.0)
    monkeypatch.setattr("marketplace.jobs.job_worker.Scheduler.enqueue_due", lambda self, now: None)
    monkeypatch.setattr(
        "marketplace.jobs.job_worker.jobs.run_due", lambda handlers, *, limit, should_continue: done.set()
    )
    worker = JobWorker()
    worker.start()
    assert done.wait(10)
    done.clear()
    jobs.enqueue(db, "ads.expire_due")
    db.commit()
    events.publish(db)
    assert done.wait(10)
    worker.stop()
    assert not worker.should_continue()
