"""Tests of password reset and password change."""

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Invalid, NotSignedIn, RuleBroken, TooMany
from marketplace.db import database
from marketplace.domain import accounts
from marketplace.domain.accounts import passwords
from marketplace.models import Account, AccountKind, AuditEntry
from tests import factories
from tests.domain.accounts import steps
from tests.domain.accounts.steps import NEW_PASSWORD, PASSWORD, code_for, mails, with_password

BUYER, STAFF = AccountKind.BUYER, AccountKind.ADMIN


def ask(email, kind=BUYER):
    with database.unit_of_work() as db:
        accounts.request_reset_code(db, ANONYMOUS, email, kind=kind)


def reset(email, code, password=NEW_PASSWORD, kind=BUYER, actor=ANONYMOUS):
    with database.unit_of_work() as db:
        accounts.reset_password(db, actor, email, code, password, kind=kind)


def sign_in(db, account, password=PASSWORD):
    signed_in = accounts.sign_in(db, ANONYMOUS, account.email, password, kind=account.kind)
    db.commit()
    return signed_in


class TestReset:
    def test_an_unknown_email_gets_no_mail_and_the_same_limits(self, db):
        ask("nobody@example.org")
        assert mails(db) == []
        with pytest.raises(TooMany):
            ask("nobody@example.org")
        with pytest.raises(RuleBroken):
            reset("nobody@example.org", "123456")

    def test_an_admins_password_is_not_reset_by_mail(self, db):
        admin = with_password(db, factories.admin)
        ask(admin.email, STAFF)
        assert mails(db) == []
        with pytest.raises(RuleBroken):
            reset(admin.email, "123456", kind=STAFF)

    def test_a_moderators_code_is_void_once_the_moderator_is_an_administrator(self, db):
        account = with_password(db, factories.moderator)
        ask(account.email, STAFF)
        code = code_for(db, account.email)
        account.moderates_only = False
        db.commit()
        with pytest.raises(RuleBroken, match="Invalid or expired OTP"):
            reset(account.email, code, kind=STAFF)
        sign_in(db, account)

    def test_a_moderators_code_does_not_reset_the_buyer_of_that_email(self, db):
        account = with_password(db, factories.moderator)
        buyer = with_password(db, email=account.email)
        ask(account.email, STAFF)
        with pytest.raises(RuleBroken):
            reset(account.email, code_for(db, account.email))
        sign_in(db, buyer)

    def test_a_moderators_reset_ends_the_sessions_is_logged_and_keeps_the_second_factor(self, db):
        account = with_password(db, factories.moderator)
        old = sign_in(db, account)
        account.totp_seed, account.totp_enabled_at = "seed", clock.now()
        db.commit()
        ask(account.email, STAFF)
        with pytest.raises(TooMany):
            ask(account.email, STAFF)
        reset(account.email, code_for(db, account.email), kind=STAFF)
        assert accounts.find_actor(db, old.token) is None
        db.expire_all()
        with pytest.raises(NotSignedIn) as refused:
            sign_in(db, account, NEW_PASSWORD)
        assert refused.value.extra == {"secondFactor": True}
        entry = db.exec(select(AuditEntry).where(AuditEntry.action == "account.reset_password")).one()
        assert (entry.actor_id, entry.target_id) == (None, account.id)
        assert mails(db, account.email)[-1].purpose == "password_changed"

    def test_reset_changes_the_password_and_ends_the_sessions(self, db):
        account = with_password(db)
        old = sign_in(db, account)
        ask(account.email)
        reset(account.email, code_for(db, account.email))
        assert accounts.find_actor(db, old.token) is None
        db.expire_all()
        with pytest.raises(NotSignedIn):
            sign_in(db, account)
        assert db.get(Account, account.id).generation == 2
        sign_in(db, account, NEW_PASSWORD)
        assert mails(db, account.email)[-1].purpose == "password_changed"

    def test_a_code_works_once(self, db):
        account = with_password(db)
        ask(account.email)
        code = code_for(db, account.email)
        reset(account.email, code)
        with pytest.raises(RuleBroken, match="Invalid or expired OTP"):
            reset(account.email, code, "yet another")

    def test_five_wrong_attempts_block_the_code(self, db):
        account = with_password(db)
        ask(account.email)
        code = code_for(db, account.email)
        for _ in range(5):
            with pytest.raises(RuleBroken):
                reset(account.email, steps.wrong(code))
        with pytest.raises(RuleBroken):
            reset(account.email, code)

    def test_an_invalid_password_uses_no_attempt(self, db):
        account = with_password(db)
        ask(account.email)
        code = code_for(db, account.email)
        for _ in range(6):
            with pytest.raises(Invalid):
                reset(account.email, code, "short")
        reset(account.email, code)

    def test_a_code_is_valid_for_its_purpose_only(self, db):
        account = with_password(db)
        accounts.request_registration_code(db, ANONYMOUS, account.email, kind=AccountKind.SELLER)
        with pytest.raises(RuleBroken):
            reset(account.email, code_for(db, account.email))
        with pytest.raises(RuleBroken):
            reset(account.email, code_for(db, account.email), kind=AccountKind.SELLER)

    def test_a_code_for_a_changed_email_is_invalid(self, db):
        account = with_password(db)
        email = account.email
        ask(email)
        code = code_for(db, email)
        row = db.get(Account, account.id)
        row.email = "moved@example.org"
        db.commit()
        with pytest.raises(RuleBroken):
            reset(email, code)


