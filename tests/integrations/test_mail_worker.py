"""Tests of the mail worker thread."""

from threading import Event as Flag
from threading import Thread, active_count

import pytest

from marketplace.core import events
from marketplace.db import database
from marketplace.domain import outbox
from marketplace.domain.outbox import delivery
from marketplace.jobs import background, mail_worker
from marketplace.jobs.mail_worker import MailWorker, mail_workers
from marketplace.settings import get_settings


@pytest.fixture
def rounds(monkeypatch):
    """Replace the delivery with a flag, and disable polling."""
    flag = Flag()
    monkeypatch.setattr(get_settings(), "mail_poll_s", 3_600.0)
    monkeypatch.setattr(mail_worker.outbox, "deliver_due", lambda **_: flag.set())
    return flag


@pytest.fixture
def running(db, rounds):
    made = MailWorker()
    made.start()
    yield made
    made.stop()


def test_runs_at_start(running, rounds):
    assert rounds.wait(10)


def test_commit_with_mail_wakes_the_worker(db, running, rounds):
    assert rounds.wait(10)
    rounds.clear()
    events.record(db, "mail")
    events.publish(db)
    assert rounds.wait(10)


def test_worker_continues_after_a_failure(db, running, rounds, monkeypatch):
    assert rounds.wait(10)
    failed = Flag()

    def fail(**_):
        failed.set()
        raise OSError("the database is away")

    monkeypatch.setattr(mail_worker.outbox, "deliver_due", fail)
    events.record(db, "mail")
    events.publish(db)
    assert failed.wait(10)
    rounds.clear()
    monkeypatch.setattr(mail_worker.outbox, "deliver_due", lambda **_: rounds.set())
    events.record(db, "mail")
    events.publish(db)
    assert rounds.wait(10)


def test_stop_ends_the_thread_and_is_idempotent(db, rounds):
    before = active_count()
    made = MailWorker()
    made.start()
    made.start()
    assert active_count() == before + 1
    made.stop()
    made.stop()
    assert active_count() == before


def test_code_is_sent_while_another_mail_is_being_sent(crowd, monkeypatch):
    begun, ended, arrived = Flag(), Flag(), Flag()

    class Postman:
        def send(self, key, message, *, to):
            if to == "slow@example.org":
                begun.set()
                assert ended.wait(30)
            if to == "code@example.org":
                arrived.set()

    def enqueue(to, **options):
        with database.unit_of_work() as db:
            outbox.mail(db, to, "Hello", "x", purpose="test", **options)

    monkeypatch.setattr(delivery, "get_mailer", Postman)
    with background.running(*mail_workers()):
        enqueue("slow@example.org")
        assert begun.wait(30)
        enqueue("code@example.org", can_wait=False)
        try:
            assert arrived.wait(30)
        finally:
            ended.set()


def test_stop_waits_for_the_current_mail(monkeypatch):
    assert background.stop_timeout_s() > get_settings().mail_total_s
    assert get_settings().mail_total_s < get_settings().mail_lock_s
    begun, ended = Flag(), Flag()

    class Slow(MailWorker):
        def run_once(self):
            begun.set()
            # A mail is being sent when the worker is asked to stop.
            while self.should_continue():
                Flag().wait(0.01)
            Flag().wait(0.2)
            ended.set()

    slow, at_once = Slow(), []
    with background.running(slow):
        assert begun.wait(10)
        others = [Thread(target=lambda: (slow.stop(), at_once.append(not ended.is_set()))) for _ in range(2)]
        for each in others:
            each.start()
    assert ended.is_set()
    for each in others:
        each.join(30)
    assert at_once == [False, False]


def test_stop_does_not_wait_forever(monkeypatch):
    monkeypatch.setattr(background, "stop_timeout_s", lambda: 0.05)
    begun, ended = Flag(), Flag()

    class Stuck(MailWorker):
        def run_once(self):
            begun.set()
            ended.wait(30)

    stuck = (Stuck(), Stuck())
    with background.running(*stuck):
        assert begun.wait(10)
    assert not ended.is_set()
    ended.set()
