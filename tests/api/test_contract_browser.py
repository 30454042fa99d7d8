"""The contract's words on browsers: cookies, the XSRF header, and where a login may come from."""

import pytest
from fastapi.testclient import TestClient
from sqlmodel import Session

from marketplace import cookies
from marketplace.models import Account
from marketplace.settings import get_settings
from tests import factories
from tests.domain.accounts.steps import PASSWORD, SELLER_FORM, with_password


@pytest.fixture
def buyer(db: Session) -> Account:
    return with_password(db)


def sign_in(client: TestClient, account: Account, headers: dict[str, str] | None = None, **more: object):
    body = {"email": account.email, "password": PASSWORD, "cookie": True, **more}
    return client.post("/api/user/login", json=body, headers=headers)


@pytest.mark.parametrize("site", ["http://localhost:3000", "https://market.example.org"])
def test_cookies(client: TestClient, buyer: Account, monkeypatch, site: str):
    monkeypatch.setattr(get_settings(), "site_url", site)
    answer = sign_in(client, buyer, {"Origin": site})
    lines = {line.partition("=")[0]: line.lower() for line in answer.headers.get_list("set-cookie")}
    assert {name: "httponly" in line for name, line in lines.items()} == {
        cookies.SESSION: True,
        cookies.DEVICE: True,
        cookies.XSRF: False,
    }
    for line in lines.values():
        assert "samesite=lax" in line
        assert "path=/" in line
        assert ("secure" in line) is site.startswith("https")
        assert "domain=" not in line


@pytest.mark.parametrize("path", ["/api/user/login", "/api/seller/login", "/api/admin/login"])
@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://testserver.evil.example", "http://localhost"]
)
def test_a_foreign_origin_signs_nobody_in(client: TestClient, buyer: Account, path: str, origin: str):
    body = {"email": buyer.email, "password": PASSWORD}
    answer = client.post(path, json=body, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["success"]) == (403, False)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("origin", ["http://testserver", "http://localhost:3000", None])
def test_our_own_pages_and_programs_do(client: TestClient, buyer: Account, origin: str | None):
    assert sign_in(client, buyer, {"Origin": origin} if origin else None).status_code == 200


def test_login_takes_json_only(client: TestClient, buyer: Account):
    form = {"email": buyer.email, "password": PASSWORD}
    assert client.post("/api/user/login", data=form).status_code == 415
    assert client.post("/api/user/login", files={"email": (None, buyer.email)}).status_code == 415


def test_unsafe_calls_of_a_cookie_need_the_header(client: TestClient, db: Session, buyer: Account):
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    sign_in(client, buyer)
    right = client.cookies[cookies.XSRF]
    for headers in ({}, {cookies.XSRF_HEADER: ""}, {cookies.XSRF_HEADER: "wrong"}, {cookies.XSRF_HEADER: right[:-1]}):
        for method, path in (("POST", "/api/wishlist"), ("DELETE", f"/api/wishlist/{buyer.id}/{ad.id}")):
            assert client.request(method, path, json={"productId": ad.id}, headers=headers).status_code == 403
    sent = client.post("/api/wishlist", json={"productId": ad.id}, headers={cookies.XSRF_HEADER: right})
    assert sent.status_code == 201
    assert client.get(f"/api/wishlist/{buyer.id}").status_code == 200


def test_no_cookie_of_ours_no_header(client: TestClient, db: Session, buyer: Account):
    """An attacker who plants both values still lacks the session; an empty pair counts for nothing."""
    sign_in(client, buyer)
    session = client.cookies[cookies.SESSION]
    client.cookies.clear()
    headers = {"Cookie": f"{cookies.SESSION}={session}", cookies.XSRF_HEADER: ""}
    assert client.post("/api/auth/logout", headers=headers).status_code == 403


def test_bearers_need_no_header(client: TestClient, db: Session, buyer: Account):
    sign_in(client, buyer)
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    answer = client.post("/api/wishlist", json={"productId": ad.id}, headers=factories.bearer(db, buyer))
    assert answer.status_code == 201


def test_logout_ends_the_session_and_clears_the_cookies(client: TestClient, buyer: Account):
    sign_in(client, buyer)
    session, xsrf = client.cookies[cookies.SESSION], client.cookies[cookies.XSRF]
    assert client.post("/api/auth/logout", headers={cookies.XSRF_HEADER: xsrf}).status_code == 200
    assert cookies.SESSION not in client.cookies
    late = client.get("/api/auth/sessions", headers={"Cookie": f"{cookies.SESSION}={session}"})
    assert late.status_code == 401


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic abc", "token", "Bearer nonsense", "Bearer a b"])
def test_headers_that_are_no_token(client: TestClient, header: str):
    for path in ("/api/auth/sessions", "/api/category"):
        assert client.get(path, headers={"Authorization": header}).status_code == 401


