"""The text of an ad is read once for its signals, by a job, and stored with the version of the rules."""

from collections import Counter
from contextlib import contextmanager

import pytest
from sqlalchemy import event
from sqlmodel import col, delete, select, update

from marketplace.core import clock
from marketplace.db import database
from marketplace.domain import ads, jobs, moderation, trust
from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.moderation.signals import readings
from marketplace.domain.paging import Window
from marketplace.domain.personal_data import archive
from marketplace.domain.trust import rulebook
from marketplace.jobs import schedule
from marketplace.models import AdVersion, Job, TextReading
from tests import factories
from tests.background import run_jobs
from tests.domain.ads import drafting
from tests.domain.trust.changing import publish

FRAUD = "A good TV.\nPehle token bhejo, army transport se aayega, refundable hai. Call 98765 43210"
# Read as one message each, these lines take the rules of the chat longest.
SLOWEST = {name: ("shop.in\n" * text.max_length)[: text.max_length] for name, text in AD_TEXTS.items()}
# As long, in one sentence, which is read fast.
LONGEST = {
    name: ("shop.in " + "teak " * text.max_length)[: text.max_length - 1] + "." for name, text in AD_TEXTS.items()
}
COSTLY = ("check_ad", "find_phones", "find_disguised_phones", "find_links")


@pytest.fixture
def seller(db):
    return factories.seller(db)


@pytest.fixture
def calls(monkeypatch):
    """Counts the calls of what reads a text."""
    counted: Counter[str] = Counter()

    def count(module, name):
        original = getattr(module, name)

        def call(*args, **options):
            counted[name] += 1
            return original(*args, **options)

        monkeypatch.setattr(module, name, call)

    for name in COSTLY:
        count(trust if name in ("check_ad", "find_links") else readings, name)
    return counted


def codes(db, desk, *ad_ids):
    found = moderation.list_signals(db, desk, ad_ids)
    return [list(dict.fromkeys(signal.code for signal in found[ad_id])) for ad_id in ad_ids]


def test_the_queue_reads_no_text_again(db, desk, seller, category, calls):
    ad_ids = [drafting.pending(db, seller, category, **SLOWEST).id for _ in range(3)]
    run_jobs(db)
    assert calls["check_ad"] == len(ad_ids)
    calls.clear()
    rows = moderation.list_queue(db, desk, window=Window(1, 12)).items
    found = moderation.list_signals(db, desk, [row.id for row in rows])
    assert {row.id for row in rows} == found.keys() == set(ad_ids)
    assert all("contact_in_text" in [signal.code for signal in signals] for signals in found.values())
    moderation.get_queue_item(db, desk, ad_ids[0])
    assert not calls


def test_the_statements_of_the_queue_do_not_grow_with_its_ads(db, connection, desk, seller, category):
    ad_ids = [drafting.pending(db, seller, category, description=FRAUD, price=500).id for _ in range(12)]
    run_jobs(db)
    codes(db, desk, *ad_ids)
    sent: list[str] = []
    event.listen(connection, "before_cursor_execute", lambda _c, _cursor, text, *_more: sent.append(text))
    counts = []
    for number in (1, 3, 12):
        sent.clear()
        rows = moderation.list_queue(db, desk, window=Window(1, number)).items
        moderation.list_signals(db, desk, [row.id for row in rows])
        counts.append(len(sent))
    assert len(ad_ids) == 12
    assert len(set(counts)) == 1


def test_an_ad_is_read_by_a_job_outside_of_transactions(db, desk, seller, category, monkeypatch):
    open_transactions = []

    def check_ad(text, *, rules):
        open_transactions.append(database.may_write(db) or readings_under_way)
        return original(text, rules=rules)

    original, readings_under_way = trust.check_ad, 0
    unit_of_work = readings.unit_of_work

    @contextmanager
    def counted():
        nonlocal readings_under_way
        readings_under_way += 1
        with unit_of_work() as session:
            yield session
        readings_under_way -= 1

    monkeypatch.setattr(trust, "check_ad", check_ad)
    monkeypatch.setattr(readings, "unit_of_work", counted)
    ad = drafting.pending(db, seller, category, description=FRAUD)
    assert open_transactions == []
    run_jobs(db)
    assert open_transactions == [0]
    assert codes(db, desk, ad.id) == [["fraud_text", "contact_in_text"]]


def test_the_signals_are_the_same_before_and_after_the_job(db, desk, seller, category):
    ad = drafting.pending(db, seller, category, description=FRAUD)
    assert db.exec(select(TextReading)).all() == []
    before = moderation.list_signals(db, desk, [ad.id])
    run_jobs(db)
    [row] = db.exec(select(TextReading)).all()
    assert row.rules == trust.version()
    assert before == moderation.list_signals(db, desk, [ad.id])


def test_a_change_of_the_text_is_read_anew(db, desk, seller, category):
    ad = drafting.pending(db, seller, category, description=FRAUD)
    run_jobs(db)
    ads.revise(db, factories.actor(seller), ad.id, drafting.draft(category, description="A good TV."))
    run_jobs(db)
    assert codes(db, desk, ad.id) == [[]]
    assert len(db.exec(select(TextReading)).all()) == 2


