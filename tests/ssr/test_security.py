import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from marketplace.domain import catalog
from marketplace.http import security_headers
from marketplace.http.request_context import RequestContext
from marketplace.http.security_headers import SecurityHeaders, hash_script, make_policy
from marketplace.settings import Settings
from tests.client import TestClient


async def _echo(websocket) -> None:
    await websocket.accept()
    await websocket.send_text("here")
    await websocket.close()


def _own(_request) -> PlainTextResponse:
    return PlainTextResponse("", headers={"content-security-policy": "default-src 'none'", "x-frame-options": "X"})


@pytest.fixture
def client() -> TestClient:
    routes = [
        Route("/", lambda _request: PlainTextResponse("")),
        Route("/own", _own),
        WebSocketRoute("/socket", _echo),
    ]
    return TestClient(SecurityHeaders(Starlette(routes=routes)))


def test_every_response_has_security_headers(client: TestClient) -> None:
    for path in ("/", "/not-there"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
        assert "geolocation=(self)" in headers["permissions-policy"]
        assert headers["content-security-policy"] == make_policy()


def test_headers_set_by_the_app_are_kept(client: TestClient) -> None:
    headers = client.get("/own").headers
    assert headers["content-security-policy"] == "default-src 'none'"
    assert headers["x-frame-options"] == "X"


def test_websockets_pass_through(client: TestClient) -> None:
    with client.websocket_connect("/socket") as socket:
        assert socket.receive_text() == "here"


def test_hsts_only_over_https(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "strict-transport-security" not in client.get("/").headers
    settings = Settings(site_url="https://market.example.org", secret_key="x" * 40)
    monkeypatch.setattr(security_headers, "get_settings", lambda: settings)
    headers = client.get("/").headers
    assert headers["strict-transport-security"].startswith("max-age=")
    assert "connect-src 'self' wss://market.example.org;" in headers["content-security-policy"]


def test_csp_allows_inline_scripts_by_hash_only() -> None:
    policy = make_policy([hash_script("alert(1)")])
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert scripts == "script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
    assert "unsafe-eval" not in policy
    for part in ("object-src 'none'", "frame-ancestors 'none'", "base-uri 'self'", "form-action 'self'"):
        assert part in policy


def test_error_responses_have_security_headers() -> None:
    async def broken(_scope, _receive, _send) -> None:
        raise RuntimeError("no")

    answer = TestClient(SecurityHeaders(RequestContext(broken)), raise_server_exceptions=False).get("/")
    assert answer.status_code == 500
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == make_policy()


def test_api_error_responses_have_security_headers(db, api_app, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(catalog, "list_categories", broken)
    answer = TestClient(SecurityHeaders(RequestContext(api_app)), raise_server_exceptions=False).get("/api/category")
    assert answer.status_code == 500
    assert answer.json()["success"] is False
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["content-security-policy"] == make_policy()
