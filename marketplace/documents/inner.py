"""Asks the app inside for an answer, and holds it in memory."""

from dataclasses import dataclass, field

import anyio
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Scope

# The answer is wanted whole and plain: not compressed, not in part, not "unchanged".
_DROPPED = {b"accept-encoding", b"if-none-match", b"if-modified-since", b"range", b"if-range"}


@dataclass
class Answer:
    """What the app inside said."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    @property
    def is_page(self) -> bool:
        """Whether it is HTML."""
        return dict(self.headers).get(b"content-type", b"").startswith(b"text/html")

    def as_response(self) -> Response:
        """The answer as it came."""
        made = Response(self.body, self.status)
        made.raw_headers = self.headers
        return made


async def ask(app: ASGIApp, scope: Scope) -> Answer:
    """The app's answer to this request."""
    answer = Answer()
    headers = [pair for pair in scope["headers"] if pair[0] not in _DROPPED]
    # Without extensions the server can't be told to send a file past us.
    asked = {**scope, "headers": headers, "extensions": {}}

    received = False

    async def receive() -> Message:
        nonlocal received
        if received:
            # Streaming answers watch for a reader who leaves; this one stays until the app is done.
            await anyio.sleep_forever()
        received = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = list(message.get("headers", []))
        elif message["type"] == "http.response.body":
            answer.body += message.get("body", b"")

    await app(asked, receive, send)
    return answer
