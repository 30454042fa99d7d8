"""Bounds the bodies of requests, and reads the rest of a body after the response has been sent."""

import asyncio
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.settings import get_settings

_TIMEOUT_S = 5.0
_BODY_HEADERS = {b"content-length", b"transfer-encoding"}
# A piece costs as much time whatever its size. Packets have a thousand bytes and more; some clients write headers one by one.
_FREE_PIECES, _BYTES_PER_PIECE = 1_000, 256
_PART_HEADERS_BYTES = 65_536


def max_upload_bytes(files: int) -> int:
    """Return the size of the largest body of an upload."""
    return files * (get_settings().upload_max_bytes + _PART_HEADERS_BYTES)


def largest_body_bytes() -> int:
    """Return the size of the largest body that any transport accepts: an upload of several photos."""
    return max_upload_bytes(get_settings().upload_max_files)


class RequestBodies:
    """ASGI middleware around everything but `RequestTracker`.

    A body that is larger than all that the site accepts, or that comes in very many small pieces, ends as if the client had
    gone away.

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
        is_complete = is_cut = False
        pieces = received = 0

        async def bounded_receive() -> Message:
            nonlocal is_complete, is_cut, pieces, received
            if is_cut:
                return {"type": "http.disconnect"}
            message = await receive()
            is_complete = message["type"] != "http.request" or not message.get("more_body", False)
            pieces += 1
            received += len(message.get("body", b""))
            if not is_complete and (
                received > largest_body_bytes() or pieces > _FREE_PIECES + received // _BYTES_PER_PIECE
            ):
                is_complete = is_cut = True
                return {"type": "http.disconnect"}
            return message

        await self.app(scope, bounded_receive, send)
        with suppress(TimeoutError):
            async with asyncio.timeout(_TIMEOUT_S):
                while not is_complete:
                    await bounded_receive()
