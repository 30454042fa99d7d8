"""Browser sessions in API contract, section 2.2: cookies, XSRF header and origin of logins."""

import pytest
from sqlmodel import Session

from marketplace.http import cookies
from marketplace.models import Account
from marketplace.settings import get_settings
from tests import factories
from tests.client import TestClient
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
    session = "__Host-marketplace_session" if site.startswith("https") else "marketplace_session"
    assert {name: "httponly" in line for name, line in lines.items()} == {
        session: True,
        cookies.DEVICE: True,
        cookies.XSRF: False,
    }
    for line in lines.values():
        assert "samesite=lax" in line
        assert "path=/" in line
        assert ("secure" in line) is site.startswith("https")
        assert "domain=" not in line


def test_https_accepts_the_host_prefixed_cookie_only(api_app, buyer: Account, monkeypatch):
    monkeypatch.setattr(get_settings(), "site_url", "https://testserver")
    client = TestClient(api_app, base_url="https://testserver")
    sign_in(client, buyer)
    token = client.cookies["__Host-marketplace_session"]
    assert client.get("/api/auth/sessions").status_code == 200
    # A sibling subdomain or an http page can plant this cookie.
    planted = {"Cookie": f"marketplace_session={token}"}
    assert TestClient(api_app).get("/api/auth/sessions", headers=planted).status_code == 401
    wrong = client.post("/api/auth/logout", headers={cookies.XSRF_HEADER: "wrong"})
    assert wrong.status_code == 403
    answer = client.post("/api/auth/logout", headers={cookies.XSRF_HEADER: client.cookies["XSRF-TOKEN"]})
    assert answer.status_code == 200
    # Browsers accept a __Host- cookie only with these attributes.
    (line,) = [line for line in answer.headers.get_list("set-cookie") if line.startswith("__Host-marketplace_session=")]
    assert "secure" in line.lower()
    assert "path=/" in line.lower()
    assert "__Host-marketplace_session" not in client.cookies


@pytest.mark.parametrize("path", ["/api/user/login", "/api/seller/login", "/api/admin/login"])
@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://testserver.evil.example", "http://localhost"]
)
def test_login_from_another_origin_is_refused(client: TestClient, buyer: Account, path: str, origin: str):
    body = {"email": buyer.email, "password": PASSWORD}
    answer = client.post(path, json=body, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["success"]) == (403, False)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("origin", ["http://testserver", "http://localhost:3000", None])
def test_login_from_own_origin_or_without_origin(client: TestClient, buyer: Account, origin: str | None):
    assert sign_in(client, buyer, {"Origin": origin} if origin else None).status_code == 200


def test_login_accepts_json_only(client: TestClient, buyer: Account):
    form = {"email": buyer.email, "password": PASSWORD}
    assert client.post("/api/user/login", data=form).status_code == 415
    assert client.post("/api/user/login", files={"email": (None, buyer.email)}).status_code == 415


def test_unsafe_cookie_requests_need_the_xsrf_header(client: TestClient, db: Session, buyer: Account):
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    sign_in(client, buyer)
    right = client.cookies[cookies.XSRF]
    for headers in ({}, {cookies.XSRF_HEADER: ""}, {cookies.XSRF_HEADER: "wrong"}, {cookies.XSRF_HEADER: right[:-1]}):
        for method, path in (("POST", "/api/wishlist"), ("DELETE", f"/api/wishlist/{buyer.id}/{ad.id}")):
            assert client.request(method, path, json={"productId": ad.id}, headers=headers).status_code == 403
    sent = client.post("/api/wishlist", json={"productId": ad.id}, headers={cookies.XSRF_HEADER: right})
    assert sent.status_code == 201
    assert client.get(f"/api/wishlist/{buyer.id}").status_code == 200


