"""Reads the rest of a request body after the response has been sent."""

import asyncio
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_TIMEOUT_S = 5.0
_BODY_HEADERS = {b"content-length", b"transfer-encoding"}


class BodyDrain:
    """ASGI middleware around everything but `RequestTracker`.

    If the server closes a connection while the client is still sending, the client gets a broken pipe before it reads the
    response, and a proxy marks the server as failed. So when a request is refused early, this middleware reads and discards
    the rest of its body for a few seconds.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, then drain the request body."""
        if scope["type"] != "http" or not any(name in _BODY_HEADERS for name, _ in scope["headers"]):
            await self.app(scope, receive, send)
            return
        is_complete = False

        async def tracked_receive() -> Message:
            nonlocal is_complete
            message = await receive()
            is_complete = message["type"] != "http.request" or not message.get("more_body", False)
            return message

        await self.app(scope, tracked_receive, send)
        with suppress(TimeoutError):
            async with asyncio.timeout(_TIMEOUT_S):
                while not is_complete:
                    await tracked_receive()
