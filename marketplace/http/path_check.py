"""Refuses request paths that no route can have."""

import re
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from marketplace.core.errors import NotFound
from marketplace.i18n.texts import t

# "*" and a host are the targets of OPTIONS and CONNECT (RFC 9112, 3.2).
_PATH = re.compile(r"/[^\x00-\x1f\x7f]*")


class PathCheck:
    """ASGI middleware: a path begins with a slash and has no control characters; `refuse` makes the response to others.

    The patterns of Starlette's routes don't match a path with a line break, or ignore the line break at its end. So the same
    path would be another one for each layer.
    """

    def __init__(self, app: ASGIApp, refuse: Callable[[Scope, NotFound], ASGIApp]):
        self.app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, or refuse the request. Websockets have a single path, which the app compares itself."""
        if scope["type"] != "http" or _PATH.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
        else:
            error = NotFound(t("There is nothing at this address."))
            await self._refuse(scope, error)(scope, receive, send)
