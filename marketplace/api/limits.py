"""Refuses bodies over the limit before they are read into memory, and cuts off those that take too long to arrive."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.api.answers import failure
from marketplace.errors import TooLarge
from marketplace.settings import get_settings


class BodyLimit:
    """JSON bodies up to BODY_MAX_BYTES within BODY_TIMEOUT_S; uploads up to what their files may add up to, slower."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, cutting off a body that grows too large or dribbles in."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = _limit_for(scope["path"])
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > limit:
            await failure(TooLarge())(scope, receive, send)
            return
        seen, deadline = 0, asyncio.get_running_loop().time() + _patience_for(scope["path"])
        whole = False

        async def counted() -> Message:
            nonlocal seen, whole
            if whole:
                # Now the framework waits for the client to leave, which may take as long as the answer does.
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, headers={"connection": "close"}) from None
            whole = not message.get("more_body", False)
            seen += len(message.get("body", b""))
            if seen > limit:
                # Of all exceptions while a body is read, FastAPI lets only this kind through; the rest become 400.
                raise HTTPException(TooLarge.status)
            return message

        await self.app(scope, counted, send)


def _patience_for(path: str) -> float:
    settings = get_settings()
    return settings.upload_timeout_s if path.startswith("/api/upload") else settings.body_timeout_s


def _limit_for(path: str) -> int:
    settings = get_settings()
    if path.startswith("/api/upload"):
        files = settings.upload_max_files if path.startswith("/api/upload-multiple") else 1
        return files * (settings.upload_max_bytes + 65_536)
    return settings.body_max_bytes
