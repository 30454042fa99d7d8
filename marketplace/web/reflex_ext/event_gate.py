"""Checks every Socket.IO packet before Reflex reads it.

Written for Reflex 0.10.1 with python-socketio 5. Reflex looks a handler up only after the event is queued and logs
whole events it cannot read. python-socketio lets a client call any `on_...` method of a namespace by an event's name:
`connect` takes the client's own description of its request, with any address in it.
"""

from typing import Any

import reflex as rx
import structlog
from reflex.utils.format import format_event_handler
from socketio import packet

from marketplace.core.sanitize import sanitize
from marketplace.http import query_limit
from marketplace.i18n.texts import t
from marketplace.observability import metrics
from marketplace.settings import get_settings
from marketplace.web.reflex_ext.handlers import is_handler, max_event_bytes, read_arguments
from marketplace.web.widgets.toasts import ToastState

# Messages that Reflex's client sends, with the types of their arguments.
_MESSAGES = {"event": (dict,), "ping": (), "client_error": (dict,)}
# Reflex caches the routes of 4,096 paths, with the path as the client sent it.
_PATH_MAX = 2_048
# The query of an event also has the parts of the path, such as an id.
_ROUTE_PARTS = 5
log = structlog.get_logger()


class Refused(Exception):
    """A packet that is dropped.

    Args:
        reason: why, for the log.
        name: the event's name as the client sent it.
    """

    def __init__(self, reason: str, name: object = ""):
        super().__init__(reason)
        self.reason = reason
        self.name = str(name)[:100]


class TooLarge(Refused):
    """The event is larger than its handler allows."""


class EventGate:
    """Passes on connects, disconnects and events of known handlers, and drops every other packet."""

    def __init__(self, app: rx.App):
        if app.sio is None:
            raise RuntimeError("Reflex has no Socket.IO server; look at the new Reflex version")
        self._sio: Any = app.sio
        self._namespace = app.event_namespace.namespace

    def install(self) -> None:
        """Replace python-socketio's message handler."""
        self._sio.eio.on("message", self.receive)

    async def receive(self, eio_sid: str, data: Any) -> None:
        """Check one message and pass it on.

        Args:
            eio_sid: python-engineio's id of the socket.
            data: text of the packet. python-engineio has already parsed texts that are JSON as a whole, which no packet is.
        """
        try:
            found = self._parse(data)
            if found.packet_type == packet.CONNECT:
                await self._connect(eio_sid, found, len(data.encode(errors="surrogatepass")))
            elif found.packet_type == packet.DISCONNECT:
                await self._sio._handle_disconnect(eio_sid, found.namespace, self._sio.reason.CLIENT_DISCONNECT)
            elif found.packet_type == packet.EVENT:
                arguments = _check_message(found.data, len(data.encode(errors="surrogatepass")))
                await self._sio._handle_event(eio_sid, found.namespace, found.id, arguments)
            else:
                raise Refused("no such packet")
        except Refused as refused:
            _note(refused)

    def _parse(self, data: Any) -> Any:
        if not isinstance(data, str):
            raise Refused("not a packet")
        try:
            found = self._sio.packet_class(encoded_packet=data)
        except (ValueError, RecursionError):
            raise Refused("not a packet") from None
        if found.namespace != self._namespace:
            raise Refused("no such namespace")
        return found

    async def _connect(self, eio_sid: str, found: Any, size: int) -> None:
        """Connect a socket once. Reflex reads the first event of a page from the connect packet."""
        if self._sio.manager.sid_from_eio_sid(eio_sid, found.namespace) is not None:
            raise Refused("connected already")
        auth = dict(found.data) if isinstance(found.data, dict) else {}
        if rx.constants.CompileVars.CONNECT_AUTH_EVENT in auth:
            try:
                _check_event(auth[rx.constants.CompileVars.CONNECT_AUTH_EVENT], size)
            except Refused as refused:
                # The page still connects. If an earlier version compiled it, it is then told to reload.
                _note(refused)
                del auth[rx.constants.CompileVars.CONNECT_AUTH_EVENT]
        await self._sio._handle_connect(eio_sid, found.namespace, auth or None)


def _note(refused: Refused) -> None:
    metrics.REFUSED_EVENTS.inc()
    log.warning("event_refused", reason=refused.reason, event_name=refused.name)


def _check_message(arguments: Any, size: int) -> list[Any]:
    name = arguments[0] if isinstance(arguments, list) and arguments else None
    if not isinstance(name, str) or tuple(map(type, arguments[1:])) != _MESSAGES.get(name):
        raise Refused("no such message")
    if name != "event":
        return arguments
    try:
        _check_event(arguments[-1], size)
    except TooLarge as refused:
        _note(refused)
        return ["event", _tell_too_large(arguments[-1])]
    return arguments


def _check_event(event: Any, size: int) -> None:
    """Check an event, and put its arguments into the form that its handler declares."""
    if not isinstance(event, dict):
        # Of a connect packet.
        raise Refused("no event")
    name = event.get("name")
    if not is_handler(name):
        raise Refused("no such handler", name)
    router, payload = event.get("router_data", {}), event.get("payload", {})
    if not isinstance(router, dict) or not isinstance(payload, dict):
        raise Refused("no event", name)
    router |= {part: _with_one_slash(router[part]) for part in ("pathname", "asPath") if part in router}
    if not _is_page(router):
        raise Refused("no such page", name)
    if size > max_event_bytes(name):
        raise TooLarge("too large", name)
    arguments = read_arguments(name, payload)
    if arguments is None:
        raise Refused("no such arguments", name)
    event["payload"], event["router_data"] = arguments, sanitize(router)


def _is_page(router: dict[str, Any]) -> bool:
    """Return whether an event comes from a page that can be asked for: a path of this site with a query that `query_limit` accepts."""
    path, whole, query = router.get("pathname", ""), router.get("asPath", ""), router.get("query", {})
    if not isinstance(path, str) or not isinstance(whole, str) or not isinstance(query, dict):
        return False
    # With none, it would name another host.
    if len(path) > _PATH_MAX or (whole and not whole.startswith("/")):
        return False
    address, settings = whole.partition("#")[0], get_settings()
    if len(whole) > _PATH_MAX + settings.query_max_bytes:
        return False
    if not query_limit.fits(address.partition("?")[2].encode(errors="surrogatepass")):
        return False
    return len(query) <= settings.query_max_parameters + _ROUTE_PARTS and all(
        # Reflex's client splits a path that no page has.
        _are_texts(value) if name == "splat" and isinstance(value, list) else _are_texts([value])
        for name, value in query.items()
    )


def _with_one_slash(path: Any) -> Any:
    """Begin a path with one slash: with two it would name another host, but a browser may show such an address of this site."""
    return f"/{path.lstrip('/')}" if isinstance(path, str) and path.startswith("//") else path


def _are_texts(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _tell_too_large(event: dict[str, Any]) -> dict[str, Any]:
    """Return the event that is handled instead and tells the user."""
    told = {"kind": "error", "text": t("This is too much text to send at once. Please shorten it.")}
    name = format_event_handler(ToastState.show)  # pyright: ignore[reportArgumentType]
    return {"name": name, "payload": told, "router_data": event.get("router_data", {})}
