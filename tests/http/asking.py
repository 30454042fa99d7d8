"""Sends requests to the whole site that no HTTP client would send."""

import asyncio
from collections.abc import Iterable
from typing import Any

from starlette.types import ASGIApp


def ask(site: ASGIApp, path: str, method: str = "GET", *more: tuple[bytes, bytes], body: bytes = b"") -> dict[str, Any]:
    """Return the status, headers and body of the response."""
    said = exchange(site, path, method, *more, told=[{"type": "http.request", "body": body, "more_body": False}])
    headers = {name.decode(): value.decode() for name, value in said[0]["headers"]}
    return {
        "status": said[0]["status"],
        "headers": headers,
        "body": b"".join(part.get("body", b"") for part in said[1:]),
    }


def exchange(
    site: ASGIApp, path: str, method: str = "GET", *more: tuple[bytes, bytes], told: Iterable[Any]
) -> list[Any]:
    """Send messages to the site and return those that it sends. After them the client is silent."""
    scope = {
        "type": "http", "asgi": {"spec_version": "2.3"}, "scheme": "http", "http_version": "1.1", "method": method, "path": path,
        "raw_path": path.encode("utf-8", "surrogateescape"), "query_string": b"", "root_path": "",
        "headers": [(b"host", b"localhost"), *more],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 3000),
    }  # fmt: skip
    said: list[Any] = []
    waiting = iter(told)

    async def receive() -> Any:
        for message in waiting:
            return message
        await asyncio.sleep(30)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        said.append(message)

    async def call() -> None:
        await site(scope, receive, send)

    asyncio.run(call())
    return said
