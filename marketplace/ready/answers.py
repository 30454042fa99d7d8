"""Finished answers, and what of a request decides in which form they are sent."""

import gzip
import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from starlette.types import Message, Send

from marketplace import cookies

Headers = list[tuple[bytes, bytes]]

_SESSION = f"{cookies.SESSION}=".encode()
# Below this a compressed answer is no smaller.
_WORTH_COMPRESSING = 500
_GZIP_LEVEL = 6
# Readers send few different headers, and short ones; whoever sends others fills no memory with them.
_KNOWN_READERS, _LONGEST_KNOWN = 256, 200


def accepts_gzip(accepted: str) -> bool:
    """Whether a reader with this Accept-Encoding takes gzip (RFC 9110, 12.5.3)."""
    return _known(accepted) if len(accepted) <= _LONGEST_KNOWN else _takes_gzip(accepted)


def _takes_gzip(accepted: str) -> bool:
    named: bool | None = None
    others = False
    for entry in accepted.lower().split(","):
        name, _, quality = entry.partition(";")
        taken = "".join(quality.split()).rstrip("0.") != "q="
        match name.strip():
            case "gzip" | "x-gzip":
                named = taken if named is None else named or taken
            case "*":
                others = taken
    # What names it is said of it; the asterisk is said of what has no name there.
    return others if named is None else named


_known = lru_cache(_KNOWN_READERS)(_takes_gzip)


@dataclass(slots=True)
class Asked:
    """What matters of a request's headers."""

    gzip: bool = False
    tags: bytes = b""
    is_somebody: bool = False
    is_special: bool = False


def read(headers: Headers) -> Asked:
    """Look through the headers once."""
    asked = Asked()
    accepted = b""
    for name, value in headers:
        if name == b"accept-encoding":
            # Several lines are one list (RFC 9110, 5.3).
            accepted = accepted + b"," + value if accepted else value
        elif name == b"if-none-match":
            asked.tags = value
        elif name == b"authorization" or (name == b"cookie" and _SESSION in value):
            asked.is_somebody = True
        elif name in (b"origin", b"range"):
            asked.is_special = True
    asked.gzip = accepts_gzip(accepted.decode("latin-1"))
    return asked


@dataclass(slots=True)
class Answer:
    """A finished answer in the forms it is sent in."""

    headers: Headers
    plain: bytes
    tag: bytes = b""
    packed: bytes = b""
    edition: int | None = None
    made_at: float = 0.0
    for_everyone: bool = False
    by_origin: bool = False
    route: Any = None
    _whole: Message = field(default_factory=dict)
    _whole_packed: Message = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Bytes it takes, about; compressed, a text is a quarter."""
        return len(self.plain) * 5 // 4 + 2_000

    def prepare(self, *, with_tag: bool) -> None:
        """Name it; what is the same for all readers is made here, once."""
        if with_tag:
            # Weak, since the same text comes compressed and plain (RFC 9110, 8.8.3).
            self.tag = b'W/"' + hashlib.sha256(self.plain).hexdigest()[:32].encode() + b'"'
            self.headers.append((b"etag", self.tag))
        if not any(name == b"cache-control" for name, _ in self.headers):
            # What has no name is somebody's own and stays nowhere, not even in that person's browser.
            self.headers.append((b"cache-control", b"no-cache" if with_tag else b"no-store"))
        who = b"" if self.for_everyone else b", Authorization, Cookie"
        self.headers.append((b"vary", b"Accept-Encoding" + who + (b", Origin" if self.by_origin else b"")))
        self._whole = _start(200, [*self.headers, _length(self.plain)])

    def lacks(self, asked: Asked) -> bool:
        """Whether this reader takes it compressed, and no reader before did."""
        return asked.gzip and not self.packed and len(self.plain) >= _WORTH_COMPRESSING

    def pack(self) -> None:
        """Compress it."""
        packed = gzip.compress(self.plain, _GZIP_LEVEL, mtime=0)
        encoding = (b"content-encoding", b"gzip")
        self._whole_packed = _start(200, [*self.headers, encoding, _length(packed)])
        self.packed = packed

    async def send(self, asked: Asked, send: Send, *, bare: bool = False) -> None:
        """Send it as the reader takes it; nothing but 304 to one who has it.

        Args:
            bare: without the body, as for HEAD.
        """
        if self.tag and asked.tags and (self.tag[2:] in asked.tags or asked.tags.strip() == b"*"):
            await send(_start(304, list(self.headers)))
            await send({"type": "http.response.body", "body": b""})
            return
        packed = asked.gzip and self.packed
        # A copy, because whoever sends it on may add to it.
        start = self._whole_packed if packed else self._whole
        await send({**start, "headers": list(start["headers"])})
        await send({"type": "http.response.body", "body": b"" if bare else packed or self.plain})


def _length(body: bytes) -> tuple[bytes, bytes]:
    return b"content-length", str(len(body)).encode()


def _start(status: int, headers: Headers) -> Message:
    return {"type": "http.response.start", "status": status, "headers": headers}
