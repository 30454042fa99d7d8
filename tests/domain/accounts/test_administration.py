"""Tests of suspension, administrators from the command line, and cleanup jobs."""

from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn, RuleBroken
from marketplace.domain import accounts, effects, search
from marketplace.models import Account, AccountKind, AccountSession, AccountStatus, AuditEntry, OneTimeCode
from tests import factories
from tests.domain.accounts.steps import NEW_PASSWORD, PASSWORD, mails, text_of, with_password


class TestSuspension:
    def test_other_callers_are_refused(self, db):
        account = factories.seller(db)
        for verb, more in ((accounts.suspend, ("why",)), (accounts.restore, ())):
            with pytest.raises(NotSignedIn):
                verb(db, ANONYMOUS, account.id, *more)
            for other in (account, factories.buyer(db), factories.seller(db)):
                with pytest.raises(Forbidden):
                    verb(db, factories.actor(other), account.id, *more)

    def test_suspension_ends_sessions_hides_ads_and_mails_the_reason(self, db):
        account, admin = with_password(db, factories.seller), factories.admin(db)
        ad = factories.ad(db, account, factories.category(db))
        token = accounts.sign_in(db, ANONYMOUS, account.email, PASSWORD, kind=account.kind).token
        accounts.suspend(db, factories.actor(admin), account.id, "Counterfeit goods")
        assert ad.id not in search.find_live_cards(db, ANONYMOUS, [ad.id])
        assert "Counterfeit goods" in text_of(mails(db, account.email)[-1])
        with pytest.raises(Forbidden, match="Counterfeit goods"):
            accounts.sign_in(db, ANONYMOUS, account.email, PASSWORD, kind=account.kind)

        accounts.restore(db, factories.actor(admin), account.id)
        assert ad.id in search.find_live_cards(db, ANONYMOUS, [ad.id])
        assert accounts.find_actor(db, token) is None
        assert accounts.sign_in(db, ANONYMOUS, account.email, PASSWORD, kind=account.kind).token
        assert db.get(Account, account.id).suspended_reason == ""
        actions = [entry.action for entry in db.exec(select(AuditEntry).order_by(AuditEntry.id))]
        assert actions == ["account.suspend", "account.restore"]

    def test_who_is_suspended_meanwhile_hears_why_and_where_to_appeal(self, db):
        account, admin = with_password(db, factories.seller), factories.actor(factories.admin(db))
        left, used = (
            accounts.sign_in(db, ANONYMOUS, account.email, PASSWORD, kind=account.kind).token for _ in range(2)
        )
        accounts.sign_out(db, accounts.find_actor(db, left))
        accounts.suspend(db, admin, account.id, "Counterfeit goods")
        assert accounts.find_actor(db, left) is None
        assert accounts.find_actor(db, "unknown") is None
        caller = accounts.find_actor(db, used)
        assert caller.account_id is None
        with pytest.raises(NotSignedIn, match=r"/appeal.*Counterfeit goods") as refused:
            caller.require(AccountKind.SELLER, message="Please sign in to sell")
        assert refused.value.extra == {"suspended": True}

    def test_a_suspension_with_an_end(self, db):
        account, admin = with_password(db, factories.seller), factories.actor(factories.admin(db))
        ad = factories.ad(db, account, factories.category(db))
        accounts.suspend(db, admin, account.id, "Spam", days=7)
        db.commit()
        until = db.get(Account, account.id).suspended_until
        assert timedelta(days=6, hours=23) < until - clock.now() <= timedelta(days=7)
        assert "The suspension ends on" in text_of(mails(db, account.email)[-1])
        with pytest.raises(Forbidden, match="Spam The suspension ends on"):
            accounts.sign_in(db, ANONYMOUS, account.email, PASSWORD, kind=account.kind)
        assert accounts.end_suspensions(db) == 0
        assert db.get(Account, account.id).status is AccountStatus.SUSPENDED

        db.get(Account, account.id).suspended_until = clock.now()
        db.commit()
        assert accounts.end_suspensions(db) == 1
        assert accounts.end_suspensions(db) == 0
        restored = db.get(Account, account.id)
        assert (restored.status, restored.suspended_reason, restored.suspended_at, restored.suspended_until) == (
            AccountStatus.ACTIVE,
            "",
            None,
            None,
        )
        assert ad.id in search.find_live_cards(db, ANONYMOUS, [ad.id])
        assert "The time of your suspension is over" in text_of(mails(db, account.email)[-1])
        last = db.exec(select(AuditEntry).order_by(AuditEntry.id.desc())).first()
        assert (last.action, last.actor_id) == ("account.restore", None)

    @pytest.mark.parametrize("make", [factories.buyer, factories.seller])
    def test_the_end_has_the_effects_of_a_restoration_by_a_moderator(self, db, monkeypatch, make):
        account, admin, fired = make(db), factories.actor(factories.admin(db)), []
        monkeypatch.setattr(effects, "fire", lambda _db, occasion: fired.append(occasion))
        for end in (lambda: accounts.restore(db, admin, account.id), lambda: accounts.end_suspensions(db)):
            accounts.suspend(db, admin, account.id, "Spam", days=1)
            account.suspended_until = account.suspended_at = clock.now() - timedelta(days=1)
            db.commit()
            end()
        by_hand, by_time = fired
        assert (by_time.event, by_time.subject_id) == (by_hand.event, by_hand.subject_id)
        assert by_time.since

    def test_a_moderator_who_restores_earlier_ends_the_time(self, db):
        account, admin = factories.buyer(db), factories.actor(factories.admin(db))
        accounts.suspend(db, admin, account.id, "Spam", days=1)
        accounts.restore(db, admin, account.id)
        accounts.suspend(db, admin, account.id, "Again")
        assert db.get(Account, account.id).suspended_until is None

    def test_other_numbers_of_days_are_refused(self, db):
        account, admin = factories.buyer(db), factories.actor(factories.admin(db))
        for days in (0, -1, 2, 365, 10**9):
            with pytest.raises(Invalid):
                accounts.suspend(db, admin, account.id, "Spam", days=days)

    def test_signing_an_account_out(self, db):
        account, admin, moderator = with_password(db), factories.admin(db), factories.moderator(db)
        signed_in = accounts.sign_in(db, ANONYMOUS, account.email, PASSWORD, kind=account.kind)
        for verb in (accounts.end_sessions_of, accounts.list_sessions_of):
            with pytest.raises(NotSignedIn):
                verb(db, ANONYMOUS, account.id)
            with pytest.raises(Forbidden):
                verb(db, factories.actor(factories.seller(db)), account.id)
            with pytest.raises(Forbidden):
                verb(db, factories.actor(moderator), admin.id)
            for missing in ("", "nobody", "0" * 26):
                with pytest.raises(NotFound):
                    verb(db, factories.actor(admin), missing)
        with pytest.raises(RuleBroken):
            accounts.end_sessions_of(db, factories.actor(admin), admin.id)
        [session] = accounts.list_sessions_of(db, factories.actor(moderator), account.id)
        assert (session.id, session.address, session.current) == (signed_in.session_id, "", False)
        assert accounts.end_sessions_of(db, factories.actor(moderator), account.id) == 1
        assert accounts.find_actor(db, signed_in.token) is None
        assert accounts.list_sessions_of(db, factories.actor(moderator), account.id) == []

    def test_odd_input(self, db):
        admin = factories.actor(factories.admin(db))
        account = factories.buyer(db)
        for reason in ("", "  ", "x" * 501):
            with pytest.raises(Invalid):
                accounts.suspend(db, admin, account.id, reason)
        for missing in ("", "nobody", "0" * 26):
            with pytest.raises(NotFound):
                accounts.suspend(db, admin, missing, "why")
        with pytest.raises(RuleBroken):
            accounts.suspend(db, admin, admin.account_id, "why")
        with pytest.raises(Conflict):
            accounts.restore(db, admin, account.id)
        accounts.suspend(db, admin, account.id, "why")
        with pytest.raises(Conflict):
            accounts.suspend(db, admin, account.id, "again")


