"""A test client that costs less than Starlette's, which makes eight calls to its event loop for each request."""

from contextlib import ExitStack
from functools import cache
from typing import Any

import httpx
import starlette.testclient
from anyio.from_thread import BlockingPortal, start_blocking_portal

_lasting = ExitStack()


@cache
def shared_portal() -> BlockingPortal:
    """Return an event loop for all tests of a process; a loop of its own for each request would cost more than most requests."""
    return _lasting.enter_context(start_blocking_portal())


class TestClient(starlette.testclient.TestClient):
    """Starlette's client, except that responses are not streamed. The lifespan of the app runs in `with`."""

    __test__ = False

    def __init__(self, app: Any, *, client: tuple[str, int] = ("testclient", 50000), **options: Any):
        super().__init__(app, client=client, **options)
        raises = options.get("raise_server_exceptions", True)
        asgi = httpx.ASGITransport(app, raise_app_exceptions=raises, client=client)
        self._transport = _Transport(self, asgi, self._transport)


class _Transport(httpx.BaseTransport):
    """Sends requests through httpx's transport for ASGI apps, and opens websockets through Starlette's."""

    def __init__(self, owner: TestClient, asgi: httpx.ASGITransport, websockets: httpx.BaseTransport):
        self._owner = owner
        self._asgi = asgi
        self._websockets = websockets

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.scheme not in ("http", "https"):
            return self._websockets.handle_request(request)
        portal = self._owner.portal or shared_portal()
        asked = httpx.Request(request.method, request.url, headers=request.headers, content=request.read())
        return portal.call(self._send, asked, request)

    async def _send(self, asked: httpx.Request, request: httpx.Request) -> httpx.Response:
        response = await self._asgi.handle_async_request(asked)
        assert isinstance(response.stream, httpx.AsyncByteStream)
        # As sent: `aread` would decode it.
        body = b"".join([part async for part in response.stream])
        return httpx.Response(
            response.status_code, headers=response.headers, stream=httpx.ByteStream(body), request=request
        )
