"""Answers of this door: compressed, with an ETag, and empty where the reader has the page already."""

import gzip
import hashlib
from collections.abc import Iterator, Mapping

from starlette.requests import Request
from starlette.responses import Response

from marketplace import ready
from marketplace.documents.render import Rendered

# Below this a compressed answer is no smaller.
_WORTH_COMPRESSING = 500
_GZIP_LEVEL = 6


def page(request: Request, rendered: Rendered, status: int = 200) -> Response:
    """A page, or 304 where the reader's copy is the same.

    It is the same for everyone, so caches may keep it, but must ask each time.
    """
    headers = {"cache-control": "no-cache", "content-security-policy": rendered.policy}
    if status == 200 and ready.keep(request.scope, for_everyone=True):
        return Response(rendered.html, media_type="text/html", headers=headers)
    return text(request, rendered.html, "text/html", headers=headers, status=status)


def text(
    request: Request, body: str, media_type: str, *, headers: Mapping[str, str] | None = None, status: int = 200
) -> Response:
    """A text of any kind; ETags are weak, since the same text comes compressed and plain (RFC 9110, 8.8.3)."""
    raw = body.encode()
    tag = f'W/"{hashlib.sha256(raw).hexdigest()[:32]}"'
    # The media type stands on 304 too: Lighthouse and some proxies read it from there.
    made = {**(headers or {}), "etag": tag, "vary": "Accept-Encoding", "content-type": f"{media_type}; charset=utf-8"}
    if status == 200 and tag in _tags(request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=made)
    if len(raw) >= _WORTH_COMPRESSING and accepts_gzip(request):
        raw = gzip.compress(raw, _GZIP_LEVEL, mtime=0)
        made["content-encoding"] = "gzip"
    made["content-length"] = str(len(raw))
    return Response(b"" if request.method == "HEAD" else raw, status, made)


def redirect(to: str) -> Response:
    """A lasting redirect to an address on this site."""
    return Response(status_code=301, headers={"location": to, "cache-control": "public, max-age=3600"})


def accepts_gzip(request: Request) -> bool:
    """Whether the reader takes gzip."""
    return ready.accepts_gzip(request.headers.get("accept-encoding", ""))


def _tags(header: str) -> set[str]:
    tags = {tag.strip() for tag in header.split(",") if tag.strip()}
    return tags | {f"W/{tag}" for tag in tags if tag.startswith('"')}


def compressed(chunks: Iterator[str]) -> Iterator[bytes]:
    """A stream of text as one gzip stream."""
    import zlib

    packer = zlib.compressobj(_GZIP_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    for chunk in chunks:
        if packed := packer.compress(chunk.encode()):
            yield packed
    yield packer.flush()
