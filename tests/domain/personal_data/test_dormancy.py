"""Erasure of accounts that nobody uses: off by default, with a notice of 48 hours."""

from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.domain import audit, personal_data
from marketplace.domain.accounts import administration
from marketplace.models import Account, AccountSession, AccountStatus, AdStatus, OutboxMail
from marketplace.settings import get_settings
from tests import factories

NOW = clock.now()


@pytest.fixture(autouse=True)
def after_a_year(monkeypatch):
    monkeypatch.setattr(get_settings(), "dormant_months", 12)
    monkeypatch.setattr(clock, "now", lambda: NOW)


def old(db, make=factories.buyer, *, seen_days_ago: int = 0) -> Account:
    account = make(db, created_at=NOW - timedelta(days=800))
    if seen_days_ago:
        factories.bearer(db, account, last_seen_at=NOW - timedelta(days=seen_days_ago))
    return account


def later(monkeypatch, **time) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(**time))


def test_no_account_is_erased_unless_the_setting_says_so(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "dormant_months", 0)
    old(db)
    assert personal_data.erase_dormant(db) == 0
    assert db.exec(select(OutboxMail)).first() is None


def test_a_notice_comes_first_and_48_hours_later_the_erasure(db, monkeypatch):
    account = old(db, factories.seller, seen_days_ago=400)
    ad = factories.ad(db, account, factories.category(db))
    email, name = account.email, account.name
    assert personal_data.erase_dormant(db) == 1
    mail = db.exec(select(OutboxMail)).one()
    assert (mail.to, mail.purpose) == (email, "dormant")
    later(monkeypatch, hours=47)
    assert personal_data.erase_dormant(db) == 0
    assert account.status is AccountStatus.ACTIVE
    later(monkeypatch, hours=48)
    assert personal_data.erase_dormant(db) == 1
    db.expire_all()
    assert (account.status, ad.status) == (AccountStatus.DELETED, AdStatus.DELETED)
    assert name not in account.name
    last = db.exec(select(OutboxMail).where(OutboxMail.purpose == "deleted")).one()
    assert "after our notice" in last.text
    admin = factories.actor(factories.admin(db))
    assert audit.list_entries(db, admin, action="account.erase_dormant").total == 1
    assert personal_data.erase_dormant(db) == 0


def test_one_transaction_erases_one_account(db, monkeypatch):
    accounts = [old(db), old(db)]
    personal_data.erase_dormant(db)
    later(monkeypatch, hours=48)
    assert personal_data.erase_dormant(db) == 1
    assert personal_data.erase_dormant(db) == 1
    assert {account.status for account in accounts} == {AccountStatus.DELETED}


def test_an_account_that_is_used_after_the_notice_stays(db, monkeypatch):
    account = old(db)
    personal_data.erase_dormant(db)
    later(monkeypatch, hours=20)
    factories.bearer(db, account, last_seen_at=clock.now())
    later(monkeypatch, hours=49)
    personal_data.erase_dormant(db)
    assert (account.status, account.dormant_notice_at) == (AccountStatus.ACTIVE, None)
    assert personal_data.erase_dormant(db) == 0


def test_who_gets_no_notice(db):
    old(db, seen_days_ago=300)
    old(db, factories.admin)
    factories.buyer(db)
    suspended = old(db)
    suspended.status = AccountStatus.SUSPENDED
    factories.save(db, suspended)
    assert personal_data.erase_dormant(db) == 0


def test_sessions_are_kept_as_long_as_they_tell_who_is_dormant(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "dormant_months", 36)
    account = old(db)
    factories.bearer(db, account, last_seen_at=NOW - timedelta(days=700), expires_at=NOW - timedelta(days=690))
    administration.forget_expired(db)
    assert db.exec(select(AccountSession)).first() is not None
    assert personal_data.erase_dormant(db) == 0
