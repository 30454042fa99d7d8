"""Rate limits: 429 with Retry-After and a message; other callers are not limited."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.domain import deals
from marketplace.integrations import limits
from marketplace.models import AdStatus, AdType, Deal, Enquiry, EnquiryStatus, Offer, WantedAd
from marketplace.settings import Settings, get_settings
from tests import factories
from tests.client import TestClient
from tests.domain.accounts.steps import BUYER_FORM, NEW_PASSWORD, PASSWORD, with_password
from tests.domain.media.corpus import jpeg

RESET = {"email": "a@example.org", "userType": "user", "otp": "123456", "newPassword": NEW_PASSWORD}


@dataclass
class Caller:
    """Test client with the objects that calls need."""

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

    def propose(self, by):
        ad = factories.ad(self.db, self.seller, factories.category(self.db), price_paise=100_000)
        return self.post("/offer", {"productId": ad.id, "price": 900}, by=by)

    def meet(self, by):
        db = self.db
        if (deal := db.exec(select(Deal).where(Deal.seller_id == self.seller.id)).first()) is None:
            ad = factories.ad(db, self.seller, factories.category(db), price_paise=100_000)
            offer = deals.make_offer(db, factories.actor(self.buyer), ad.id, 900)
            deals.accept_offer(db, factories.actor(self.seller), offer.id)
            deal = db.exec(select(Deal).where(Deal.seller_id == self.seller.id)).one()
        at = (clock.now() + timedelta(days=1)).isoformat()
        return self.post(f"/deal/{deal.id}/meetup", {"place": "Station", "at": at}, by=by)

    def want(self, by):
        kind = factories.subcategory(self.db, factories.category(self.db))
        wanted = {"title": "A sofa for two", "producttype": "sell", "subcategoryId": kind.id, "city": "Pune"}
        return self.post("/wanted", wanted, by=by)

    def record(self, by):
        db, start = self.db, clock.now() + timedelta(days=1)
        rental = db.exec(select(Enquiry).where(Enquiry.seller_id == self.seller.id)).first() or factories.enquiry(
            db, self.ad, self.buyer, start, start + timedelta(days=1), status=EnquiryStatus.ACCEPTED
        )
        entry = {"stage": "pickup", "part": "Front", "photo": factories.upload(db, by).id}
        return self.post(f"/enquiry/{rental.id}/condition", entry, by=by)

    def want_again(self):
        wanted = self.db.exec(select(WantedAd).where(WantedAd.owner_id == self.buyer.id)).one()
        return self.post(f"/wanted/{wanted.id}/renew", by=self.buyer)

    def counter(self):
        db, buyer = self.db, factories.buyer(self.db)
        ad = factories.ad(db, self.seller, factories.category(db), price_paise=100_000)
        offer = Offer(ad_id=ad.id, buyer_id=buyer.id, seller_id=self.seller.id, price_paise=90_000)
        offer.expires_at = clock.now() + timedelta(days=1)
        factories.save(db, offer)
        return self.post(f"/offer/{offer.id}/counter", {"price": 950}, by=self.seller)

    def change(self, by, name: str):
        ad = factories.ad(self.db, by, factories.category(self.db))
        draft = {"name": name, "producttype": "sell", "categoryId": self.ad_category()}
        return self.client.put(f"/api/product/{ad.id}", json=draft, headers=factories.bearer(self.db, by))

    def act(self, by, *actions: str, **values):
        """Take actions on a new ad; the response is that to the last one."""
        ad = factories.ad(self.db, by, factories.category(self.db), **values)
        return [self.post(f"/product/{ad.id}/{action}", by=by) for action in actions][-1]

    def enquire(self, by, day: int = 3):
        pickup, drop = (f"{clock.now() + timedelta(days=days):%Y-%m-%dT10:00}" for days in (day, day + 2))
        when = {"pickupDateTime": pickup, "dropDateTime": drop}
        return self.post("/enquiry", {"productId": self.ad.id, **when}, by=by)


@dataclass
class Case:
    """A limited call: after `first`, `again` is refused and `other` is not."""

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
        "limit_offers",
        "offers of one buyer",
        lambda it: it.propose(it.buyer),
        other=lambda it: it.propose(factories.buyer(it.db)),
    ),
    Case(
        "limit_wanted",
        "wanted ads of one buyer",
        lambda it: it.want(it.buyer),
        other=lambda it: it.want(factories.buyer(it.db)),
    ),
    Case(
        "limit_condition_entries",
        "photos of one party",
        lambda it: it.record(it.buyer),
        other=lambda it: it.record(it.seller),
    ),
    Case("limit_meetups", "proposals of a user", lambda it: it.meet(it.buyer), other=lambda it: it.meet(it.seller)),
    Case(
        "limit_archives",
        "archives of one account",
        lambda it: it.post("/auth/account/export", {"password": PASSWORD}, by=it.buyer),
    ),
    Case(
        "limit_grievances",
        "grievances from one address",
        lambda it: it.post("/grievance", {"kind": "other", "text": "My photo is in an ad."}),
    ),
    Case(
        "limit_new_passwords",
        "registrations from one address",
        lambda it: it.post("/user", BUYER_FORM),
    ),
    Case(
        "limit_new_passwords",
        "a reset after a registration",
        lambda it: it.post("/auth/resetPass", RESET),
        first=lambda it: it.post("/user", BUYER_FORM),
    ),
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
            "limit_ad_changes",
            what,
            again,
            first=lambda it: it.change(it.seller, "Sofa"),
            other=lambda it: it.change(factories.seller(it.db), "Chair"),
        )
        for what, again in (
            ("a second edit", lambda it: it.change(it.seller, "Chair")),
            ("resumed after an edit", lambda it: it.act(it.seller, "pause", "resume")),
            ("relisted after an edit", lambda it: it.act(it.seller, "relist", status=AdStatus.SOLD)),
        )
    ],
    Case(
        "limit_holidays",
        "holidays",
        lambda it: it.post("/seller/holiday", {"until": ""}, by=it.seller),
        other=lambda it: it.post("/seller/holiday", {"until": ""}, by=factories.seller(it.db)),
    ),
    Case(
        "limit_offers",
        "another price of the seller",
        lambda it: it.counter(),
        first=lambda it: it.counter(),
    ),
    Case("limit_wanted", "a renewal", lambda it: it.want_again(), first=lambda it: it.want(it.buyer)),
    Case(
        "limit_new_passwords",
        "a change after a registration",
        lambda it: it.post("/auth/changePass", {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}, by=it.buyer),
        first=lambda it: it.post("/user", BUYER_FORM),
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


def test_every_limit_has_a_case():
    # Limits of websockets and of log lines are tested in tests/http/test_sockets.py, tests/observability/test_logs.py.
    elsewhere = ("limit_events_", "limit_log_")
    names = {name for name in Settings.model_fields if name.startswith("limit_") and not name.startswith(elsewhere)}
    assert {case.rule for case in CASES} == names


@pytest.mark.parametrize("case", CASES, ids=str)
def test_limit_is_enforced(client: TestClient, db: Session, monkeypatch: pytest.MonkeyPatch, case: Case):
    caller = Caller(client, db)
    monkeypatch.setattr(get_settings(), case.rule, "1 per hour")
    first = (case.first or case.again)(caller)
    assert first.status_code not in (404, 422, 429), first.text
    refused = case.again(caller)
    assert refused.status_code == 429, refused.text
    assert 3_000 < int(refused.headers["retry-after"]) <= 3_600
    body = refused.json()
    assert body["success"] is False
    assert re.fullmatch(r"Too many requests\. Please try again in (59|60) minutes\.", body["message"])
    if case.other:
        answer = case.other(caller)
        assert answer.status_code not in (404, 422, 429), answer.text


@pytest.mark.parametrize(
    ("rule", "words"),
    [("1 per second", "1 second"), ("1 per 40 seconds", "40 seconds"), ("1 per 3 minutes", "3 minutes")],
)
def test_wait_time_in_the_message(client: TestClient, db: Session, monkeypatch, rule: str, words: str):
    caller = Caller(client, db)
    monkeypatch.setattr(get_settings(), "limit_reports", rule)
    now = 1_000_000.0
    monkeypatch.setattr(limits.time, "time", lambda: now)
    caller.report()
    assert caller.report().json()["message"] == f"Too many requests. Please try again in {words}."


def test_forged_forwarded_address_does_not_evade_the_limit(client: TestClient, monkeypatch):
    monkeypatch.setattr(get_settings(), "trusted_proxy_hops", 1)
    monkeypatch.setattr(get_settings(), "limit_codes_address", "3 per hour")
    statuses = []
    for number in range(5):
        lines = [("X-Forwarded-For", f"198.51.100.{number}"), ("X-Forwarded-For", "203.0.113.7")]
        body = {"email": f"nobody{number}@example.org", "userType": "user"}
        statuses.append(client.post("/api/auth/sendOtp", json=body, headers=lines).status_code)
    assert statuses == [200, 200, 200, 429, 429]
