"""Sends requests to the whole site that no HTTP client would send."""

import asyncio
from collections.abc import Iterable
from typing import Any

from starlette.types import ASGIApp


def ask(site: ASGIApp, path: str, method: str = "GET", *more: tuple[bytes, bytes], body: bytes = b"") -> dict[str, Any]:
    """Return the status, headers and body of the response."""
    messages = [{"type": "http.request", "body": body, "more_body": False}]
    start, *parts = exchange(site, path, method, *more, messages=messages)
    return {
        "status": start["status"],
        "headers": {name.decode(): value.decode() for name, value in start["headers"]},
        "body": b"".join(part.get("body", b"") for part in parts),
    }


def exchange(
    site: ASGIApp, path: str, method: str = "GET", *more: tuple[bytes, bytes], messages: Iterable[Any]
) -> list[Any]:
    """Send the messages of a request and return those of the response."""
    return run(site, scope_of(path, *more) | {"type": "http", "scheme": "http", "method": method}, messages)


def scope_of(path: str, *more: tuple[bytes, bytes]) -> dict[str, Any]:
    """Return what the scopes of requests and of websockets share."""
    return {
        "asgi": {"spec_version": "2.3"}, "http_version": "1.1", "path": path, "raw_path": path.encode("utf-8", "surrogateescape"),
        "query_string": b"", "root_path": "", "headers": [(b"host", b"localhost"), *more],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 3000),
    }  # fmt: skip


def run(site: ASGIApp, scope: dict[str, Any], messages: Iterable[Any]) -> list[Any]:
    """Send messages to the site and return those that it sends. After them the client is silent."""
    sent: list[Any] = []
    waiting = iter(messages)

    async def receive() -> Any:
        for message in waiting:
            return message
        await asyncio.sleep(30)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    async def call() -> None:
        await site(scope, receive, send)

    asyncio.run(call())
    return sent