class TestCreateAdmin:
    def test_creates_an_admin(self, db):
        made = accounts.create_admin(db, "Root@Example.org", PASSWORD)
        assert (made.created, made.factor) == (True, None)
        signed_in = accounts.sign_in(db, ANONYMOUS, "root@example.org", PASSWORD, kind=AccountKind.ADMIN)
        assert signed_in.account.username == "root"

    def test_existing_admin_gets_the_password_and_loses_sessions(self, db):
        accounts.create_admin(db, "root@example.org", PASSWORD)
        token = accounts.sign_in(db, ANONYMOUS, "root@example.org", PASSWORD, kind=AccountKind.ADMIN).token
        assert not accounts.create_admin(db, "root@example.org", NEW_PASSWORD).created
        assert accounts.find_actor(db, token) is None
        assert accounts.sign_in(db, ANONYMOUS, "root@example.org", NEW_PASSWORD, kind=AccountKind.ADMIN)

    def test_usernames_are_unique(self, db):
        for domain in ("one.example.org", "two.example.org"):
            assert accounts.create_admin(db, f"root@{domain}", PASSWORD).created

    @pytest.mark.parametrize(
        ("email", "password"),
        [("nobody", PASSWORD), ("", PASSWORD), ("a@example.org", "12345"), ("a@example.org", "x" * 11)],
    )
    def test_odd_input(self, db, email, password):
        with pytest.raises(Invalid):
            accounts.create_admin(db, email, password)


def test_cleanup_deletes_expired_rows(db):
    account = factories.buyer(db)
    old = clock.now() - timedelta(days=500)
    factories.bearer(db, account, expires_at=old)
    factories.bearer(db, account)
    for expires_at in (old, clock.now()):
        factories.save(
            db,
            OneTimeCode(
                email="a@example.org", kind=account.kind, purpose="register", code_hash="x", expires_at=expires_at
            ),
        )
    assert accounts.forget_expired(db) == 2
    assert len(db.exec(select(AccountSession)).all()) == len(db.exec(select(OneTimeCode)).all()) == 1
    assert account.status is AccountStatus.ACTIVE
