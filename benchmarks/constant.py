"""An ASGI app that only sends as many bytes as its path says, to measure the server without the site."""

from typing import Any


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer `/123` with 123 bytes."""
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    body = b"x" * int(scope["path"].strip("/") or 0)
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
