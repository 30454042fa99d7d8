"""The pages of an ad and of a report take the same work however many versions, reports and sessions there are."""

from importlib import import_module

import pytest
from sqlalchemy import event

from marketplace.core import clock, ids
from marketplace.domain import media, moderation
from marketplace.domain.chat import photo_check
from marketplace.domain.media import photo_hashes
from marketplace.domain.moderation import reports, signals
from marketplace.models import Account, AccountSession, AdVersionImage, Report, ReportTarget, Review
from tests import factories
from tests.domain.moderation.queued_ads import change, waiting

MANY = reports.MOST_SHOWN + 10


@pytest.fixture
def ad(db):
    return waiting(db, factories.seller(db), factories.category(db), minutes=5)


@pytest.fixture
def statements(connection):
    sent: list[str] = []
    event.listen(connection, "before_cursor_execute", lambda _c, _cursor, text, *_more: sent.append(text))
    # The test's transaction is one of the connection, so its sessions set savepoints instead of beginning theirs.

    def count(function, *args, **options):
        sent.clear()
        function(*args, **options)
        return len([text for text in sent if "SAVEPOINT" not in text])

    return count


def flood(db, ad, number):
    rows = [Report(target=ReportTarget.AD, target_id=ad.id, reason="spam", text=str(at)) for at in range(number)]
    factories.save(db, *rows)
    return rows


def test_of_many_reports_the_newest_are_shown(db, desk, ad):
    rows = flood(db, ad, MANY)
    newest = [row.id for row in reversed(rows)][: reports.MOST_SHOWN]
    assert [each.id for each in moderation.get_queue_item(db, desk, ad.id).reports] == newest
    shown = moderation.get_report(db, desk, rows[0].id)
    assert [each.id for each in shown.others] == newest
    assert shown.report.open_on_target == MANY


def test_changes_in_a_row_do_not_hide_a_decision(db, desk, ad):
    change(db, ad, review=Review.REJECTED, note="Blurred")
    for _ in range(MANY):
        change(db, ad, review=Review.REPLACED)
    change(db, ad)
    decisions = moderation.get_queue_item(db, desk, ad.id).decisions
    assert len(decisions) <= MANY
    assert [each.number for each in decisions] == sorted((each.number for each in decisions), reverse=True)
    assert [each.review for each in decisions if each.review != "replaced"] == ["waiting", "rejected", "waiting"]


def test_the_statements_of_a_page_do_not_grow(db, desk, ad, statements):
    def page():
        return moderation.get_queue_item(db, desk, ad.id)

    def signed_in(number):
        for _ in range(number):
            row = AccountSession(
                account_id=ad.seller_id,
                token_hash=ids.new_id(),
                address=f"203.0.113.{ids.new_id()[-6:]}",
                device_hash=ids.new_id(),
                expires_at=clock.now(),
            )
            factories.save(db, row)

    signed_in(1)
    flood(db, ad, 1)
    page()
    before = statements(page)
    signed_in(20)
    flood(db, ad, 20)
    for _ in range(5):
        change(db, ad, review=Review.REPLACED)
    change(db, ad)
    assert statements(page) == before


def test_many_accounts_on_one_device_are_not_all_loaded(db, desk, ad):
    def session(account_id):
        row = AccountSession(
            account_id=account_id, token_hash=ids.new_id(), device_hash="d" * 64, expires_at=clock.now()
        )
        factories.save(db, row)

    session(ad.seller_id)
    for _ in range(MANY):
        session(factories.buyer(db).id)
    assert len(moderation.get_queue_item(db, desk, ad.id).linked_accounts) == 10


def test_closing_many_reports_takes_one_statement_for_each_entry_of_the_audit_log(db, desk, ad, statements):
    few = flood(db, ad, 2)
    first = statements(moderation.dismiss_report, db, desk, few[0].id, with_others=True)
    many = flood(db, ad, 22)
    second = statements(moderation.dismiss_report, db, desk, many[0].id, with_others=True)
    assert second - first == 20


def test_the_start_of_a_long_text_finds_its_copies(db, desk, monkeypatch):
    related = import_module("marketplace.domain.search.related")
    read, list_words = [], related._words

    def count(text, most):
        read.append(len(text))
        return list_words(text, most)

    text = " ".join(f"word{number}" for number in range(1_100))
    category = factories.category(db)
    live = factories.ad(db, factories.seller(db), category, description=text)
    copy = waiting(db, factories.seller(db), category, minutes=1, description=text + " more")
    monkeypatch.setattr(related, "_words", count)
    [signal] = moderation.list_signals(db, desk, [copy.id])[copy.id]
    assert (signal.code, signal.ad_id) == ("same_text", live.id)
    assert read == [2_000]


@pytest.mark.parametrize("uploads", ["each its own", "one for all"])
def test_copies_of_a_photo_do_not_make_the_queue_grow(db, desk, ad, statements, monkeypatch, uploads):
    monkeypatch.setattr(photo_hashes, "MOST_COPIES", 4)
    monkeypatch.setattr(signals.queries, "_BATCH", 2)
    monkeypatch.setattr(photo_check, "_BATCH", 2)
    used: list[int] = []
    list_uses = signals.queries.list_uses

    def note(*args):
        used.append(len(found := list_uses(*args)))
        return found

    monkeypatch.setattr(signals.queries, "list_uses", note)
    category, thief = factories.category(db), factories.seller(db)

    def show(shown, upload):
        factories.save(db, AdVersionImage(version_id=shown.submitted_version_id, position=0, upload_id=upload.id))

    def photo(owner):
        upload = factories.upload(db, owner)
        factories.save(db, photo_hashes.make_row(upload.id, media.Fingerprint(5, bytes(48))))
        return upload

    show(ad, photo(db.get(Account, ad.seller_id)))
    again = photo(thief)

    def steal(number):
        for _ in range(number):
            stolen = factories.ad(db, thief, category)
            show(stolen, again if uploads == "one for all" else photo(thief))

    def page():
        # What a page of the queue and the page of the ad ask for.
        return moderation.list_signals(db, desk, [ad.id])[ad.id], moderation.get_queue_item(db, desk, ad.id)

    steal(4)
    page()
    used.clear()
    before = statements(page)
    rows = list(used)
    steal(12)
    # What is kept in memory between changes is read once more.
    page()
    used.clear()
    assert statements(page) == before
    assert used == rows
    found, item = page()
    assert "same_photo" in {signal.code for signal in found}
    assert thief.id in {each.account_id for each in item.linked_accounts}
