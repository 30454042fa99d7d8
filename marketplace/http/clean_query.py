"""Cleans query strings before anything reads them, the cache included."""

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from marketplace.core import tracking

# The query in the scope as it was sent, percent-encoded.
WHOLE_QUERY = "marketplace.whole_query"
_RAW = re.compile(rb"[^\x21-\x7e]")


class CleanQuery:
    """ASGI middleware: percent-encodes raw bytes of a query string and drops its tracking parameters.

    Parsers decode raw bytes as Latin-1, though what people type is UTF-8; of percent-encoded ones they replace what is not.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app with the clean query."""
        # The scope itself, not a copy: outer middleware reads the route from it afterwards.
        if query := scope.get("query_string"):
            scope[WHOLE_QUERY] = _RAW.sub(lambda byte: b"%%%02X" % ord(byte[0]), query)
            scope["query_string"] = tracking.strip(scope[WHOLE_QUERY].decode()).encode()
        await self.app(scope, receive, send)