class TestFixation:
    """A session that somebody planted in the browser beforehand is worth nothing after the sign-in."""

    def planted(self, client: TestClient, session: str) -> dict[str, str]:
        client.cookies.clear()
        return {"Cookie": f"{cookies.SESSION}={session}; {cookies.XSRF}=planted", cookies.XSRF_HEADER: "planted"}

    def test_a_made_up_one(self, client: TestClient, buyer: Account):
        headers = self.planted(client, "made-up-by-an-attacker")
        assert sign_in(client, buyer, headers).status_code == 200
        assert client.cookies[cookies.SESSION] != "made-up-by-an-attacker"
        assert client.cookies[cookies.XSRF] != "planted"
        assert client.get("/api/auth/sessions", headers=headers).status_code == 401

    def test_a_live_one_of_the_attacker(self, client: TestClient, db: Session, buyer: Account):
        attackers = factories.bearer(db, factories.buyer(db))["Authorization"].split()[1]
        headers = self.planted(client, attackers)
        assert sign_in(client, buyer, headers).status_code == 200
        assert client.cookies[cookies.SESSION] != attackers
        mine = client.cookies[cookies.SESSION]
        client.cookies.clear()
        assert client.get("/api/auth/sessions", headers={"Authorization": f"Bearer {attackers}"}).status_code == 401
        assert client.get("/api/auth/sessions", headers={"Authorization": f"Bearer {mine}"}).status_code == 200


class TestLostXsrfCookie:
    """A browser that has the session's cookie still, but lost the other one."""

    @pytest.fixture
    def session(self, client: TestClient, buyer: Account) -> str:
        sign_in(client, buyer)
        client.cookies.delete(cookies.XSRF)
        return client.cookies[cookies.SESSION]

    @pytest.mark.parametrize("headers", [{}, {cookies.XSRF_HEADER: ""}, {"Origin": "http://testserver"}])
    def test_it_signs_in_anew_and_the_old_session_ends(self, client: TestClient, buyer: Account, session: str, headers):
        assert sign_in(client, buyer, headers).status_code == 200
        assert client.cookies[cookies.XSRF]
        assert client.cookies[cookies.SESSION] != session
        client.cookies.clear()
        assert client.get("/api/auth/sessions", headers={"Authorization": f"Bearer {session}"}).status_code == 401

    @pytest.mark.parametrize("path", ["sendOtp", "sendOtpRegister"])
    def test_it_asks_for_codes(self, client: TestClient, session: str, path: str):
        body = {"email": "new@example.org", "userType": "user"}
        assert client.post(f"/api/auth/{path}", json=body).status_code == 200

    def test_other_sites_gain_nothing_by_it(self, client: TestClient, db: Session, buyer: Account, session: str):
        foreign = {"Origin": "https://evil.example"}
        assert sign_in(client, buyer, foreign).status_code == 403
        form = {"email": buyer.email, "password": PASSWORD}
        assert client.post("/api/user/login", data=form).status_code == 415
        assert client.cookies[cookies.SESSION] == session
        # Whoever is signed in may open a second account without a code: but not by a call that proves nothing.
        body = SELLER_FORM | {"email": buyer.email}
        assert client.post("/api/seller", json=body).status_code == 400

    def test_what_is_refused_brings_a_new_one(self, client: TestClient, session: str):
        refused = client.post("/api/auth/logout", headers={cookies.XSRF_HEADER: ""})
        assert refused.status_code == 403
        assert refused.json()["success"] is False
        (line,) = refused.headers.get_list("set-cookie")
        assert line.startswith(cookies.XSRF)
        assert "HttpOnly" not in line
        again = client.post("/api/auth/logout", headers={cookies.XSRF_HEADER: client.cookies[cookies.XSRF]})
        assert again.status_code == 200
        assert client.get("/api/auth/sessions", headers={"Cookie": f"{cookies.SESSION}={session}"}).status_code == 401

    def test_one_that_is_there_is_not_replaced(self, client: TestClient, buyer: Account):
        sign_in(client, buyer)
        for headers in ({}, {cookies.XSRF_HEADER: "wrong"}):
            refused = client.post("/api/auth/logout", headers=headers)
            assert refused.status_code == 403
            assert "set-cookie" not in refused.headers
        # A page that has its cookie sends it; one that sends another is not ours.
        assert sign_in(client, buyer, {cookies.XSRF_HEADER: "wrong"}).status_code == 403
