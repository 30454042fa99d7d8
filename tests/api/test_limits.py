"""Every limited thing refuses with 429, says when to come back, and has a sentence for people; others are not held up."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from fastapi.testclient import TestClient
from sqlmodel import Session

from marketplace import clock
from marketplace.integrations import limits
from marketplace.models import AdType
from marketplace.settings import Settings, get_settings
from tests import factories
from tests.domain.accounts.steps import NEW_PASSWORD, PASSWORD, with_password
from tests.domain.media.corpus import jpeg


@dataclass
class Caller:
    """Whoever calls: a client, and what is in the database."""

    client: TestClient
    db: Session

    def __post_init__(self) -> None:
        self.buyer, self.seller = with_password(self.db), factories.seller(self.db)
        self.ad = factories.ad(self.db, self.seller, factories.category(self.db), ad_type=AdType.RENT)

    def post(self, path: str, body: dict | None = None, *, by=None, **more):
        headers = factories.bearer(self.db, by) if by else None
        return self.client.post(f"/api{path}", json=body, headers=headers, **more)

    def login(self, email: str):
        return self.post("/user/login", {"email": email, "password": "wrong"})

    def code(self, path: str, email: str):
        return self.post(f"/auth/{path}", {"email": email, "userType": "user"})

    def send(self, by, to):
        return self.post("/messages", {"receiverId": to.id, "message": "Is it there?"}, by=by)

    def offer(self, by):
        draft = {"name": "Sofa", "producttype": "sell", "categoryId": self.ad_category()}
        return self.post("/product", draft, by=by)

    def ad_category(self) -> str:
        return self.client.get("/api/category").json()["data"][0]["_id"]

    def upload(self, by, path: str, field: str):
        files = {field: ("sofa.jpg", jpeg(64, 48), "image/jpeg")}
        return self.client.post(f"/api{path}", files=files, headers=factories.bearer(self.db, by))

    def report(self, by=None):
        return self.post("/report", {"target": "product", "targetId": self.ad.id, "reason": "scam"}, by=by)

    def enquire(self, by, day: int = 3):
        pickup, drop = (f"{clock.now() + timedelta(days=days):%Y-%m-%dT10:00}" for days in (day, day + 2))
        when = {"pickupDateTime": pickup, "dropDateTime": drop}
        return self.post("/enquiry", {"productId": self.ad.id, **when}, by=by)


@dataclass
class Case:
    """A limited thing: `again` is refused once `first` was done, `other` is not."""

    rule: str
    what: str
    again: Callable[[Caller], object]
    first: Callable[[Caller], object] | None = None
    other: Callable[[Caller], object] | None = None

    def __str__(self) -> str:
        return f"{self.rule.removeprefix('limit_')}: {self.what}"


CASES = [
    Case(
        "limit_login_account",
        "wrong passwords of one account",
        lambda it: it.login(it.buyer.email),
        other=lambda it: it.login("somebody@example.org"),
    ),
    Case(
        "limit_login_account",
        "the right password after a wrong one",
        lambda it: it.post("/user/login", {"email": it.buyer.email, "password": PASSWORD}),
        first=lambda it: it.login(it.buyer.email),
    ),
    Case(
        "limit_login_account",
        "passwords to confirm something with",
        lambda it: it.post("/auth/changePass", {"currentPassword": "wrong", "newPassword": NEW_PASSWORD}, by=it.buyer),
    ),
    Case(
        "limit_login_address",
        "wrong passwords from one address",
        lambda it: it.login("second@example.org"),
        first=lambda it: it.login("first@example.org"),
    ),
    *[
        Case(
            rule,
            f"{path}, one email",
            lambda it, path=path: it.code(path, "a@example.org"),
            other=lambda it, path=path: it.code(path, "b@example.org"),
        )
        for rule in ("limit_codes_minute", "limit_codes_hour")
        for path in ("sendOtp", "sendOtpRegister")
    ],
    *[
        Case(
            "limit_codes_address",
            f"{path}, one address",
            lambda it, path=path: it.code(path, "b@example.org"),
            first=lambda it, path=path: it.code(path, "a@example.org"),
        )
        for path in ("sendOtp", "sendOtpRegister")
    ],
    Case(
        "limit_messages",
        "messages of a user",
        lambda it: it.send(it.buyer, it.seller),
        other=lambda it: it.send(it.seller, it.buyer),
    ),
    Case("limit_messages", "messages of a seller", lambda it: it.send(it.seller, it.buyer)),
    Case(
        "limit_ads",
        "posts",
        lambda it: it.offer(it.seller),
        other=lambda it: it.offer(factories.seller(it.db)),
    ),
    *[
        Case(
            "limit_uploads",
            path,
            lambda it, path=path, field=field: it.upload(it.buyer, path, field),
            other=lambda it, path=path, field=field: it.upload(it.seller, path, field),
        )
        for path, field in (("/upload", "file"), ("/upload-multiple", "images"))
    ],
    Case("limit_reports", "of nobody, from one address", lambda it: it.report()),
    Case("limit_reports", "of one account", lambda it: it.report(it.buyer)),
    Case(
        "limit_contact",
        "numbers shown",
        lambda it: it.post(f"/product/{it.ad.id}/contact", by=it.buyer),
        first=lambda it: it.post(
            f"/product/{factories.ad(it.db, it.seller, factories.category(it.db)).id}/contact", by=it.buyer
        ),
        other=lambda it: it.post(f"/product/{it.ad.id}/contact", by=factories.buyer(it.db)),
    ),
    Case(
        "limit_enquiries",
        "enquiries",
        lambda it: it.enquire(it.buyer),
        first=lambda it: it.enquire(it.buyer, 10),
        other=lambda it: it.enquire(factories.buyer(it.db)),
    ),
    Case("limit_geocode", "positions", lambda it: it.client.get("/api/geocode?lat=12.97&lng=77.59")),
    Case(
        "limit_newsletter_email",
        "one email",
        lambda it: it.post("/newsletter/subscribe", {"email": "a@example.org"}),
        other=lambda it: it.post("/newsletter/subscribe", {"email": "b@example.org"}),
    ),
    Case(
        "limit_newsletter_address",
        "one address",
        lambda it: it.post("/newsletter/subscribe", {"email": "b@example.org"}),
        first=lambda it: it.post("/newsletter/subscribe", {"email": "a@example.org"}),
    ),
]


def test_every_limit_is_looked_at():
    assert {case.rule for case in CASES} == {name for name in Settings.model_fields if name.startswith("limit_")}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_once_too_often(client: TestClient, db: Session, monkeypatch: pytest.MonkeyPatch, case: Case):
    caller = Caller(client, db)
    monkeypatch.setattr(get_settings(), case.rule, "1 per hour")
    first = (case.first or case.again)(caller)
    assert first.status_code not in (404, 422, 429), first.text
    refused = case.again(caller)
    assert refused.status_code == 429, refused.text
    assert 3_000 < int(refused.headers["retry-after"]) <= 3_600
    body = refused.json()
    assert body["success"] is False
    assert re.fullmatch(r"That was too often\. Please wait (59|60) minutes and try again\.", body["message"])
    if case.other:
        answer = case.other(caller)
        assert answer.status_code not in (404, 422, 429), answer.text


@pytest.mark.parametrize(
    ("rule", "words"),
    [("1 per second", "1 second"), ("1 per 40 seconds", "40 seconds"), ("1 per 3 minutes", "3 minutes")],
)
def test_the_wait_is_told_as_people_say_it(client: TestClient, db: Session, monkeypatch, rule: str, words: str):
    caller = Caller(client, db)
    monkeypatch.setattr(get_settings(), "limit_reports", rule)
    now = 1_000_000.0
    monkeypatch.setattr(limits.time, "time", lambda: now)
    caller.report()
    assert caller.report().json()["message"] == f"That was too often. Please wait {words} and try again."


def test_who_forges_an_address_before_the_proxys_own_line_is_counted_all_the_same(client: TestClient, monkeypatch):
    monkeypatch.setattr(get_settings(), "trusted_proxy_hops", 1)
    monkeypatch.setattr(get_settings(), "limit_codes_address", "3 per hour")
    statuses = []
    for number in range(5):
        lines = [("X-Forwarded-For", f"198.51.100.{number}"), ("X-Forwarded-For", "203.0.113.7")]
        body = {"email": f"nobody{number}@example.org", "userType": "user"}
        statuses.append(client.post("/api/auth/sendOtp", json=body, headers=lines).status_code)
    assert statuses == [200, 200, 200, 429, 429]
