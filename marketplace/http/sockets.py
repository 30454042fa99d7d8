"""Websocket limits: open sockets per address, message size, message rate."""

import asyncio
from collections import Counter

import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.core import ids
from marketplace.core.errors import MarketplaceError
from marketplace.core.json_size import check_json_size
from marketplace.http.client_address import address_key, client_address
from marketplace.integrations import limits
from marketplace.observability import logs, metrics
from marketplace.settings import get_settings

_POLICY_VIOLATION, _TOO_BIG, _INTERNAL_ERROR = 1008, 1009, 1011
# Processing time grows with the size of a message, so every 4 KiB count as one message.
_BYTES_PER_MESSAGE = 4096
log = structlog.get_logger()


class SocketLimits:
    """ASGI middleware around the app that accepts websockets.

    An address that has too many open sockets gets 403 for further handshakes. A message that is not text, or too large, in bytes or
    JSON values, closes its socket. Above the rate limits the server delays reading, so that TCP slows the sender down and no message is
    lost.

    Args:
        max_bytes: largest message, in bytes of UTF-8.
    """

    def __init__(self, app: ASGIApp, max_bytes: int):
        self.app = app
        self._max_bytes = max_bytes
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Apply the limits to websockets; pass everything else on."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        settings = get_settings()
        address = address_key(
            client_address(
                scope["client"][0] if scope.get("client") else "",
                Headers(scope=scope).getlist("x-forwarded-for"),
                settings.trusted_proxy_hops,
            )
        )
        origin = logs.Origin(socket=ids.new_trace_id(), address=address)
        logs.ORIGIN.set(origin)
        if self._open[address] >= settings.sockets_per_address:
            metrics.REFUSED_SOCKETS.inc()
            log.warning("socket_refused", reason="too many open sockets of this address", address=address)
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        self._open[address] += 1
        try:
            await self._serve(origin, scope, receive, send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _serve(self, origin: logs.Origin, scope: Scope, receive: Receive, send: Send) -> None:
        closed = False

        async def send_while_open(message: Message) -> None:
            nonlocal closed
            if not closed:
                closed = message["type"] == "websocket.close"
                await send(message)

        async def receive_limited() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            text = message.get("text")
            if text is None or not self._fits(encoded := text.encode(errors="surrogatepass")):
                log.warning("socket_closed", reason="a message is too large or not text")
                await send_while_open({"type": "websocket.close", "code": _TOO_BIG})
                return {"type": "websocket.disconnect", "code": _TOO_BIG}
            await _wait_for_rate_limit(origin, 1 + len(encoded) // _BYTES_PER_MESSAGE)
            return message

        try:
            await self.app(scope, receive_limited, send_while_open)
        except Exception:
            log.exception("socket_failed")
            await send_while_open({"type": "websocket.close", "code": _INTERNAL_ERROR})

    def _fits(self, text: bytes) -> bool:
        if len(text) > self._max_bytes:
            return False
        settings = get_settings()
        try:
            check_json_size(text, values=settings.json_max_values, depth=settings.json_max_depth)
        except MarketplaceError:
            return False
        return True


async def _wait_for_rate_limit(origin: logs.Origin, cost: int) -> None:
    settings = get_settings()
    for rule, key in ((settings.limit_events_socket, origin.socket), (settings.limit_events_address, origin.address)):
        # Repeat, because other sockets of the address may have used up the next window.
        while wait := limits.hit_locally(rule, "events", key, cost=cost):  # noqa: ASYNC110 - there is no event for the end of a window
            await asyncio.sleep(wait)
