"""Rejects URLs with too many query parameters before anything parses them."""

from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from marketplace.core.errors import Invalid
from marketplace.i18n.texts import t
from marketplace.settings import get_settings


def fits(query: bytes) -> bool:
    """Return whether a query string has at most QUERY_MAX_PARAMETERS parameters in at most QUERY_MAX_BYTES bytes."""
    settings = get_settings()
    return len(query) <= settings.query_max_bytes and query.count(b"&") < settings.query_max_parameters


class QueryLimit:
    """ASGI middleware: a query string `fits`; `refuse` makes the response to others.

    Every link of a list page repeats the parameters of its URL, so a long URL makes the response a hundred times as long.
    """

    def __init__(self, app: ASGIApp, refuse: Callable[[Invalid], ASGIApp]):
        self.app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, or refuse the request."""
        if scope["type"] != "http" or fits(scope.get("query_string", b"")):
            await self.app(scope, receive, send)
        else:
            error = Invalid(t("The address has too many parameters."))
            await self._refuse(error)(scope, receive, send)
