"""Drops Range headers that a server ignores (RFC 9110, section 14.2); Starlette refuses some of them instead."""

import re

from starlette.types import ASGIApp, Receive, Scope, Send

# Positions of more digits are beyond every file.
_RANGE = re.compile(rb"bytes= *([0-9]{0,18})-([0-9]{0,18}) *", re.IGNORECASE)


class Ranges:
    """ASGI middleware that passes on a Range header only if it is one valid range of bytes of a GET request.

    A request for several ranges gets the whole file, which no photo, script or style sheet is too large for. So nobody can
    ask for many overlapping parts.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, without the header if it is to be ignored."""
        if scope["type"] == "http":
            values = [value for name, value in scope["headers"] if name == b"range"]
            if values and not (scope["method"] == "GET" and len(values) == 1 and _is_valid(values[0])):
                scope["headers"] = [pair for pair in scope["headers"] if pair[0] != b"range"]
        await self.app(scope, receive, send)


def _is_valid(value: bytes) -> bool:
    match = _RANGE.fullmatch(value)
    if match is None or match[1] == match[2] == b"":
        return False
    return not (match[1] and match[2]) or int(match[1]) <= int(match[2])
