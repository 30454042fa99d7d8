"""Complete responses as the cache stores them, and the request headers that decide how they are sent."""

import gzip
import hashlib
import sys
from dataclasses import dataclass, field
from typing import Any

from starlette.types import Message, Send

from marketplace.http.accept_encoding import accepts

Headers = list[tuple[bytes, bytes]]
# Path, query string, and the town that the visitor chose.
Key = tuple[str, bytes, str]

# Smaller bodies do not shrink when compressed.
_MIN_COMPRESSED_BYTES = 500
_GZIP_LEVEL = 6


@dataclass(slots=True)
class RequestHeaders:
    """The request headers that matter to the cache.

    Attributes:
        gzip: the client accepts gzip.
        etags: the value of If-None-Match.
        bypasses_cache: the request has an Origin or Range header, so its response may differ.
    """

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
    """A complete response, uncompressed and compressed.

    Attributes:
        headers: without Content-Length and Content-Encoding, which differ between the two forms.
        body: the uncompressed body.
        key: the cache key, counted by `size`.
        etag: the value of the ETag header; empty for a response that must not be cached.
        compressed: the body with gzip; empty until `compress`.
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
    compressed: bytes = b""
    generation: int | None = None
    tags: frozenset[str] = frozenset()
    for_everyone: bool = False
    varies_by_origin: bool = False
    route: Any = None
    _start: Message = field(default_factory=dict)
    _start_compressed: Message = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Approximate bytes of memory, including the key; compressed text is counted as a quarter of the body."""
        headers = sum(len(name) + len(value) for name, value in self.headers)
        return len(self.body) * 5 // 4 + headers + key_size(self.key) + 3_000

    def finish_headers(self, *, with_etag: bool) -> None:
        """Add ETag, Cache-Control and Vary. Call it once, before `compress` and `send`."""
        if with_etag:
            # Weak, because the same text is sent compressed and uncompressed (RFC 9110, 8.8.3).
            self.etag = b'W/"' + hashlib.sha256(self.body).hexdigest()[:32].encode() + b'"'
            self.headers.append((b"etag", self.etag))
        if not any(name == b"cache-control" for name, _ in self.headers):
            # Responses without an ETag are private and are never stored, not even by the person's browser.
            self.headers.append((b"cache-control", b"no-cache" if with_etag else b"no-store"))
        credentials = b"" if self.for_everyone else b", Authorization, Cookie"
        origin = b", Origin" if self.varies_by_origin else b""
        self.headers.append((b"vary", b"Accept-Encoding" + credentials + origin))
        self._start = _start_message(200, [*self.headers, _content_length(self.body)])

    def needs_compression(self, request: RequestHeaders) -> bool:
        """Return whether this client accepts gzip and the body is not compressed yet."""
        return request.gzip and not self.compressed and len(self.body) >= _MIN_COMPRESSED_BYTES

    def compress(self) -> None:
        """Compress the body."""
        compressed = gzip.compress(self.body, _GZIP_LEVEL, mtime=0)
        encoding = (b"content-encoding", b"gzip")
        self._start_compressed = _start_message(200, [*self.headers, encoding, _content_length(compressed)])
        self.compressed = compressed

    async def send(self, request: RequestHeaders, send: Send, *, head: bool = False) -> None:
        """Send the response in the form that the client accepts, or 304 if the client has it.

        Args:
            head: omit the body, for a HEAD request.
        """
        if self.etag and request.etags and (self.etag[2:] in request.etags or request.etags.strip() == b"*"):
            await send(_start_message(304, list(self.headers)))
            await send({"type": "http.response.body", "body": b""})
            return
        compressed = request.gzip and self.compressed
        # Copy the headers, because outer middleware may append to them.
        start = self._start_compressed if compressed else self._start
        await send({**start, "headers": list(start["headers"])})
        await send({"type": "http.response.body", "body": b"" if head else compressed or self.body})


def key_size(key: Key) -> int:
    """Return the bytes of memory that a key takes."""
    return sum(map(sys.getsizeof, key))


def _content_length(body: bytes) -> tuple[bytes, bytes]:
    return b"content-length", str(len(body)).encode()


def _start_message(status: int, headers: Headers) -> Message:
    return {"type": "http.response.start", "status": status, "headers": headers}
