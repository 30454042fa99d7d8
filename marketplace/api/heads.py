"""HEAD, wherever there is GET: the same answer without its body (RFC 9110, 9.3.2)."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


def as_asked(method: str) -> str:
    """The method that routes know it by."""
    return "GET" if method == "HEAD" else method


class Heads:
    """The framework's routes know no HEAD; without this, it would be answered only where an answer is kept ready."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have it answered as GET, and send the headers."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def bare(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        inner = {**scope, "method": as_asked("HEAD")}
        await self.app(inner, receive, bare)
        if "route" in inner:
            # Whoever counts requests looks for the route further out.
            scope["route"] = inner["route"]