def test_planted_cookie_pair_is_refused(client: TestClient, db: Session, buyer: Account):
    """A planted cookie and header that match each other, or are empty, prove nothing."""
    sign_in(client, buyer)
    session = client.cookies[cookies.SESSION]
    client.cookies.clear()
    headers = {"Cookie": f"{cookies.SESSION}={session}", cookies.XSRF_HEADER: ""}
    assert client.post("/api/auth/logout", headers=headers).status_code == 403


def test_bearer_requests_need_no_xsrf_header(client: TestClient, db: Session, buyer: Account):
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
def test_invalid_authorization_headers(client: TestClient, header: str):
    for path in ("/api/auth/sessions", "/api/category"):
        assert client.get(path, headers={"Authorization": header}).status_code == 401


class TestSessionFixation:
    """A session planted in the browser before the login is useless after it."""

    def planted(self, client: TestClient, session: str) -> dict[str, str]:
        client.cookies.clear()
        return {"Cookie": f"{cookies.SESSION}={session}; {cookies.XSRF}=planted", cookies.XSRF_HEADER: "planted"}

    def test_made_up_session(self, client: TestClient, buyer: Account):
        headers = self.planted(client, "made-up-by-an-attacker")
        assert sign_in(client, buyer, headers).status_code == 200
        assert client.cookies[cookies.SESSION] != "made-up-by-an-attacker"
        assert client.cookies[cookies.XSRF] != "planted"
        assert client.get("/api/auth/sessions", headers=headers).status_code == 401

    def test_live_session_of_the_attacker(self, client: TestClient, db: Session, buyer: Account):
        attackers = factories.bearer(db, factories.buyer(db))["Authorization"].split()[1]
        headers = self.planted(client, attackers)
        assert sign_in(client, buyer, headers).status_code == 200
        assert client.cookies[cookies.SESSION] != attackers
        mine = client.cookies[cookies.SESSION]
        client.cookies.clear()
        assert client.get("/api/auth/sessions", headers={"Authorization": f"Bearer {attackers}"}).status_code == 401
        assert client.get("/api/auth/sessions", headers={"Authorization": f"Bearer {mine}"}).status_code == 200


class TestMissingXsrfCookie:
    """The browser has the session cookie but no XSRF cookie."""

    @pytest.fixture
    def session(self, client: TestClient, buyer: Account) -> str:
        sign_in(client, buyer)
        client.cookies.delete(cookies.XSRF)
        return client.cookies[cookies.SESSION]

    @pytest.mark.parametrize("headers", [{}, {cookies.XSRF_HEADER: ""}, {"Origin": "http://testserver"}])
    def test_login_works_and_ends_the_old_session(self, client: TestClient, buyer: Account, session: str, headers):
        assert sign_in(client, buyer, headers).status_code == 200
        assert client.cookies[cookies.XSRF]
        assert client.cookies[cookies.SESSION] != session
        client.cookies.clear()
        assert client.get("/api/auth/sessions", headers={"Authorization": f"Bearer {session}"}).status_code == 401

    @pytest.mark.parametrize("path", ["sendOtp", "sendOtpRegister"])
    def test_codes_can_be_requested(self, client: TestClient, session: str, path: str):
        body = {"email": "new@example.org", "userType": "user"}
        assert client.post(f"/api/auth/{path}", json=body).status_code == 200

    def test_cross_site_requests_are_anonymous(self, client: TestClient, db: Session, buyer: Account, session: str):
        foreign = {"Origin": "https://evil.example"}
        assert sign_in(client, buyer, foreign).status_code == 403
        form = {"email": buyer.email, "password": PASSWORD}
        assert client.post("/api/user/login", data=form).status_code == 415
        assert client.cookies[cookies.SESSION] == session
        # A signed-in user may open a second account without a code, but not without the XSRF token.
        body = SELLER_FORM | {"email": buyer.email}
        assert client.post("/api/seller", json=body).status_code == 400

    def test_refused_request_restores_the_cookie(self, client: TestClient, session: str):
        refused = client.post("/api/auth/logout", headers={cookies.XSRF_HEADER: ""})
        assert refused.status_code == 403
        assert refused.json()["success"] is False
        (line,) = refused.headers.get_list("set-cookie")
        assert line.startswith(cookies.XSRF)
        assert "HttpOnly" not in line
        again = client.post("/api/auth/logout", headers={cookies.XSRF_HEADER: client.cookies[cookies.XSRF]})
        assert again.status_code == 200
        assert client.get("/api/auth/sessions", headers={"Cookie": f"{cookies.SESSION}={session}"}).status_code == 401

    def test_present_cookie_is_not_replaced(self, client: TestClient, buyer: Account):
        sign_in(client, buyer)
        for headers in ({}, {cookies.XSRF_HEADER: "wrong"}):
            refused = client.post("/api/auth/logout", headers=headers)
            assert refused.status_code == 403
            assert "set-cookie" not in refused.headers
        # Our pages send the cookie's value; a page that sends another value is not ours.
        assert sign_in(client, buyer, {cookies.XSRF_HEADER: "wrong"}).status_code == 403


