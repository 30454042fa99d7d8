"""Tests of the archive and of account deletion."""

import json

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotSignedIn, RuleBroken
from marketplace.domain import accounts, personal_data, search
from marketplace.models import (
    Account,
    AccountSession,
    AccountStatus,
    Ad,
    AdStatus,
    AdVersion,
    CalendarFeed,
    Report,
    ReportTarget,
    SavedSearch,
    SavedSearchMatch,
    WishlistItem,
)
from tests import factories
from tests.domain.accounts.steps import PASSWORD, mails, with_password


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
        assert [row["text"] for row in archive["reports_filed"]] == ["Asks for money first."]
        assert [row["ad_id"] for row in archive["saved_search_matches"]] == [ad.id]
        assert len(archive["calendar_feeds"]) == 1
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

    def test_an_admin_remains(self, db):
        first = with_password(db, factories.admin)
        with pytest.raises(RuleBroken):
            personal_data.delete_account(db, factories.actor(first), PASSWORD)
        factories.admin(db)
        personal_data.delete_account(db, factories.actor(first), PASSWORD)