class TestStaff:
    """New passwords of administrators and moderators have at least 12 characters; those of others have 6."""

    SHORT, LONG = "x" * 11, "x" * 12

    @pytest.mark.parametrize("make", [factories.admin, factories.moderator])
    def test_change(self, db, make):
        account = with_password(db, make)
        actor = Actor(account.id, account.kind, moderates_only=account.moderates_only)
        with pytest.raises(Invalid, match="at least 12 characters"):
            accounts.change_password(db, actor, PASSWORD, self.SHORT)
        accounts.change_password(db, actor, PASSWORD, self.LONG)

    def test_reset(self, db):
        account = with_password(db, factories.moderator)
        ask(account.email, STAFF)
        code = code_for(db, account.email)
        with pytest.raises(Invalid, match="at least 12 characters"):
            reset(account.email, code, self.SHORT, STAFF)
        reset(account.email, code, self.LONG, STAFF)

    @pytest.mark.parametrize("make", [factories.admin, factories.moderator])
    def test_profile(self, db, make):
        account = with_password(db, make)
        actor = Actor(account.id, account.kind, moderates_only=account.moderates_only)
        with pytest.raises(Invalid, match="at least 12 characters"):
            accounts.update_profile(
                db, actor, account.id, accounts.ProfileDraft(password=self.SHORT, current_password=PASSWORD)
            )

    def test_command_line(self, db):
        with pytest.raises(Invalid, match="at least 12 characters"):
            accounts.create_admin(db, "root@example.org", self.SHORT)
        accounts.create_admin(db, "root@example.org", self.LONG)

    def test_given_passwords_of_moderators(self, db):
        admin = factories.actor(factories.admin(db))
        assert len(accounts.create_moderator(db, admin, "m@example.org").password) >= 12

    def test_existing_shorter_passwords_still_sign_in(self, db):
        account = factories.admin(db, password_hash=passwords.make_hash("demo1234"))
        db.commit()
        sign_in(db, account, "demo1234")

    @pytest.mark.parametrize("make", [factories.buyer, factories.seller])
    def test_others_are_not_concerned(self, db, make):
        account = with_password(db, make)
        accounts.change_password(db, Actor(account.id, account.kind), PASSWORD, "x" * 6)


class TestChange:
    def change(self, db, account, current=PASSWORD, new=NEW_PASSWORD, session_id=None):
        actor = Actor(account.id, account.kind, session_id)
        accounts.change_password(db, actor, current, new)

    def test_anonymous_callers_are_refused(self, db):
        with pytest.raises(NotSignedIn):
            accounts.change_password(db, ANONYMOUS, PASSWORD, NEW_PASSWORD)

    def test_a_wrong_current_password_is_refused(self, db):
        account = with_password(db)
        for current in ("wrong", "", NEW_PASSWORD):
            with pytest.raises(RuleBroken):
                self.change(db, account, current)

    def test_guessing_is_limited(self, db):
        account = with_password(db)
        for _ in range(10):
            with pytest.raises(RuleBroken):
                self.change(db, account, "wrong")
        with pytest.raises(TooMany):
            self.change(db, account)

    def test_a_short_new_password_is_refused(self, db):
        with pytest.raises(Invalid):
            self.change(db, with_password(db), new="12345")

    def test_other_sessions_end_and_this_one_stays(self, db):
        account = with_password(db)
        mine, other = sign_in(db, account), sign_in(db, account)
        self.change(db, account, session_id=mine.session_id)
        assert accounts.find_actor(db, mine.token) is not None
        assert accounts.find_actor(db, other.token) is None
        sign_in(db, account, NEW_PASSWORD)