class TestPlantedXsrfCookie:
    """A sibling subdomain can plant cookies, so the XSRF token must belong to the session."""

    def pair(self, session: str, value: str) -> dict[str, str]:
        return {"Cookie": f"{cookies.SESSION}={session}; {cookies.XSRF}={value}", cookies.XSRF_HEADER: value}

    @pytest.fixture
    def session(self, client: TestClient, buyer: Account) -> str:
        sign_in(client, buyer)
        session = client.cookies[cookies.SESSION]
        client.cookies.clear()
        return session

    def theirs(self, client: TestClient, db: Session) -> str:
        """Return the XSRF token of the attacker's own session."""
        sign_in(client, with_password(db))
        value = client.cookies[cookies.XSRF]
        client.cookies.clear()
        return value

    def test_made_up_pair(self, client: TestClient, session: str):
        for value in ("planted", session, "é"):
            headers = {name: text.encode() for name, text in self.pair(session, value).items()}
            assert client.post("/api/auth/logout", headers=headers).status_code == 403  # pyright: ignore
        client.cookies.clear()
        assert client.get("/api/auth/sessions", headers={"Cookie": f"{cookies.SESSION}={session}"}).status_code == 200

    def test_token_of_another_session(self, client: TestClient, db: Session, session: str):
        headers = self.pair(session, self.theirs(client, db))
        assert client.post("/api/auth/logout", headers=headers).status_code == 403

    def test_registration_is_not_linked_to_the_signed_in_account(
        self, client: TestClient, buyer: Account, session: str
    ):
        body = SELLER_FORM | {"email": buyer.email}
        assert client.post("/api/seller", json=body, headers=self.pair(session, "planted")).status_code == 400

    def test_refused_request_sets_the_right_cookie(self, client: TestClient, session: str):
        refused = client.post("/api/auth/logout", headers=self.pair(session, "planted"))
        value = refused.cookies[cookies.XSRF]
        client.cookies.clear()
        assert client.post("/api/auth/logout", headers=self.pair(session, value)).status_code == 200

    def test_login_rotates_the_token(self, client: TestClient, buyer: Account):
        sign_in(client, buyer)
        first = client.cookies[cookies.XSRF]
        sign_in(client, buyer, {cookies.XSRF_HEADER: first})
        assert client.cookies[cookies.XSRF] != first
        assert client.post("/api/auth/logout", headers={cookies.XSRF_HEADER: first}).status_code == 403

    def test_token_depends_on_the_signing_key(self, client: TestClient, buyer: Account, monkeypatch):
        sign_in(client, buyer)
        value = client.cookies[cookies.XSRF]
        monkeypatch.setattr(get_settings(), "secret_key", "another key of at least 32 characters")
        assert client.post("/api/auth/logout", headers={cookies.XSRF_HEADER: value}).status_code == 403
