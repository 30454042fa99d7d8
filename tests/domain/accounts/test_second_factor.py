"""Tests of the second factor: enabling, sign-in, recovery codes, disabling."""

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from pyotp.totp import TOTP
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, NotSignedIn, RuleBroken, TooMany
from marketplace.db import database
from marketplace.domain import accounts
from marketplace.models import Account, RecoveryCode
from marketplace.settings import get_settings
from tests import factories
from tests.domain.accounts.steps import PASSWORD, with_password


class App:
    """The authenticator app and the shared clock."""

    def __init__(self, monkeypatch):
        self.monkeypatch = monkeypatch
        self.now = datetime(2026, 11, 21, 12, 0, 5, tzinfo=UTC)
        self.pass_by(0)

    def pass_by(self, seconds):
        self.now += timedelta(seconds=seconds)
        self.monkeypatch.setattr(clock, "now", lambda: self.now)

    def scan(self, uri):
        self.totp = TOTP(parse_qs(urlsplit(uri).query)["secret"][0])

    def code(self, steps=0):
        return self.totp.generate_otp(int(self.now.timestamp()) // 30 + steps)


@pytest.fixture
def app(monkeypatch):
    return App(monkeypatch)


def turn_on(db, account, app):
    actor = factories.actor(account)
    setup = accounts.start_second_factor(db, actor, PASSWORD)
    app.scan(setup.uri)
    codes = accounts.confirm_second_factor(db, actor, app.code())
    db.commit()
    app.pass_by(60)
    return codes


def sign_in(account, code=""):
    with database.unit_of_work() as db:
        return accounts.sign_in(db, ANONYMOUS, account.email, PASSWORD, kind=account.kind, code=code)


def test_anonymous_callers_and_wrong_passwords_are_refused(db):
    with pytest.raises(NotSignedIn):
        accounts.start_second_factor(db, ANONYMOUS, PASSWORD)
    with pytest.raises(RuleBroken):
        accounts.start_second_factor(db, factories.actor(with_password(db)), "wrong")


def test_it_is_required_only_after_confirmation(db, app):
    account = with_password(db)
    setup = accounts.start_second_factor(db, factories.actor(account), PASSWORD)
    assert setup.picture.startswith("<svg")
    assert setup.secret in setup.uri
    assert setup.secret not in repr(setup)
    db.commit()
    assert sign_in(account).token


def test_confirming_needs_a_code_of_the_app(db, app):
    account = with_password(db)
    actor = factories.actor(account)
    with pytest.raises(RuleBroken):
        accounts.confirm_second_factor(db, actor, "123456")
    app.scan(accounts.start_second_factor(db, actor, PASSWORD).uri)
    with pytest.raises(RuleBroken):
        accounts.confirm_second_factor(db, actor, app.code(steps=5))
    assert len(accounts.confirm_second_factor(db, actor, app.code())) == 10
    with pytest.raises(Conflict):
        accounts.start_second_factor(db, actor, PASSWORD)


def test_signing_in_asks_for_it(db, app):
    account = with_password(db, factories.admin)
    turn_on(db, account, app)
    with pytest.raises(NotSignedIn) as asked:
        sign_in(account)
    assert asked.value.extra == {"secondFactor": True}
    with pytest.raises(NotSignedIn):
        sign_in(account, app.code(steps=4))
    assert sign_in(account, app.code()).token


def test_codes_of_the_neighbouring_periods_work(db, app):
    account = with_password(db)
    turn_on(db, account, app)
    assert sign_in(account, app.code(steps=-1)).token
    assert sign_in(account, app.code(steps=1)).token


def test_a_code_works_once(db, app):
    account = with_password(db)
    turn_on(db, account, app)
    sign_in(account, app.code())
    with pytest.raises(NotSignedIn):
        sign_in(account, app.code())
    with pytest.raises(NotSignedIn):
        sign_in(account, app.code(steps=-1))


def test_a_recovery_code_works_once(db, app):
    account = with_password(db)
    codes = turn_on(db, account, app)
    assert sign_in(account, codes[3].upper().replace("-", " ")).token
    with pytest.raises(NotSignedIn):
        sign_in(account, codes[3])
    assert accounts.count_recovery_codes(db, factories.actor(account)) == 9
    assert sign_in(account, codes[4]).token


def test_guesses_are_limited(db, app):
    account = with_password(db)
    turn_on(db, account, app)
    for _ in range(10):
        with pytest.raises(NotSignedIn):
            sign_in(account, app.code(steps=9))
    with pytest.raises(TooMany):
        sign_in(account, app.code())


def test_the_database_has_no_secret(db, app):
    account = with_password(db)
    codes = turn_on(db, account, app)
    db.expire_all()
    assert app.totp.secret not in str(db.get(Account, account.id).model_dump())
    stored = [row.code_hash for row in db.exec(select(RecoveryCode))]
    assert not set(codes) & set(stored)


def test_it_can_be_turned_off(db, app):
    account = with_password(db)
    turn_on(db, account, app)
    actor = factories.actor(account)
    with pytest.raises(RuleBroken):
        accounts.disable_second_factor(db, actor, "wrong", app.code())
    with pytest.raises(RuleBroken):
        accounts.disable_second_factor(db, actor, PASSWORD, app.code(steps=7))
    accounts.disable_second_factor(db, actor, PASSWORD, app.code())
    db.commit()
    assert sign_in(account).token
    with pytest.raises(RuleBroken):
        accounts.disable_second_factor(db, actor, PASSWORD, "")


class TestPublicSite:
    @pytest.fixture(autouse=True)
    def public(self, monkeypatch):
        monkeypatch.setattr(get_settings(), "site_url", "https://market.example.org")

    def test_an_admin_without_one_is_refused(self, db):
        with pytest.raises(Forbidden, match="two-step sign-in"):
            sign_in(with_password(db, factories.admin))
        assert sign_in(with_password(db)).token

    def test_a_session_from_before_the_site_was_public_ends(self, db, app, monkeypatch):
        account = with_password(db, factories.admin)
        with monkeypatch.context() as before:
            before.setattr(get_settings(), "site_url", "http://localhost:3000")
            token = sign_in(account).token
            assert accounts.find_actor(db, token).account_id == account.id
        assert accounts.find_actor(db, token) is None
        turn_on(db, account, app)
        assert accounts.find_actor(db, sign_in(account, app.code(steps=1)).token).account_id == account.id

    def test_an_admin_keeps_it(self, db, app):
        account = with_password(db, factories.admin)
        turn_on(db, account, app)
        with pytest.raises(RuleBroken):
            accounts.disable_second_factor(db, factories.actor(account), PASSWORD, app.code())

    def test_create_admin_sets_one_up(self, db, app):
        made = accounts.create_admin(db, "root@example.org", PASSWORD)
        db.commit()
        app.scan(made.factor.uri)
        assert len(made.recovery_codes) == 10
        account = db.exec(select(Account)).one()
        assert sign_in(account, app.code()).account.second_factor
