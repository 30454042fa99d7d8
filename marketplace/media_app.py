"""Serves /media from the store: content-addressed, so cached for ever, and never anything a browser would run."""

import os
import stat
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from marketplace.domain import media
from marketplace.errors import Unavailable
from marketplace.integrations.storage import get_store

_HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


def make_media_app() -> Any:
    """The ASGI app to mount at /media."""
    return Starlette(routes=[Route("/{name}", _serve)])


async def _serve(request: Request) -> Response:
    name = request.path_params["name"]
    key = media.key_of_file(name)
    if key is None:
        return _not_found()
    etag = f'"{name}"'
    headers = {**_HEADERS, "ETag": etag}
    is_document = name.endswith(".pdf")
    if is_document:
        headers["Content-Disposition"] = f'attachment; filename="{name[:12]}.pdf"'
    media_type = "application/pdf" if is_document else "image/webp"
    store = get_store()
    path = store.path(key)
    try:
        found = await store.stream(key) if path is None else None
    except Unavailable:
        return PlainTextResponse("Not available right now", 503, {"Retry-After": "5", "Cache-Control": "no-store"})
    # Asked here and not in a thread: photos come while all threads wait for the database.
    seen = _stat(path) if path else None
    if found is None and seen is None:
        return _not_found()
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if etag in known or "*" in known:
        return Response(status_code=304, headers=headers)
    if found:
        size, pieces = found
        return StreamingResponse(pieces, media_type=media_type, headers={**headers, "Content-Length": str(size)})
    return FileResponse(str(path), media_type=media_type, headers=headers, stat_result=seen)


def _stat(path: Path) -> os.stat_result | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found if stat.S_ISREG(found.st_mode) else None


def _not_found() -> Response:
    return PlainTextResponse("Not found", 404, {"X-Content-Type-Options": "nosniff"})
