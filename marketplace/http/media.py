"""Serves /media from the media store: content-addressed files that a browser never executes."""

import os
import stat
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from marketplace.core.errors import Unavailable
from marketplace.domain import media
from marketplace.integrations.storage import get_store

_WEBP = "image/webp"
_HEADERS = {
    # The content of a URL never changes, but it may be deleted: shared caches revalidate each time, browsers once a day.
    "Cache-Control": "public, max-age=86400, s-maxage=0",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


def make_media_app() -> Any:
    """Return the ASGI app to mount at /media."""
    return Starlette(routes=[Route("/{name}", _serve)])


async def _serve(request: Request) -> Response:
    name = request.path_params["name"]
    key = media.key_of_file(name)
    if key is None:
        return _not_found()
    etag = f'"{name}"'
    headers = {**_HEADERS, "ETag": etag}
    store = get_store()
    path = store.path(key)
    try:
        streamed = await store.stream(key) if path is None else None
    except Unavailable:
        return PlainTextResponse("Not available right now", 503, {"Retry-After": "5", "Cache-Control": "no-store"})
    # Not in a thread, so that photos are served while all threads wait for the database.
    stat_result = _stat(path) if path else None
    if streamed is None and stat_result is None:
        return _not_found()
    client_etags = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if etag in client_etags or "*" in client_etags:
        return Response(status_code=304, headers=headers)
    if streamed:
        size, chunks = streamed
        headers["Content-Length"] = str(size)
        if request.method == "HEAD":
            # A stream would be read to its end for nothing.
            return Response(media_type=_WEBP, headers=headers)
        return StreamingResponse(chunks, media_type=_WEBP, headers=headers)
    return FileResponse(str(path), media_type=_WEBP, headers=headers, stat_result=stat_result)


def _stat(path: Path) -> os.stat_result | None:
    try:
        result = path.stat()
    except OSError:
        return None
    return result if stat.S_ISREG(result.st_mode) else None


def _not_found() -> Response:
    return PlainTextResponse("Not found", 404, {"X-Content-Type-Options": "nosniff"})
