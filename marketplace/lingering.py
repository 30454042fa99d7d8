"""Reads what is left of a request's body once it has been answered."""

import asyncio
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PATIENCE_S = 5.0
_OF_BODIES = {b"content-length", b"transfer-encoding"}


class Lingering:
    """ASGI middleware, to be put around everything but `Begun`.

    A connection that closes while its body is still being sent looks like a crash: the sender meets a broken pipe before
    it reads the answer, and a proxy leaves the machine out for a while. So who is refused before the body is listened to
    a little longer, and what comes is thrown away.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, then read on for some seconds at most."""
        if scope["type"] != "http" or not any(name in _OF_BODIES for name, _ in scope["headers"]):
            await self.app(scope, receive, send)
            return
        whole = False

        async def noted() -> Message:
            nonlocal whole
            message = await receive()
            whole = message["type"] != "http.request" or not message.get("more_body", False)
            return message

        await self.app(scope, noted, send)
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                while not whole:
                    await noted()
