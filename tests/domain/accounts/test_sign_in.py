"""Tests of sign-in and session tokens."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock, ids
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Forbidden, Invalid, NotSignedIn, TooMany, Unavailable
from marketplace.db import database
from marketplace.domain import accounts, phases
from marketplace.domain.accounts import passwords
from marketplace.models import Account, AccountKind, AccountSession
from marketplace.settings import get_settings
from tests import factories
from tests.domain.accounts.steps import PASSWORD, mails, text_of, with_password

PHONE = Actor(address="10.0.0.1", user_agent="Mozilla/5.0 (Android 14) Firefox/130.0")
LAPTOP = Actor(address="10.0.0.2", user_agent="Mozilla/5.0 (Windows NT 10.0) Chrome/128.0.0.0 Safari/537.36")


def sign_in(db, account, password=PASSWORD, actor=ANONYMOUS, **options):
    return accounts.sign_in(db, actor, account.email, password, kind=account.kind, **options)


def test_wrong_and_empty_passwords_are_refused(db):
    account = with_password(db)
    with pytest.raises(NotSignedIn):
        sign_in(db, account, "wrong")
    with pytest.raises(NotSignedIn):
        accounts.sign_in(db, ANONYMOUS, "not an email", PASSWORD, kind=AccountKind.BUYER)
    with pytest.raises(Invalid):
        sign_in(db, account, "")


@pytest.mark.parametrize("password", ["\0", "\ud800", "x" * 100_000])
def test_unusual_passwords_are_merely_wrong(db, password):
    with pytest.raises(NotSignedIn):
        sign_in(db, with_password(db), password)


def test_an_account_without_a_usable_hash(db):
    with pytest.raises(NotSignedIn):
        sign_in(db, factories.buyer(db), "!")


@pytest.mark.parametrize(("remember", "life"), [(False, timedelta(hours=12)), (True, timedelta(days=30))])
def test_how_long_it_lasts(db, monkeypatch, remember, life):
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)
    signed_in = sign_in(db, with_password(db), remember=remember)
    assert signed_in.expires_at == now + life
    assert accounts.find_actor(db, signed_in.token) is not None
    monkeypatch.setattr(clock, "now", lambda: now + life)
    assert accounts.find_actor(db, signed_in.token) is None


def test_the_token_is_stored_as_a_hash_and_stays_out_of_reprs(db):
    signed_in = sign_in(db, with_password(db))
    row = db.exec(select(AccountSession)).one()
    assert row.token_hash == ids.hash_token(signed_in.token)
    assert signed_in.token not in repr(signed_in)


def test_a_token_resolves_to_its_account(db):
    account = with_password(db, factories.seller)
    signed_in = sign_in(db, account)
    actor = accounts.find_actor(db, signed_in.token, address="a", user_agent="b")
    assert actor == Actor(account.id, AccountKind.SELLER, signed_in.session_id, "a", "b")
    assert accounts.find_actor(db, "guess") is None
    assert accounts.find_actor(db, "") is None


def test_a_token_ends_with_its_session(db):
    account = with_password(db)
    signed_in, other = sign_in(db, account), sign_in(db, account)
    actor = accounts.find_actor(db, signed_in.token)
    accounts.sign_out(db, actor)
    assert accounts.find_actor(db, signed_in.token) is None
    assert accounts.find_actor(db, other.token) is not None
    with pytest.raises(NotSignedIn):
        accounts.sign_out(db, ANONYMOUS)


@pytest.mark.parametrize("status", ["suspended", "deleted"])
def test_a_token_of_an_inactive_account_is_anonymous(db, status):
    account = with_password(db)
    signed_in = sign_in(db, account)
    account = db.get(Account, account.id)
    account.status = status
    db.flush()
    assert accounts.find_actor(db, signed_in.token) is None


def test_a_suspended_account_sees_the_reason(db):
    account = with_password(db, status="suspended", suspended_reason="Fake ads")
    with pytest.raises(Forbidden, match="Fake ads"):
        sign_in(db, account)
    with pytest.raises(NotSignedIn):
        sign_in(db, account, "wrong")


def test_an_outdated_hash_is_replaced(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "argon2_memory_kib", 1_024)
    account = with_password(db)
    assert "m=1024" in account.password_hash
    monkeypatch.setattr(get_settings(), "argon2_memory_kib", 2_048)
    sign_in(db, account)
    db.expire_all()
    raised = db.get(Account, account.id).password_hash
    assert "m=2048" in raised
    assert passwords.compare(db.get(Account, account.id).password_hash, PASSWORD).matches


@pytest.mark.parametrize("kind", [AccountKind.BUYER, AccountKind.SELLER])
@pytest.mark.parametrize(
    "who", ["known", "unknown", "other kind", "suspended", "deleted", "without a password", "no email at all"]
)
def test_every_refusal_computes_two_hashes(db, monkeypatch, who, kind):
    """Timing must not reveal whether an account exists, of the kind or of the other one."""
    hashed = with_password(db).password_hash
    values = {
        "known": {"password_hash": hashed},
        "suspended": {"password_hash": hashed, "status": "suspended"},
        "deleted": {"password_hash": hashed, "status": "deleted"},
        "without a password": {},
    }
    values["other kind"] = values["known"]
    makes = {AccountKind.BUYER: factories.buyer, AccountKind.SELLER: factories.seller}
    make = makes[kind] if who != "other kind" else next(makes[other] for other in makes if other is not kind)
    emails = {"unknown": "nobody@example.org", "no email at all": "nobody"}
    email = emails.get(who) or make(db, **values[who]).email
    context, hashes = passwords._current(), []
    passwords._dummy_hash(context)
    for name in ("verify", "verify_and_update"):
        original = getattr(context, name)

        def counted(secret, stored, original=original):
            found = original(secret, stored)
            hashes.append(stored)
            return found

        monkeypatch.setattr(context, name, counted)
    with pytest.raises(NotSignedIn):
        accounts.sign_in(db, ANONYMOUS, email, "wrong", kind=kind)
    # With the same parameters, too.
    assert [stored.split("$")[3] for stored in hashes] == [hashed.split("$")[3]] * 2


class TestOtherKind:
    """The password is that of the account of the other kind with the same email."""

    @pytest.mark.parametrize("status", ["active", "suspended"])
    @pytest.mark.parametrize("has_both", [False, True])
    def test_only_who_knows_its_password_hears_of_it(self, db, has_both, status):
        seller = with_password(db, factories.seller, status=status)
        if has_both:
            factories.buyer(db, email=seller.email, password_hash=passwords.make_hash("another password"))
        with pytest.raises(NotSignedIn, match="You have a seller account with this email") as told:
            accounts.sign_in(db, ANONYMOUS, seller.email, PASSWORD, kind=AccountKind.BUYER)
        assert told.value.extra == {"otherKind": "seller"}
        with pytest.raises(NotSignedIn, match="Wrong email or password") as refused:
            accounts.sign_in(db, ANONYMOUS, seller.email, "wrong", kind=AccountKind.BUYER)
        assert refused.value.extra == {}
        assert db.exec(select(AccountSession)).all() == []

    def test_a_seller_hears_of_the_buyer_account(self, db):
        buyer = with_password(db)
        with pytest.raises(NotSignedIn, match="You have a buyer account with this email") as told:
            accounts.sign_in(db, ANONYMOUS, buyer.email, PASSWORD, kind=AccountKind.SELLER)
        assert told.value.extra == {"otherKind": "user"}

    def test_with_one_password_for_both_the_chosen_account_opens(self, db):
        buyer, seller = (
            with_password(db, email="both@example.org"),
            with_password(db, factories.seller, email="both@example.org"),
        )
        for account in (buyer, seller):
            assert sign_in(db, account).account.id == account.id

    def test_a_second_factor_is_still_asked_for(self, db):
        seller = with_password(db, factories.seller, totp_enabled_at=clock.now())
        with pytest.raises(NotSignedIn) as told:
            accounts.sign_in(db, ANONYMOUS, seller.email, PASSWORD, kind=AccountKind.BUYER)
        assert "secondFactor" not in told.value.extra
        with pytest.raises(NotSignedIn) as asked:
            sign_in(db, seller)
        assert asked.value.extra == {"secondFactor": True}

    @pytest.mark.parametrize("make", [factories.buyer, factories.seller])
    def test_administrators_have_no_other_account(self, db, make):
        admin = with_password(db, factories.admin)
        member = with_password(db, make)
        for email, kind in ((admin.email, member.kind), (member.email, AccountKind.ADMIN)):
            with pytest.raises(NotSignedIn, match="Wrong email or password"):
                accounts.sign_in(db, ANONYMOUS, email, PASSWORD, kind=kind)

    def test_both_doors_share_the_attempts(self, db):
        seller = with_password(db, factories.seller)
        for kind in [AccountKind.BUYER, AccountKind.SELLER] * 5:
            with pytest.raises(NotSignedIn):
                accounts.sign_in(db, ANONYMOUS, seller.email, "wrong", kind=kind)
        for kind in (AccountKind.BUYER, AccountKind.SELLER):
            with pytest.raises(TooMany):
                accounts.sign_in(db, ANONYMOUS, seller.email, PASSWORD, kind=kind)

    def test_an_appeal_says_nothing_of_it(self, db):
        seller = with_password(db, factories.seller)
        with pytest.raises(NotSignedIn, match="Wrong email or password"):
            accounts.prove_identity(ANONYMOUS, seller.email, PASSWORD, kind=AccountKind.BUYER)


def test_failures_lock_the_account_from_every_address(db):
    account = with_password(db)
    for n in range(10):
        with pytest.raises(NotSignedIn):
            sign_in(db, account, "wrong", Actor(address=f"10.0.0.{n}"))
    with pytest.raises(TooMany):
        sign_in(db, account, actor=Actor(address="10.0.1.1"))
    sign_in(db, with_password(db))


def test_parallel_guesses_get_ten_attempts(shared):
    account = with_password(shared)

    def guess(_n):
        try:
            with database.unit_of_work() as db:
                sign_in(db, account, "wrong")
        except (NotSignedIn, TooMany) as refused:
            return type(refused)

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(guess, range(30)))
    assert answers.count(NotSignedIn) == 10
    assert answers.count(TooMany) == 20


def test_failures_lock_unknown_emails_alike(db):
    for expected in [NotSignedIn] * 10 + [TooMany]:
        with pytest.raises(expected):
            accounts.sign_in(db, ANONYMOUS, "nobody@example.org", "wrong", kind=AccountKind.BUYER)


def test_failures_lock_an_address(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_login_address", "3 per 15 minutes")
    for n in range(3):
        with pytest.raises(NotSignedIn):
            accounts.sign_in(db, PHONE, f"nobody{n}@example.org", "wrong", kind=AccountKind.BUYER)
    with pytest.raises(TooMany):
        sign_in(db, with_password(db), actor=PHONE)
    sign_in(db, with_password(db), actor=LAPTOP)


def test_a_password_that_changes_between_the_phases_opens_no_session(db):
    account = with_password(db)
    finish = phases.run_first_phase(accounts.sign_in, lambda: ANONYMOUS, account.email, PASSWORD, kind=account.kind)
    account.password_hash = passwords.make_hash("another")
    factories.save(db, account)
    with pytest.raises(Unavailable):
        finish(db, ANONYMOUS)
    assert db.exec(select(AccountSession)).all() == []


def test_the_oldest_session_ends_above_the_limit(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "sessions_max", 2)
    account, other = with_password(db), with_password(db)
    before = account.generation
    elsewhere = sign_in(db, other)
    tokens = [sign_in(db, account).token for _ in range(4)]
    assert [accounts.find_actor(db, token) is not None for token in tokens] == [False, False, True, True]
    assert accounts.find_actor(db, elsewhere.token) is not None
    db.expire_all()
    # Tabs of ended sessions reload.
    assert db.get(Account, account.id).generation == before + 2


class TestNewDevice:
    def test_the_first_sign_in_sends_no_mail(self, db):
        sign_in(db, with_password(db), actor=PHONE, device="phone")
        assert mails(db) == []

    def test_a_new_device_is_mailed_to_the_owner(self, db):
        account = with_password(db)
        sign_in(db, account, actor=PHONE, device="phone")
        sign_in(db, account, actor=LAPTOP, device="laptop")
        (mail,) = mails(db)
        assert mail.to == account.email
        assert "Chrome on Windows" in text_of(mail)
        assert "10.0.0.2" in text_of(mail)

    def test_a_known_device_is_not_mailed(self, db):
        account = with_password(db)
        for device in ("phone", "laptop", "phone", "laptop"):
            sign_in(db, account, actor=PHONE, device=device)
        assert len(mails(db)) == 1

    def test_programs_are_recognized_by_their_name(self, db):
        account = with_password(db)
        for actor in (PHONE, PHONE, LAPTOP, LAPTOP):
            sign_in(db, account, actor=actor)
        assert len(mails(db)) == 1


class TestLastSeen:
    def long_ago(self, db, account):
        headers = factories.bearer(db, account, last_seen_at=clock.now() - timedelta(hours=1))
        return headers["Authorization"].removeprefix("Bearer ")

    def test_last_seen_is_written_in_a_unit_of_work(self, db):
        token = self.long_ago(db, factories.buyer(db))
        with database.unit_of_work() as work:
            accounts.find_actor(work, token)
        db.expire_all()
        assert clock.now() - db.exec(select(AccountSession)).one().last_seen_at < timedelta(minutes=1)

    def test_last_seen_is_not_written_while_reading(self, db):
        token = self.long_ago(db, factories.buyer(db))
        with database.read_only() as look:
            assert accounts.find_actor(look, token)
            assert not look.dirty
