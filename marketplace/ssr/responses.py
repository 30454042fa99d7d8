"""HTTP responses with compression, ETag and 304."""

import gzip
import hashlib
from collections.abc import Iterator, Mapping

from starlette.requests import Request
from starlette.responses import Response

from marketplace import cache
from marketplace.domain import search
from marketplace.http.accept_encoding import accepts
from marketplace.ssr.render import Rendered

# Smaller bodies do not shrink when compressed.
_MIN_COMPRESSED_BYTES = 500
_GZIP_LEVEL = 6
# Parameters of the presentation; they don't change which ads are listed.
_VIEW_PARAMETERS = ("page", "view", "reviews")


def page(request: Request, rendered: Rendered, status: int = 200, *, is_private: bool = False) -> Response:
    """Return a page, or 304 if the client's copy is current.

    Args:
        is_private: the page depends on who asks, so nothing may store it. Caches may store other pages for anonymous
            callers, and must revalidate them, unless SHARED_CACHE_S says for how long they need not.
    """
    headers = {"content-security-policy": rendered.policy}
    if is_private:
        headers |= {"cache-control": "private, no-store", "vary": "Cookie"}
        return _compressed(request, rendered.html.encode(), "text/html", headers, status)
    if status == 200 and cache.allow_caching(request.scope, is_parameter):
        return Response(rendered.html, media_type="text/html", headers=headers)
    headers |= {"cache-control": "no-cache", "vary": "Cookie"}
    return text(request, rendered.html, "text/html", headers=headers, status=status)


def is_parameter(name: str) -> bool:
    """Return whether list pages read this query parameter; other pages read none."""
    return name in _VIEW_PARAMETERS or search.is_parameter(name)


def text(
    request: Request, body: str, media_type: str, *, headers: Mapping[str, str] | None = None, status: int = 200
) -> Response:
    """Return a text response, or 304.

    The ETag is weak, since the compressed and the plain body share it (RFC 9110, 8.8.3).
    """
    raw = body.encode()
    etag = f'W/"{hashlib.sha256(raw).hexdigest()[:32]}"'
    response_headers = {**(headers or {}), "etag": etag}
    if status == 200 and etag in _parse_etags(request.headers.get("if-none-match", "")):
        # Lighthouse and some proxies read the media type of a 304.
        media_type = f"{media_type}; charset=utf-8"
        return Response(
            status_code=304, headers={**response_headers, **_vary(response_headers), "content-type": media_type}
        )
    return _compressed(request, raw, media_type, response_headers, status)


def _vary(headers: Mapping[str, str]) -> dict[str, str]:
    return {"vary": ", ".join(filter(None, ("Accept-Encoding", headers.get("vary", ""))))}


def _compressed(request: Request, raw: bytes, media_type: str, headers: Mapping[str, str], status: int) -> Response:
    response_headers = {**headers, **_vary(headers), "content-type": f"{media_type}; charset=utf-8"}
    if len(raw) >= _MIN_COMPRESSED_BYTES and accepts_gzip(request):
        raw = gzip.compress(raw, _GZIP_LEVEL, mtime=0)
        response_headers["content-encoding"] = "gzip"
    response_headers["content-length"] = str(len(raw))
    return Response(b"" if request.method == "HEAD" else raw, status, response_headers)


def redirect(to: str) -> Response:
    """Return a permanent redirect to a URL on this site."""
    return Response(status_code=301, headers={"location": to, "cache-control": "public, max-age=3600"})


def accepts_gzip(request: Request) -> bool:
    """Return whether the client accepts gzip."""
    return accepts(request.headers.get("accept-encoding", ""), "gzip")


def _parse_etags(header: str) -> set[str]:
    tags = {tag.strip() for tag in header.split(",") if tag.strip()}
    return tags | {f"W/{tag}" for tag in tags if tag.startswith('"')}


def gzip_stream(chunks: Iterator[str]) -> Iterator[bytes]:
    """Compress a stream of text into one gzip stream."""
    import zlib

    compressor = zlib.compressobj(_GZIP_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    for chunk in chunks:
        if compressed := compressor.compress(chunk.encode()):
            yield compressed
    yield compressor.flush()
