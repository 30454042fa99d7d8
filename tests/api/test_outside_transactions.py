"""Password hashing and email parsing run outside transactions and after the rate limits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import email_validator
import pytest
from httpx import Response
from sqlmodel import Session

from marketplace.db import database
from marketplace.domain.accounts import passwords
from marketplace.integrations import limits
from marketplace.models import Account
from tests import factories
from tests.client import TestClient
from tests.domain.accounts.steps import BUYER_FORM, NEW_PASSWORD, PASSWORD, SELLER_FORM, code_for, with_password

_EMAIL_LENGTH = 254


@dataclass
class Watched:
    """Recorded events ("limit", "hash" or "parse") with the number of open transactions."""

    open: int = 0
    happened: list[tuple[str, int]] = field(default_factory=list)
    parsed: list[str] = field(default_factory=list)

    def noting(self, what: str, call: Callable) -> Callable:
        def noted(*args, **options):
            self.happened.append((what, self.open))
            if what == "parse":
                self.parsed.append(args[0])
            return call(*args, **options)

        return noted

    def counting(self, turn: Callable) -> Callable:
        @contextmanager
        def counted(session: Session) -> Iterator[None]:
            with turn(session):
                self.open += 1
                try:
                    yield
                finally:
                    self.open -= 1

        return counted


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    made = Watched()
    context = passwords._current()
    passwords._dummy_hash(context)
    for name in ("hash", "verify", "verify_and_update"):
        monkeypatch.setattr(context, name, made.noting("hash", getattr(context, name)))
    for name in ("check", "hit"):
        monkeypatch.setattr(limits, name, made.noting("limit", getattr(limits, name)))
    monkeypatch.setattr(email_validator, "validate_email", made.noting("parse", email_validator.validate_email))
    for name in ("_writing", "_reading"):
        monkeypatch.setattr(database, name, made.counting(getattr(database, name)))
    return made


@dataclass
class Caller:
    """Test client with the calling account."""

    client: TestClient
    db: Session
    account: Account
    code: str = ""

    def post(self, path: str, body: dict, *, signed_in: bool = False, method: str = "POST"):
        headers = factories.bearer(self.db, self.account) if signed_in else None
        return self.client.request(method, f"/api{path}", json=body, headers=headers)

    def login(self, email: str, password: str = PASSWORD):
        return self.post("/user/login", {"email": email, "password": password})

    def ask_code(self, path: str, email: str, kind: str = "user"):
        return self.post(f"/auth/{path}", {"email": email, "userType": kind})

    def get_reset_code(self) -> None:
        """Request a code and read it from the mail; sending the mail parses the address too."""
        self.ask_code("sendOtp", self.account.email)
        self.code = code_for(self.db, self.account.email)

    def prove_code(self, email: str, otp: str, kind: str = "user"):
        return self.post("/auth/verifyOtpRegister", {"email": email, "userType": kind, "otp": otp})

    def reset(self, otp: str):
        body = {"email": self.account.email, "userType": "user", "otp": otp, "newPassword": NEW_PASSWORD}
        return self.post("/auth/resetPass", body)

    def save(self, **changes):
        path = f"/user/{self.account.id}"
        return self.post(path, {"currentPassword": PASSWORD, **changes}, signed_in=True, method="PUT")


@pytest.fixture
def caller(client: TestClient, db: Session) -> Caller:
    return Caller(client, db, with_password(db))


@dataclass
class Case:
    """A call that hashes or parses, its status and its preparation."""

    status: int
    call: Callable[[Caller], Response]
    before: Callable[[Caller], object] = lambda it: None
    limited: bool = True


def _proven(form: dict, kind: str) -> Callable[[Caller], object]:
    def prove(it: Caller) -> None:
        it.ask_code("sendOtpRegister", form["email"], kind)
        it.prove_code(form["email"], code_for(it.db, form["email"]), kind)

    return prove


CASES = {
    "login": Case(200, lambda it: it.login(it.account.email)),
    "login with a wrong password": Case(401, lambda it: it.login(it.account.email, "wrong")),
    "login of nobody": Case(401, lambda it: it.login("nobody@example.org")),
    "login with no email at all": Case(401, lambda it: it.login("nobody")),
    "code to register": Case(200, lambda it: it.ask_code("sendOtpRegister", "new@example.org")),
    "proof of an email": Case(
        200,
        lambda it: it.prove_code("new@example.org", code_for(it.db, "new@example.org")),
        before=lambda it: it.ask_code("sendOtpRegister", "new@example.org"),
        # A code is invalid after a few failed attempts.
        limited=False,
    ),
    "code to reset": Case(200, lambda it: it.ask_code("sendOtp", it.account.email)),
    "reset": Case(
        200,
        lambda it: it.reset(it.code),
        before=lambda it: it.get_reset_code(),
    ),
    "reset with a wrong code": Case(400, lambda it: it.reset("000000")),
    "registration of a user": Case(201, lambda it: it.post("/user", BUYER_FORM), before=_proven(BUYER_FORM, "user")),
    "registration of a seller": Case(
        201, lambda it: it.post("/seller", SELLER_FORM), before=_proven(SELLER_FORM, "seller")
    ),
    "registration without a proof": Case(400, lambda it: it.post("/user", BUYER_FORM)),
    "change of the password": Case(
        200,
        lambda it: it.post(
            "/auth/changePass", {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}, signed_in=True
        ),
    ),
    "change of the password in the profile": Case(200, lambda it: it.save(password=NEW_PASSWORD)),
    "change of the email": Case(200, lambda it: it.save(email="moved@example.org"), limited=False),
    "second factor on": Case(
        200, lambda it: it.post("/auth/secondFactor/enable", {"password": PASSWORD}, signed_in=True)
    ),
    "second factor off": Case(
        400, lambda it: it.post("/auth/secondFactor/disable", {"password": "wrong", "code": "1"}, signed_in=True)
    ),
    "archive": Case(200, lambda it: it.post("/auth/account/export", {"password": PASSWORD}, signed_in=True)),
    "leaving": Case(200, lambda it: it.post("/auth/account/delete", {"password": PASSWORD}, signed_in=True)),
    "newsletter": Case(200, lambda it: it.post("/newsletter/subscribe", {"email": "meera@example.org"})),
    "newsletter, signed in": Case(
        200, lambda it: it.post("/newsletter/subscribe", {"email": "meera@example.org"}, signed_in=True)
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_hashing_and_parsing_hold_no_transaction(caller: Caller, watched: Watched, name: str):
    case = CASES[name]
    case.before(caller)
    watched.happened.clear()
    assert case.call(caller).status_code == case.status
    worked = [(what, transactions) for what, transactions in watched.happened if what != "limit"]
    assert worked
    assert {transactions for _, transactions in worked} == {0}, worked
    if case.limited:
        assert watched.happened[0][0] == "limit", watched.happened


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/user/login", {"password": PASSWORD}),
        ("/auth/sendOtp", {"userType": "user"}),
        ("/auth/sendOtpRegister", {"userType": "user"}),
        ("/auth/verifyOtpRegister", {"userType": "user", "otp": "123456"}),
        ("/auth/resetPass", {"userType": "user", "otp": "123456", "newPassword": NEW_PASSWORD}),
        ("/user", BUYER_FORM),
        ("/newsletter/subscribe", {}),
    ],
)
def test_overlong_email_is_not_parsed(caller: Caller, watched: Watched, path: str, body: dict):
    answer = caller.post(path, {**body, "email": f"{'a.' * 490_000}@example.org"})
    assert answer.status_code in (400, 401, 422)
    assert all(len(text) <= _EMAIL_LENGTH for text in watched.parsed)
