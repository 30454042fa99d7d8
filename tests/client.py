"""A test client that costs less than Starlette's, which makes eight calls to its event loop for each request."""

import asyncio
from contextlib import ExitStack
from functools import cache
from typing import Any
from urllib.parse import unquote

import httpx
import starlette.testclient
from anyio.from_thread import BlockingPortal, start_blocking_portal

_lasting = ExitStack()


class TestClient(starlette.testclient.TestClient):
    """Starlette's client, except that a response is complete when it is returned. The lifespan of the app runs in `with`."""

    __test__ = False

    def __init__(self, app: Any, *, client: tuple[str, int] = ("testclient", 50000), **options: Any):
        super().__init__(app, client=client, **options)
        raises = options.get("raise_server_exceptions", True)
        self._transport = _Transport(self, self._transport, client, raises=raises)


class _Transport(httpx.BaseTransport):
    def __init__(self, owner: TestClient, whole: httpx.BaseTransport, client: tuple[str, int], *, raises: bool):
        self._owner = owner
        self._whole = whole
        self._client = client
        self._raises = raises

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.scheme not in ("http", "https"):
            return self._whole.handle_request(request)
        portal = self._owner.portal or _shared_portal()
        status, headers, body = portal.call(
            _run, self._owner.app, self._scope_of(request), request.read(), self._raises
        )
        return httpx.Response(status, headers=headers, stream=httpx.ByteStream(body), request=request)

    def _scope_of(self, request: httpx.Request) -> dict[str, Any]:
        url = request.url
        return {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": self._client,
            "server": [url.host, url.port or {"http": 80, "https": 443}[url.scheme]],
            "extensions": {},
            "state": self._owner.app_state.copy(),
        }


def send_request(app: Any, scope: dict[str, Any], content: bytes = b"") -> tuple[int, bytes]:
    """Send a request that is not changed in any way, and return the status and the body of the response."""
    status, _headers, body = _shared_portal().call(_run, app, scope, content, True)
    return status, body


@cache
def _shared_portal() -> BlockingPortal:
    # A loop of its own for each request would cost more than most requests.
    return _lasting.enter_context(start_blocking_portal())


async def _run(app: Any, scope: dict[str, Any], content: bytes, raises: bool) -> tuple[int, list[Any], bytes]:
    """Call the app once and return status, headers and body."""
    asked = [{"type": "http.request", "body": content}]
    started: dict[str, Any] = {}
    body = bytearray()
    complete = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if asked:
            return asked.pop()
        # Streaming responses listen for a disconnect, which would end them.
        await complete.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            assert not started, "the app started two responses"
            started.update(message)
        elif message["type"] == "http.response.body":
            assert started, "the app sent a body before the response"
            assert not complete.is_set(), "the app sent a body after the last one"
            body.extend(message.get("body", b""))
            if not message.get("more_body", False):
                complete.set()

    try:
        await app(scope, receive, send)
    except Exception:
        if raises:
            raise
    assert started or not raises, "the app sent no response"
    shown = b"" if scope["method"] == "HEAD" else bytes(body)
    return (
        started.get("status", 500),
        [(name.decode(), value.decode()) for name, value in started.get("headers", [])],
        shown,
    )
