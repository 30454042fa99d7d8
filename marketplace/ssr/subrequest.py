"""Subrequests: sends a request to the inner ASGI app and captures the response in memory."""

from dataclasses import dataclass, field

import anyio
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Scope

# Dropped so that the response is complete and uncompressed, not 206 or 304.
_DROPPED_HEADERS = {b"accept-encoding", b"if-none-match", b"if-modified-since", b"range", b"if-range"}


@dataclass
class CapturedResponse:
    """Response of the inner app."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    @property
    def is_page(self) -> bool:
        """Whether the body is HTML."""
        return dict(self.headers).get(b"content-type", b"").startswith(b"text/html")

    def as_response(self) -> Response:
        """Convert to a Starlette response, unchanged."""
        response = Response(self.body, self.status)
        response.raw_headers = self.headers
        return response


async def subrequest(app: ASGIApp, scope: Scope) -> CapturedResponse:
    """Send a GET or HEAD request to the app and return its response."""
    response = CapturedResponse()
    headers = [pair for pair in scope["headers"] if pair[0] not in _DROPPED_HEADERS]
    # Without extensions the app can't have the server send a file directly (pathsend).
    inner_scope = {**scope, "headers": headers, "extensions": {}}

    received = False

    async def receive() -> Message:
        nonlocal received
        if received:
            # Streaming responses listen for a disconnect, which never comes.
            await anyio.sleep_forever()
        received = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            response.status = message["status"]
            response.headers = list(message.get("headers", []))
        elif message["type"] == "http.response.body":
            response.body += message.get("body", b"")

    await app(inner_scope, receive, send)
    return response
