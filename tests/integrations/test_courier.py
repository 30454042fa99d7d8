"""The courier's thread: woken by commits, and gone when told."""

from threading import Event as Flag
from threading import Thread, active_count

import pytest

from marketplace import background, courier, database, events
from marketplace.courier import Courier, couriers
from marketplace.domain import outbox
from marketplace.domain.outbox import delivery
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


def test_a_code_goes_out_while_another_mail_is_being_handed_over(crowd, monkeypatch):
    begun, ended, arrived = Flag(), Flag(), Flag()

    class Postman:
        def send(self, key, message):
            if message["To"] == "slow@example.org":
                begun.set()
                assert ended.wait(30)
            if message["To"] == "code@example.org":
                arrived.set()

    def promise(to, **options):
        with database.unit_of_work() as db:
            outbox.mail(db, to, "Hello", "x", purpose="test", **options)

    monkeypatch.setattr(delivery, "get_mailer", Postman)
    with background.running(*couriers()):
        promise("slow@example.org")
        assert begun.wait(30)
        promise("code@example.org", can_wait=False)
        try:
            assert arrived.wait(30)
        finally:
            ended.set()


def test_stopping_waits_for_a_mail_as_long_as_it_may_take(monkeypatch):
    assert background.patience_s() > get_settings().mail_total_s
    assert get_settings().mail_total_s < get_settings().mail_lock_s
    begun, ended = Flag(), Flag()

    class Slow(Courier):
        def do_round(self):
            begun.set()
            # Told to end, it still has a mail in hand.
            while self.goes_on():
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


def test_but_not_for_ever(monkeypatch):
    monkeypatch.setattr(background, "patience_s", lambda: 0.05)
    begun, ended = Flag(), Flag()

    class Stuck(Courier):
        def do_round(self):
            begun.set()
            ended.wait(30)

    stuck = (Stuck(), Stuck())
    with background.running(*stuck):
        assert begun.wait(10)
    assert not ended.is_set()
    ended.set()
