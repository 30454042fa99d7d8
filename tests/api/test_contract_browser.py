"""The contract's words on browsers: cookies, the XSRF header, and where a login may come from."""

import pytest
from fastapi.testclient import TestClient
from sqlmodel import Session

from marketplace import cookies
from marketplace.models import Account
from marketplace.settings import get_settings
from tests import factories
from tests.domain.accounts.steps import PASSWORD, with_password


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
