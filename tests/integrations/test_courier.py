"""The courier's thread: woken by commits, and gone when told."""

from threading import Event as Flag
from threading import active_count

import pytest

from marketplace import courier, events
from marketplace.courier import Courier
from marketplace.settings import get_settings


@pytest.fixture
def rounds(monkeypatch):
    """Replaces the delivery by a flag; looking by itself is switched off."""
    flag = Flag()
    monkeypatch.setattr(get_settings(), "mail_poll_s", 3_600.0)
    monkeypatch.setattr(courier.outbox, "deliver_due", lambda **_: flag.set())
    return flag


@pytest.fixture
def running(db, rounds):
    made = Courier()
    made.start()
    yield made
    made.stop()


def test_it_looks_at_the_start(running, rounds):
    assert rounds.wait(10)


def test_a_commit_that_promised_mail_wakes_it(db, running, rounds):
    assert rounds.wait(10)
    rounds.clear()
    events.record(db, "mail")
    events.publish(db)
    assert rounds.wait(10)


def test_it_survives_a_failure(db, running, rounds, monkeypatch):
    assert rounds.wait(10)
    failed = Flag()

    def fail(**_):
        failed.set()
        raise OSError("the database is away")

    monkeypatch.setattr(courier.outbox, "deliver_due", fail)
    events.record(db, "mail")
    events.publish(db)
    assert failed.wait(10)
    rounds.clear()
    monkeypatch.setattr(courier.outbox, "deliver_due", lambda **_: rounds.set())
    events.record(db, "mail")
    events.publish(db)
    assert rounds.wait(10)


def test_stopping_ends_the_thread_and_can_be_done_twice(db, rounds):
    before = active_count()
    made = Courier()
    made.start()
    made.start()
    assert active_count() == before + 1
    made.stop()
    made.stop()
    assert active_count() == before
