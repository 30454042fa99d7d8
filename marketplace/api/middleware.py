"""ASGI middleware of the API: request body limits, and HEAD for every GET route."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.api.responses import failure
from marketplace.core.errors import TooLarge
from marketplace.http.request_bodies import largest_body_bytes, max_upload_bytes
from marketplace.settings import get_settings

_LENGTH_DIGITS = 18
_UPLOAD, _UPLOAD_MULTIPLE = "/api/upload", "/api/upload-multiple"


class BodyLimitMiddleware:
    """Limits the size of request bodies and the time they take to arrive; uploads have higher limits."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse its body with 413 or 408."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = _max_bytes_for(scope["path"])
        # Servers pass on any number of leading zeros, and Python reads integers of up to 4,300 digits.
        declared = dict(scope["headers"]).get(b"content-length", b"").lstrip(b"0")
        if declared.isdigit() and (len(declared) > _LENGTH_DIGITS or int(declared) > limit):
            await failure(TooLarge())(scope, receive, send)
            return
        received, deadline = 0, asyncio.get_running_loop().time() + _timeout_for(scope["path"])
        complete = False

        async def limited_receive() -> Message:
            nonlocal received, complete
            if complete:
                # Starlette now listens for a disconnect, which may take as long as the response.
                return await receive()
            # Otherwise a client that vanished would keep its account's upload slot until the deadline.
            pause_ends = asyncio.get_running_loop().time() + get_settings().body_timeout_s
            try:
                async with asyncio.timeout_at(min(deadline, pause_ends)):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, headers={"connection": "close"}) from None
            complete = not message.get("more_body", False)
            received += len(message.get("body", b""))
            if received > limit:
                # FastAPI turns every other exception raised while it reads a body into 400.
                raise HTTPException(TooLarge.status)
            return message

        await self.app(scope, limited_receive, send)


def _timeout_for(path: str) -> float:
    settings = get_settings()
    return settings.upload_timeout_s if path in (_UPLOAD, _UPLOAD_MULTIPLE) else settings.body_timeout_s


def _max_bytes_for(path: str) -> int:
    if path == _UPLOAD_MULTIPLE:
        return largest_body_bytes()
    return max_upload_bytes(1) if path == _UPLOAD else get_settings().body_max_bytes


def route_method(method: str) -> str:
    """Return the method to match routes with: GET for HEAD."""
    return "GET" if method == "HEAD" else method


class HeadMiddleware:
    """Answers HEAD like GET without the body (RFC 9110, 9.3.2); FastAPI's routes don't accept HEAD."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the GET route and drop the response body."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        get_scope = {**scope, "method": route_method("HEAD")}
        await self.app(get_scope, receive, send_without_body)
        if "route" in get_scope:
            # The outer metrics middleware reads the matched route.
            scope["route"] = get_scope["route"]
