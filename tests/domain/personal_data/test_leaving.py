"""Tests of the archive and of account deletion."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from sqlalchemy import Connection, event
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Gone, NotFound, NotSignedIn, RuleBroken
from marketplace.domain import accounts, ads, deals, personal_data, phases, search
from marketplace.domain.personal_data import erasing
from marketplace.integrations import limits
from marketplace.jobs import schedule
from marketplace.models import (
    Account,
    AccountSession,
    AccountStatus,
    Ad,
    AdStatus,
    AdVersion,
    CalendarFeed,
    Offer,
    OfferStatus,
    OutboxMail,
    Report,
    ReportTarget,
    SavedSearch,
    SavedSearchMatch,
    Upload,
    WishlistItem,
)
from tests import factories
from tests.domain.accounts.steps import PASSWORD, mails, with_password
from tests.domain.personal_data.leaving_scene import settle


class TestArchive:
    def test_the_password_is_asked(self, db):
        with pytest.raises(NotSignedIn):
            personal_data.export_archive(db, ANONYMOUS, PASSWORD)
        with pytest.raises(RuleBroken):
            personal_data.export_archive(db, factories.actor(with_password(db)), "wrong")

    def test_archive_has_all_own_data_and_no_secrets(self, db):
        account = with_password(db, factories.seller, address="12 Gandhi Road")
        other = factories.seller(db)
        category = factories.category(db)
        factories.ad(db, account, category, name="My sofa")
        factories.ad(db, other, category, name="Their chair")
        factories.bearer(db, account)
        archive = personal_data.export_archive(db, factories.actor(account), PASSWORD)
        text = json.dumps(archive)
        assert "12 Gandhi Road" in text
        assert "My sofa" in text
        assert "Their chair" not in text
        assert other.email not in text
        for secret in (account.password_hash, db.exec(select(AccountSession)).one().token_hash):
            assert secret not in text
        assert len(archive["sessions"]) == 1

    def test_reports_subscriptions_and_alerts_are_included(self, db):
        account = with_password(db, factories.buyer)
        ad = factories.ad(db, factories.seller(db), factories.category(db))
        saved = SavedSearch(account_id=account.id, name="Sofas", query={"keyword": "sofa"})
        db.add_all([account, saved])
        db.flush()
        report = Report(
            reporter_id=account.id,
            target=ReportTarget.AD,
            target_id=ad.id,
            reason="scam",
            text="Asks for money first.",
            resolution="Known at the desk.",
        )
        feed = CalendarFeed(account_id=account.id, token_hash="f" * 64)
        db.add_all([report, feed, SavedSearchMatch(search_id=saved.id, ad_id=ad.id)])
        db.flush()
        archive = personal_data.export_archive(db, factories.actor(account), PASSWORD)
        assert [row["text"] for row in archive["reportsFiled"]] == ["Asks for money first."]
        assert [row["productId"] for row in archive["savedSearchMatches"]] == [ad.id]
        assert len(archive["calendarFeeds"]) == 1
        text = json.dumps(archive)
        assert "Known at the desk." not in text
        assert "f" * 64 not in text


class TestDeletion:
    def test_the_password_is_asked(self, db):
        with pytest.raises(NotSignedIn):
            personal_data.delete_account(db, ANONYMOUS, PASSWORD)
        with pytest.raises(RuleBroken):
            personal_data.delete_account(db, factories.actor(with_password(db)), "wrong")

    def test_a_deleted_seller_keeps_an_anonymous_row(self, db):
        account = with_password(db, factories.seller, name="Asha Rao", address="12 Gandhi Road", phone="9812345678")
        email, username = account.email, account.username
        ad = factories.ad(db, account, factories.category(db), latitude=18.5204, longitude=73.8567)
        elsewhere = factories.ad(db, factories.seller(db), factories.category(db), latitude=18.52, longitude=73.85)
        token = factories.bearer(db, account)["Authorization"].removeprefix("Bearer ")
        personal_data.delete_account(db, factories.actor(account), PASSWORD)
        db.commit()
        db.expire_all()
        row = db.get(Account, account.id)
        assert row.status is AccountStatus.DELETED
        left = str(row.model_dump())
        for personal in (email, username, "Asha Rao", "Gandhi", "9812345678"):
            assert personal not in left
        assert accounts.find_actor(db, token) is None
        assert db.get(Ad, ad.id).status is AdStatus.DELETED
        assert search.find_live_cards(db, ANONYMOUS, [ad.id]) == {}
        places = db.exec(select(AdVersion.ad_id, AdVersion.latitude, AdVersion.longitude)).all()
        assert {ad_id: place for ad_id, *place in places} == {ad.id: [None, None], elsewhere.id: [18.52, 73.85]}
        assert accounts.people(db, [account.id])[account.id].name == "Deleted user"
        assert mails(db, email)[-1].purpose == "deleted"
        # The same person may come back.
        factories.seller(db, email=email, username=username)

    def test_private_data_of_a_buyer_is_deleted(self, db):
        account = with_password(db)
        ad = factories.ad(db, factories.seller(db), factories.category(db))
        factories.save(
            db,
            WishlistItem(buyer_id=account.id, ad_id=ad.id, ad_name="x"),
            SavedSearch(account_id=account.id, name="Sofas"),
        )
        personal_data.delete_account(db, factories.actor(account), PASSWORD)
        assert db.exec(select(WishlistItem)).all() == []
        assert db.exec(select(SavedSearch)).all() == []

    def test_of_two_deletions_at_once_the_second_finds_no_account(self, db):
        actor = factories.actor(with_password(db))
        first, second = (
            phases.run_first_phase(personal_data.delete_account, lambda: actor, PASSWORD) for _ in range(2)
        )
        first(db, actor)
        with pytest.raises(NotFound):
            second(db, actor)

    def test_an_admin_remains(self, db):
        first = with_password(db, factories.admin)
        with pytest.raises(RuleBroken):
            personal_data.delete_account(db, factories.actor(first), PASSWORD)
        factories.admin(db)
        personal_data.delete_account(db, factories.actor(first), PASSWORD)


class TestModerators:
    def test_a_moderator_may_leave_a_single_administrator(self, db):
        moderator = with_password(db, factories.moderator)
        factories.admin(db)
        personal_data.delete_account(db, factories.actor(moderator), PASSWORD)
        assert moderator.status is AccountStatus.DELETED

    def test_moderators_do_not_count_as_administrators(self, db):
        last = with_password(db, factories.admin)
        factories.moderator(db)
        with pytest.raises(RuleBroken):
            personal_data.delete_account(db, factories.actor(last), PASSWORD)


def add_ads(db: Session, seller: Account, number: int) -> list[Ad]:
    """Live ads, each with an offer of a buyer."""
    category, buyer = factories.category(db), factories.buyer(db)
    made = [factories.ad(db, seller, category, price_paise=1000_00) for _ in range(number)]
    for ad in made:
        limits.reset_all()
        deals.make_offer(db, factories.actor(buyer), ad.id, 800)
    db.commit()
    return made


@contextmanager
def statements(connection: Connection) -> Iterator[list[str]]:
    """The statements that a connection executes in the block."""
    seen: list[str] = []

    def note(_connection, _cursor, statement, *_more) -> None:
        seen.append(statement)

    event.listen(connection, "before_cursor_execute", note)
    yield seen
    event.remove(connection, "before_cursor_execute", note)


class TestLargeAccounts:
    """Everybody else waits for the transaction of a deletion, so it may not grow with the account."""

    def test_a_deletion_takes_no_more_statements_for_twice_the_ads(self, db):
        def leave(number: int) -> int:
            seller = with_password(db, factories.seller)
            add_ads(db, seller, number)
            with statements(db.connection()) as seen:
                personal_data.delete_account(db, factories.actor(seller), PASSWORD)
            return len(seen)

        few, twice = leave(30), leave(60)
        assert twice <= few

    def test_nothing_is_ended_one_by_one_while_many_ads_are_hidden(self, db):
        seller = with_password(db, factories.seller)
        made = add_ads(db, seller, 30)
        with statements(db.connection()) as seen:
            personal_data.delete_account(db, factories.actor(seller), PASSWORD)
        assert [each for each in seen if each.startswith(("UPDATE ads ", "UPDATE offers "))] == []
        assert search.find_live_cards(db, ANONYMOUS, [ad.id for ad in made]) == {}

    def test_its_ads_are_hidden_at_once_and_erased_by_a_job(self, db):
        seller = with_password(db, factories.seller, name="Asha Rao")
        made = add_ads(db, seller, 40)
        personal_data.delete_account(db, factories.actor(seller), PASSWORD)
        db.commit()
        assert search.find_live_cards(db, ANONYMOUS, [ad.id for ad in made]) == {}
        for ad in made:
            with pytest.raises(Gone):
                ads.get(db, ANONYMOUS, ad.id)
        assert seller.email.endswith("@deleted.invalid")
        steps = []
        handler = schedule.HANDLERS[erasing.ERASE_JOB]
        while step := handler.step({"account_id": seller.id}):
            steps.append(step)
        assert sum(steps) >= 40
        assert max(steps) <= erasing.STEP
        db.expire_all()
        assert {ad.status for ad in made} == {AdStatus.DELETED}
        assert {offer.status for offer in db.exec(select(Offer))} == {OfferStatus.DECLINED}
        assert set(db.exec(select(AdVersion.name))) == {"Deleted ad"}
        # Nothing is mailed to an address that is no longer anybody's.
        assert [mail.to for mail in db.exec(select(OutboxMail)) if mail.to.endswith("invalid")] == []

    def test_what_requests_under_way_have_written_is_erased_later(self, db, monkeypatch):
        seller = with_password(db, factories.seller)
        personal_data.delete_account(db, factories.actor(seller), PASSWORD)
        db.commit()
        # These transactions found the session before the deletion was committed.
        ad = factories.ad(db, seller, factories.category(db), description="12 Gandhi Road")
        factories.bearer(db, seller, address="10.1.2.3")
        photo_id = factories.upload(db, seller, name="my face.jpg").id
        later = clock.now() + timedelta(minutes=10)
        monkeypatch.setattr(clock, "now", lambda: later)
        settle(db)
        assert db.get(Ad, ad.id).status is AdStatus.DELETED
        assert set(db.exec(select(AdVersion.description))) == {""}
        assert db.exec(select(AccountSession)).all() == []
        assert photo_id not in set(db.exec(select(Upload.id)))
