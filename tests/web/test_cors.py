"""No layer allows pages of other origins: the API, Reflex's own routes, the websocket."""

import asyncio
from typing import Any

import pytest
from reflex.environment import environment

from marketplace.marketplace import app
from marketplace.settings import get_settings
from tests.client import TestClient

FOREIGN = ("https://elsewhere.example", "null", "https://localhost:3000")
PATHS = ("/api/health/live", "/api/product/search", "/api/nothing", "/ping", "/nothing")


@pytest.fixture(scope="module")
def client():
    environment.REFLEX_SKIP_COMPILE.set(True)
    try:
        return TestClient(app(), raise_server_exceptions=False)
    finally:
        environment.REFLEX_SKIP_COMPILE.set(None)


def allowed(headers: Any) -> list[str]:
    return [name for name in headers if name.lower().startswith("access-control-")]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("origin", FOREIGN)
def test_no_response_allows_other_origins(client: TestClient, db, origin: str, path: str):
    asked = {"origin": origin, "access-control-request-method": "POST"}
    assert allowed(client.get(path, headers={"origin": origin}).headers) == []
    assert allowed(client.options(path, headers=asked).headers) == []


def test_preflight_gets_the_error_envelope(client: TestClient):
    asked = {"origin": "https://elsewhere.example", "access-control-request-method": "GET"}
    for path, status in (("/api/product/search", 405), ("/api", 404), ("/api/nothing", 404)):
        answer = client.options(path, headers=asked)
        assert (answer.status_code, answer.json()["success"]) == (status, False)


def handshake(origin: str, *more: tuple[bytes, bytes], kind: str = "websocket") -> dict[str, Any]:
    """Return Engine.IO's response to a handshake with this origin; an accepted one gets a connection that closes at once."""
    scheme = "ws" if kind == "websocket" else "http"
    query = b"EIO=4&transport=websocket"
    headers = [(b"host", b"localhost:3000"), (b"origin", origin.encode()), *more]
    if kind == "websocket":
        headers += [(b"upgrade", b"websocket"), (b"connection", b"upgrade")]
    scope = {
        "type": kind, "scheme": scheme, "method": "GET", "path": "/_event/", "query_string": query, "headers": headers,
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 3000),
    }  # fmt: skip
    first = {"type": "websocket.connect"} if kind == "websocket" else {"type": "http.request"}
    told: list[Any] = [first, *[{"type": "websocket.disconnect"}] * 3]
    said: list[dict[str, Any]] = []

    async def receive() -> Any:
        return told.pop(0)

    async def send(message: Any) -> None:
        said.append(message)

    async def ask() -> None:
        assert app.sio is not None
        await asyncio.wait_for(app.sio.eio.handle_request(scope, receive, send), 10)

    asyncio.run(ask())
    return said[0]


@pytest.mark.parametrize("origin", [*FOREIGN, "http://localhost:3001"])
def test_websocket_refuses_other_origins(origin: str):
    lies = [(b"x-forwarded-host", origin.partition("://")[2].encode()), (b"x-forwarded-proto", b"https")]
    for more in ([], lies):
        assert handshake(origin, *more)["type"] == "websocket.close"
        refused = handshake(origin, *more, kind="http")
        assert refused["status"] == 400
        assert allowed(name.decode() for name, _ in refused["headers"]) == []


@pytest.mark.parametrize("origin", ["http://localhost:3000", "site"])
def test_websocket_accepts_own_pages(monkeypatch: pytest.MonkeyPatch, origin: str):
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example")
    assert handshake("https://market.example" if origin == "site" else origin)["type"] == "websocket.accept"
