"""Serves /media from the media store: content-addressed files that a browser never executes."""

import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from marketplace.core.errors import Unavailable
from marketplace.domain import media
from marketplace.integrations.storage import get_store

_HEADERS = {
    # The content of a URL never changes, but it may be deleted: shared caches revalidate each time, browsers once a day.
    "Cache-Control": "public, max-age=86400, s-maxage=0",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class _File(NamedTuple):
    path: Path
    stat_result: os.stat_result


def make_media_app() -> Any:
    """Return the ASGI app to mount at /media."""
    app = Starlette(routes=[Route("/{name}", _serve)])
    # Previews are made one at a time, in a thread that no other request waits for.
    app.state.limiter = CapacityLimiter(1)
    return app


async def _serve(request: Request) -> Response:
    name = request.path_params["name"]
    key = media.key_of_file(name)
    if key is None:
        return _not_found()
    etag = f'"{name}"'
    headers = {**_HEADERS, "ETag": etag}
    media_type = "image/jpeg" if name.endswith(".jpg") else "image/webp"
    try:
        found = await _find(key)
        if found is None and media_type == "image/jpeg":
            limiter = request.app.state.limiter
            found = await _find(key) if await to_thread.run_sync(media.make_preview, name, limiter=limiter) else None
    except Unavailable:
        return PlainTextResponse("Not available right now", 503, {"Retry-After": "5", "Cache-Control": "no-store"})
    if found is None:
        return _not_found()
    client_etags = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if etag in client_etags or "*" in client_etags:
        return Response(status_code=304, headers=headers)
    if not isinstance(found, _File):
        size, chunks = found
        headers["Content-Length"] = str(size)
        if request.method == "HEAD":
            # A stream would be read to its end for nothing.
            return Response(media_type=media_type, headers=headers)
        return StreamingResponse(chunks, media_type=media_type, headers=headers)
    return FileResponse(str(found.path), media_type=media_type, headers=headers, stat_result=found.stat_result)


async def _find(key: str) -> "_File | tuple[int, AsyncIterator[bytes]] | None":
    store = get_store()
    path = store.path(key)
    if path is None:
        return await store.stream(key)
    # Not in a thread, so that photos are served while all threads wait for the database.
    stat_result = _stat(path)
    return _File(path, stat_result) if stat_result else None


def _stat(path: Path) -> os.stat_result | None:
    try:
        result = path.stat()
    except OSError:
        return None
    return result if stat.S_ISREG(result.st_mode) else None


def _not_found() -> Response:
    return PlainTextResponse("Not found", 404, {"X-Content-Type-Options": "nosniff"})
