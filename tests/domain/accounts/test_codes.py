"""One-time codes: single use, five attempts, ten minutes, only the newest is valid, hashed, safe under concurrent
calls.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Invalid, RuleBroken, TooMany
from marketplace.db import database
from marketplace.domain import accounts
from marketplace.models import AccountKind, OneTimeCode
from tests import factories
from tests.domain.accounts import steps

EMAIL = "asha@example.org"
BUYER = AccountKind.BUYER


def request(email: str = EMAIL, kind: AccountKind = BUYER) -> None:
    with database.unit_of_work() as db:
        accounts.request_registration_code(db, ANONYMOUS, email, kind=kind)


def verify(code: str, email: str = EMAIL, kind: AccountKind = BUYER) -> bool:
    try:
        with database.unit_of_work() as db:
            accounts.verify_registration_code(db, ANONYMOUS, email, code, kind=kind)
    except RuleBroken as error:
        return error.extra["verified"]
    return True


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Sets the clock forward."""

    def go(forward: timedelta) -> None:
        moment = real() + forward
        monkeypatch.setattr(clock, "now", lambda: moment)

    real = clock.now
    return go


def test_code_mails_are_urgent(db):
    request()
    assert [mail.can_wait for mail in steps.mails(db)] == [False]


def test_a_code_works_once(db):
    request()
    code = steps.code_for(db, EMAIL)
    assert verify(code)
    assert not verify(code)


def test_the_email_is_normalized(db):
    request(" Asha@Example.ORG ")
    assert verify(f" {steps.code_for(db, EMAIL)} ", "ASHA@EXAMPLE.ORG")


def test_five_wrong_attempts_block_the_code(db):
    request()
    code = steps.code_for(db, EMAIL)
    assert [verify(steps.wrong(code)) for _ in range(5)] == [False] * 5
    assert not verify(code)


def test_mail_text(db):
    with pytest.raises(RuleBroken, match=r"^Invalid or expired OTP\.$"):
        accounts.verify_registration_code(db, ANONYMOUS, EMAIL, "123456", kind=BUYER)


def test_four_wrong_attempts_do_not_block_it(db):
    request()
    code = steps.code_for(db, EMAIL)
    assert not any(verify(steps.wrong(code)) for _ in range(4))
    assert verify(code)


def test_a_code_expires_after_ten_minutes(db, at):
    request()
    code = steps.code_for(db, EMAIL)
    at(timedelta(minutes=10, seconds=1))
    assert not verify(code)


def test_a_code_works_for_nearly_ten_minutes(db, at):
    request()
    code = steps.code_for(db, EMAIL)
    at(timedelta(minutes=9, seconds=50))
    assert verify(code)


def test_a_new_code_replaces_the_old_one(db):
    request()
    old = steps.code_for(db, EMAIL)
    steps.later()
    request()
    new = steps.code_for(db, EMAIL)
    if old != new:
        assert not verify(old)
    assert verify(new)


def test_a_code_is_valid_for_its_kind_and_email_only(db):
    request()
    code = steps.code_for(db, EMAIL)
    assert not verify(code, kind=AccountKind.SELLER)
    assert not verify(code, email="other@example.org")
    assert verify(code)


@pytest.mark.parametrize("code", ["", "abc", "१२३४५६", "1" * 500, "\x00", "12345 6"])
def test_malformed_codes_are_refused(db, code):
    request()
    assert not verify(code)


def test_an_existing_account_is_reported_and_not_counted(db):
    factories.buyer(db, email=EMAIL)
    for _ in range(3):
        with pytest.raises(Conflict):
            request()
    request(kind=AccountKind.SELLER)


@pytest.mark.parametrize(
    "email", ["", "   ", "asha", "asha@", "@example.org", "a b@example.org", "a@b", "é@example.org"]
)
def test_invalid_emails_are_refused(db, email):
    for _ in range(2):
        with pytest.raises(Invalid):
            request(email)


def test_one_a_minute_for_each_email_and_kind(db):
    request()
    with pytest.raises(TooMany) as refused:
        request()
    assert refused.value.retry_after is not None
    assert refused.value.retry_after <= 60
    request(kind=AccountKind.SELLER)
    request("other@example.org")


@pytest.mark.parametrize(
    "spelling",
    ["=?utf-8?q?asha?=@example.org", "=?utf-8?q?=61sha?=@example.org", "=?utf-8?q?asha=2Cvictim?=@example.org"],
)
def test_an_encoded_word_is_refused(db, spelling):
    with pytest.raises(Invalid):
        request(spelling)
    assert steps.mails(db) == []


@pytest.mark.parametrize("spelling", ["ASHA@EXAMPLE.ORG", "asha+one@example.org", "asha@ｅxample.org"])
def test_the_limit_counts_the_normalized_mailbox(db, spelling):
    request()
    with pytest.raises(TooMany):
        request(spelling)
    assert len(steps.mails(db)) == 1


def test_the_database_contains_neither_the_code_nor_its_mail(db):
    request()
    code = steps.code_for(db, EMAIL)
    for table in ("one_time_codes", "outbox_mails"):
        for row in db.exec(text(f"SELECT * FROM {table}")).all():
            values = [str(value) for value in row if not hasattr(value, "year")]
            # An id may hold any digits; nothing else may hold these.
            assert not any(code in value for value in values if len(value) != 26)


def test_twenty_parallel_verifications_give_one_success(shared: Session):
    request()
    code = steps.code_for(shared, EMAIL)
    with ThreadPoolExecutor(20) as pool:
        results = list(pool.map(verify, [code] * 20))
    assert results.count(True) == 1


def test_parallel_guesses_get_five_attempts(shared: Session):
    request()
    code = steps.code_for(shared, EMAIL)
    with ThreadPoolExecutor(20) as pool:
        assert not any(pool.map(verify, [steps.wrong(code)] * 20))
    shared.rollback()
    assert shared.exec(select(OneTimeCode.tries)).one() == 5
    assert not verify(code)
