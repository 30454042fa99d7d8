"""What the clock asks for: once in each period, by whoever comes first."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from threading import Event as Flag

import pytest
from sqlmodel import select

from marketplace import clock, events, upkeep
from marketplace.caretaker import Caretaker
from marketplace.domain import chat, jobs
from marketplace.models import Ad, AdStatus, Job, OutboxMail
from marketplace.settings import get_settings
from marketplace.upkeep import DUTIES, HANDLERS, Duty, Rota
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
def test_a_period_begins_at_a_round_time(every, begin, last):
    duty = Duty("x", every, lambda db, payload: 0)
    assert duty.key(NOON) == duty.key(last) == f"x:2026-11-21{begin}"
    assert duty.key(last + timedelta(minutes=1)) != duty.key(NOON)


def test_two_workers_promise_each_duty_once(db):
    for rota in (Rota(), Rota()):
        rota.write_due(NOON)
        rota.write_due(NOON + timedelta(seconds=20))
    assert kinds(db) == dict.fromkeys((duty.kind for duty in DUTIES), 1)


def test_the_next_period_has_a_job_of_its_own(db):
    rota = Rota()
    rota.write_due(NOON)
    rota.write_due(NOON + timedelta(hours=1))
    found = kinds(db)
    assert found["ads.remind_expiring"] == 2
    assert found["media.remove_strays"] == 1


def test_what_could_not_be_promised_is_promised_later(db, monkeypatch):
    rota = Rota()
    with monkeypatch.context() as broken:
        broken.setattr(upkeep.jobs, "enqueue", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            rota.write_due(NOON)
    rota.write_due(NOON)
    assert kinds(db).total() == len(DUTIES)


def test_all_duties_can_be_done_on_an_empty_site(db):
    Rota().write_due(clock.now())
    do_all()
    assert [job.kind for job in db.exec(select(Job)) if not job.done_at or job.last_error] == []


def test_ads_expire_and_unread_messages_are_mailed_once(db, at):
    seller, buyer = factories.seller(db), factories.buyer(db)
    over = factories.ad(db, seller, factories.category(db), expires_at=clock.now() + timedelta(minutes=10))
    chat.send(db, factories.actor(buyer), seller.id, "Is it still there?")
    db.commit()
    for minutes in (20, 21, 40):
        at(minutes * 60)
        for rota in (Rota(), Rota()):
            rota.write_due(clock.now())
            do_all()
    db.expire_all()
    assert db.get(Ad, over.id).status is AdStatus.EXPIRED
    purposes = Counter(db.exec(select(OutboxMail.purpose).where(OutboxMail.to == seller.email)))
    assert purposes == {"ad": 1, "digest": 1}


def test_the_caretaker_does_what_a_commit_promised_and_stops(db, monkeypatch):
    done = Flag()
    monkeypatch.setattr(get_settings(), "job_poll_s", 3_600.0)
    monkeypatch.setattr("marketplace.caretaker.Rota.write_due", lambda self, now: None)
    monkeypatch.setattr("marketplace.caretaker.jobs.run_due", lambda handlers, *, limit, goes_on: done.set())
    caretaker = Caretaker()
    caretaker.start()
    assert done.wait(10)
    done.clear()
    jobs.enqueue(db, "ads.expire_due")
    db.commit()
    events.publish(db)
    assert done.wait(10)
    caretaker.stop()
    assert not caretaker.goes_on()
