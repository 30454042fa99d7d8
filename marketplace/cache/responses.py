"""Complete responses as the cache stores them, and the request headers that decide how they are sent."""

import gzip
import hashlib
import sys
from dataclasses import dataclass
from typing import Any

from starlette.types import Message, Send
from zlib_ng import gzip_ng

from marketplace.http.accept_encoding import accepts

Headers = list[tuple[bytes, bytes]]
# Path, query string, and the town that the visitor chose.
Key = tuple[str, bytes, str]

# RFC 9211: tells operators and benchmarks which responses came from the cache.
_HIT = (b"cache-status", b"marketplace; hit")
# Smaller bodies do not shrink when compressed.
_MIN_COMPRESSED_BYTES = 500
_GZIP_LEVEL = 6


@dataclass(slots=True)
class RequestHeaders:
    """The request headers that the cache looks at. A request with an Origin or Range header is never cached."""

    gzip: bool = False
    etags: bytes = b""
    bypasses_cache: bool = False


def read_headers(headers: Headers) -> RequestHeaders:
    """Read the headers of a request in one pass."""
    request = RequestHeaders()
    accept_encoding = b""
    for name, value in headers:
        if name == b"accept-encoding":
            # Several lines are one list (RFC 9110, 5.3).
            accept_encoding = accept_encoding + b"," + value if accept_encoding else value
        elif name == b"if-none-match":
            request.etags = value
        elif name in (b"origin", b"range"):
            request.bypasses_cache = True
    request.gzip = accepts(accept_encoding.decode("latin-1"), "gzip")
    return request


@dataclass(slots=True)
class CachedResponse:
    """A complete response, in one form: compressed if that makes it smaller.

    Attributes:
        headers: without Content-Length and Content-Encoding, which depend on the client.
        body: the body, with gzip after `compress`.
        key: the cache key, counted by `size`.
        etag: the value of the ETag header; empty for a response that must not be cached.
        is_compressed: whether `body` is compressed.
        generation: the cache generation that the response was created in; None if unknown.
        tags: the tags of the data it was created from.
        for_everyone: signed-in callers get it too.
        varies_by_origin: the response depends on the Origin header.
        route: the route that created it, for metrics.
    """

    headers: Headers
    body: bytes
    key: Key = ("", b"", "")
    etag: bytes = b""
    is_compressed: bool = False
    generation: int | None = None
    tags: frozenset[str] = frozenset()
    for_everyone: bool = False
    varies_by_origin: bool = False
    route: Any = None

    @property
    def size(self) -> int:
        """Approximate bytes of memory, including the key."""
        headers = sum(len(name) + len(value) for name, value in self.headers)
        return len(self.body) + headers + key_size(self.key) + 2_000

    def finish_headers(self, *, with_etag: bool, shared_max_age_s: int = 0) -> None:
        """Add ETag, Cache-Control and Vary. Call it once, before `compress` and `send`.

        Args:
            shared_max_age_s: seconds for which proxies may send it again without asking (s-maxage of RFC 9111), and as long
                again while they ask (stale-while-revalidate of RFC 5861).
        """
        if with_etag:
            # Weak, because the same text is sent compressed and uncompressed (RFC 9110, 8.8.3).
            self.etag = b'W/"' + hashlib.sha256(self.body).hexdigest()[:32].encode() + b'"'
            self.headers.append((b"etag", self.etag))
        if not any(name == b"cache-control" for name, _ in self.headers):
            # Responses without an ETag are private and are never stored, not even by the person's browser.
            policy = "no-cache" if with_etag else "no-store"
            if with_etag and shared_max_age_s:
                policy = f"max-age=0, s-maxage={shared_max_age_s}, stale-while-revalidate={shared_max_age_s}"
            self.headers.append((b"cache-control", policy.encode()))
        credentials = b"" if self.for_everyone else b", Authorization, Cookie"
        origin = b", Origin" if self.varies_by_origin else b""
        self.headers.append((b"vary", b"Accept-Encoding" + credentials + origin))

    def compress(self) -> None:
        """Compress the body, unless it is short."""
        if len(self.body) >= _MIN_COMPRESSED_BYTES:
            self.body = gzip_ng.compress(self.body, _GZIP_LEVEL, mtime=0)
            self.is_compressed = True

    async def send(self, request: RequestHeaders, send: Send, *, head: bool = False, from_cache: bool = False) -> None:
        """Send the response in the form that the client accepts, without the body for HEAD, or 304 if the client has it."""
        headers = [*self.headers, _HIT] if from_cache else list(self.headers)
        if self.etag and request.etags and (self.etag[2:] in request.etags or request.etags.strip() == b"*"):
            await send(_start_message(304, headers))
            await send({"type": "http.response.body", "body": b""})
            return
        # Few clients don't accept gzip, so their form is not kept.
        body = gzip.decompress(self.body) if self.is_compressed and not request.gzip else self.body
        if self.is_compressed and request.gzip:
            headers.append((b"content-encoding", b"gzip"))
        headers.append((b"content-length", str(len(body)).encode()))
        await send(_start_message(200, headers))
        await send({"type": "http.response.body", "body": b"" if head else body})


def key_size(key: Key) -> int:
    """Return the bytes of memory that a key takes."""
    return sum(map(sys.getsizeof, key))


def _start_message(status: int, headers: Headers) -> Message:
    return {"type": "http.response.start", "status": status, "headers": headers}