def test_of_changes_in_a_row_the_last_one_is_read(db, seller, category, calls):
    ad = drafting.pending(db, seller, category, description=FRAUD)
    for number in range(5):
        ads.revise(db, factories.actor(seller), ad.id, drafting.draft(category, description=f"TV number {number}."))
    run_jobs(db)
    assert calls["check_ad"] == 1


@pytest.mark.parametrize("lost", [Job, TextReading])
def test_an_ad_without_a_reading_is_shown_and_read_later(db, desk, seller, category, calls, lost):
    """The job was lost, or the ad is older than the table."""
    ad = drafting.pending(db, seller, category, description=FRAUD)
    if lost is TextReading:
        run_jobs(db)
    db.exec(delete(lost))
    calls.clear()
    assert codes(db, desk, ad.id) == [["fraud_text", "contact_in_text"]]
    assert calls["check_ad"] == 1
    assert moderation.read_missing() == 1
    assert moderation.read_missing() == 0
    calls.clear()
    assert codes(db, desk, ad.id) == [["fraud_text", "contact_in_text"]]
    assert not calls


def test_a_job_that_dies_is_run_again(db, desk, seller, category, monkeypatch):
    ad = drafting.pending(db, seller, category, description=FRAUD)
    db.commit()

    def die(*_args, **_options):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(trust, "check_ad", die)
        jobs.run_due(schedule.ENQUEUED)
    assert db.exec(select(TextReading)).all() == []
    db.exec(update(Job).values(due_at=clock.now()))
    run_jobs(db)
    assert len(db.exec(select(TextReading)).all()) == 1
    assert codes(db, desk, ad.id) == [["fraud_text", "contact_in_text"]]


def test_changed_rules_read_the_waiting_ads_again(db, desk, seller, category, calls):
    waits, decided = (drafting.pending(db, seller, category, description=text).id for text in (FRAUD, "Six chairs."))
    ads.approve(db, desk, decided)
    run_jobs(db)
    for code in rulebook.CODES:
        publish(db, desk, code, enabled=False)
    # At once, without waiting for the task.
    assert codes(db, desk, waits) == [["contact_in_text"]]
    calls.clear()
    while moderation.read_missing():
        pass
    assert calls["check_ad"] == 1
    calls.clear()
    assert codes(db, desk, waits) == [["contact_in_text"]]
    assert not calls


def test_a_reader_waits_for_few_texts(db, desk, seller, category, calls, monkeypatch):
    ad_ids = [drafting.pending(db, seller, category, **LONGEST).id for _ in range(3)]
    found = codes(db, desk, *ad_ids)
    assert calls["check_ad"] == 1
    assert sorted("unread" in each for each in found) == [False, True, True]
    assert all("contact_in_text" in each for each in found if "unread" not in each)
    run_jobs(db)
    # By earlier rules, until the task has read them all again.
    for code in rulebook.CODES:
        publish(db, desk, code, enabled=False)
    calls.clear()
    assert all("contact_in_text" in each and "unread" not in each for each in codes(db, desk, *ad_ids))
    assert calls["check_ad"] == 1


def test_the_page_of_one_ad_always_reads_it(db, desk, seller, category):
    longest = sum(text.max_length + 1 for text in AD_TEXTS.values())
    assert longest <= readings.READ_AT_ONCE
    ad = drafting.pending(db, seller, category, **LONGEST)
    assert "unread" not in [signal.code for signal in moderation.get_queue_item(db, desk, ad.id).signals]


def test_what_is_told_of_one_ad_is_short(db, desk, seller, category):
    hosts = "".join(f"shop{number}.com " for number in range(600))
    ad = drafting.pending(db, seller, category, description=hosts)
    for _ in range(2):
        [signal] = moderation.list_signals(db, desk, [ad.id])[ad.id]
        assert signal.text.count(".com") == 10
        run_jobs(db)


def test_a_text_that_is_erased_while_it_is_read_leaves_nothing(db, seller, category, monkeypatch):
    ad = drafting.pending(db, seller, category, description=FRAUD)
    original = trust.check_ad

    def check_ad(text, *, rules):
        db.exec(update(AdVersion).where(col(AdVersion.ad_id) == ad.id).values(description=""))
        return original(text, rules=rules)

    monkeypatch.setattr(trust, "check_ad", check_ad)
    moderation.read_submitted(ad.id)
    assert db.exec(select(TextReading)).all() == []


def test_deleted_ads_are_not_read(db, desk, seller, category, calls):
    ad = drafting.pending(db, seller, category, description=FRAUD)
    ads.delete(db, factories.actor(seller), ad.id)
    run_jobs(db)
    assert not calls


def test_an_archive_does_not_tell_a_seller_what_was_noticed(db, seller, category):
    drafting.pending(db, seller, category, description=FRAUD)
    run_jobs(db)
    assert "army" in str(db.exec(select(TextReading)).all())
    collected = archive.collect(seller.id)
    assert not any("findings" in row for kept in collected.values() for row in kept)
