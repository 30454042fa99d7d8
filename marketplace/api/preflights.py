"""Questions of pages of other sites, whether they may call the API (Fetch standard, "CORS-preflight request")."""

from starlette.types import ASGIApp, Receive, Scope, Send


class Preflights:
    """ASGI middleware around the layer that allows the site's own pages; that one would refuse all others in plain text.

    Args:
        own: the origin that is allowed.
    """

    def __init__(self, app: ASGIApp, own: str):
        self.app = app
        self._own = own.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a foreign question on as a plain OPTIONS: the API's own refusal says no as well, in its envelope."""
        if (
            scope["type"] == "http"
            and scope["method"] == "OPTIONS"
            and f"{scope['path']}/".startswith("/api/")
            and dict(scope["headers"]).get(b"origin") != self._own
        ):
            scope = {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != b"origin"]}
        await self.app(scope, receive, send)
