"""The context of a request or page event: its id, its log lines, its metrics, and the response to unexpected errors."""

import re
import time
from collections.abc import Awaitable
from functools import lru_cache

import structlog
from prometheus_client import Counter, Histogram
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.core import ids
from marketplace.i18n.texts import t
from marketplace.observability import logs, metrics
from marketplace.settings import get_settings

HEADER = "x-request-id"
_HEADER = HEADER.encode()
# Granian adds a Server header to responses without one, and has no option to turn that off.
_SERVER = (b"server", b"")
_REPLACED_HEADERS = {_HEADER, _SERVER[0]}
_SCOPE_KEY = "request_id"
_ID_FORMAT = re.compile(r"[A-Za-z0-9._-]{8,64}")
# The status in nginx's log for a client that went away before the response; there is no standard one.
ABORTED = 499
_METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"}
log = structlog.get_logger()


class RequestContext:
    """ASGI middleware around everything but `RequestTracker`, `RequestBodies` and `SecurityHeaders`.

    Each request gets an id, which is part of every log line of the request, of the header X-Request-ID, and of error pages.
    A trusted proxy may set it.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app within the context of the request."""
        if scope["type"] == "websocket":
            with metrics.WEBSOCKETS.track_inprogress():
                await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._handle(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = _request_id_of(scope)
        # Also in the scope, because threads and tasks of libraries may not see the context variable.
        scope[_SCOPE_KEY] = request_id
        header = (_HEADER, request_id.encode())
        status: int | None = None
        is_aborted = False
        started = time.perf_counter()

        async def tracked_receive() -> Message:
            nonlocal is_aborted
            message = await receive()
            is_aborted = is_aborted or (message["type"] == "http.disconnect" and status is None)
            return message

        def send_with_id(message: Message) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [pair for pair in message.get("headers", ()) if pair[0] not in _REPLACED_HEADERS]
                message["headers"] += [header, _SERVER]
            return send(message)

        token = logs.REQUEST_ID.set(request_id)
        try:
            await self.app(scope, tracked_receive, send_with_id)
        except Exception as error:
            # If the response has started, the app has logged the error.
            if status is None:
                await _send_error(error, scope, receive, send_with_id)
        finally:
            _count(scope, ABORTED if is_aborted else status or 500, time.perf_counter() - started)
            logs.REQUEST_ID.reset(token)


class ErrorResponses:
    """ASGI middleware that responds to unexpected errors, inside of Reflex's middleware, which has its own error responses.

    It also counts requests in flight. Cached responses are not counted, because they are sent by an outer middleware.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, and send an error response if it fails before it has started one."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_started = False

        async def tracked_send(message: Message) -> None:
            nonlocal is_started
            is_started = is_started or message["type"] == "http.response.start"
            await send(message)

        with metrics.IN_FLIGHT.track_inprogress():
            try:
                await self.app(scope, receive, tracked_send)
            except Exception as error:
                if not is_started:
                    await _send_error(error, scope, receive, send)


async def _send_error(error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
    if isinstance(error, ClientDisconnect):
        # Nobody reads it, but the server expects a response.
        await Response(status_code=ABORTED)(scope, receive, send)
        return
    log.error("request_failed", path=scope["path"], method=scope["method"], exc_info=error)
    lines = (
        t("Something went wrong on our side. Please try again."),
        t("If this keeps happening, send us this number: {number}", number=scope.get(_SCOPE_KEY, "")),
    )
    response = PlainTextResponse("\n".join(lines) + "\n", 500, {"cache-control": "no-store"})
    await response(scope, receive, send)


def _count(scope: Scope, status: int, seconds: float) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "other"
    requests, durations = _metrics(*_transport_and_route(scope), method, status)
    requests.inc()
    durations.observe(seconds)
    if get_settings().log_level == "DEBUG":
        log.debug("request", method=method, path=scope["path"], status=status, ms=round(seconds * 1000, 1))


@lru_cache(maxsize=4096)
def _metrics(transport: str, route: str, method: str, status: int) -> tuple[Counter, Histogram]:
    return metrics.REQUESTS.labels(transport, route, method, str(status)), metrics.DURATION.labels(transport, route)


def _transport_and_route(scope: Scope) -> tuple[str, str]:
    """Return the transport and, for the API, the route. Never the path: a metric label must have few values."""
    path = scope["path"]
    if path == "/api" or path.startswith("/api/"):
        return "api", getattr(scope.get("route"), "path", "")
    if path.startswith("/media/"):
        return "media", ""
    return ("files" if path.startswith("/assets/") or "." in path.rsplit("/", 1)[-1] else "pages"), ""


def _request_id_of(scope: Scope) -> str:
    if get_settings().trusted_proxy_hops:
        from_proxy = dict(scope["headers"]).get(HEADER.encode(), b"").decode("latin-1")
        if _ID_FORMAT.fullmatch(from_proxy):
            return from_proxy
    return ids.new_trace_id()


def request_id() -> str:
    """Return the id of the current request or page event; empty outside of both."""
    return logs.REQUEST_ID.get()


def begin_event(name: str, trace_id: str, origin: logs.Origin | None) -> None:
    """Start the context of a page event.

    Args:
        name: the event's name, for log lines.
        trace_id: its id; empty for a new one.
        origin: the websocket whose rate limits its log lines count against.
    """
    logs.REQUEST_ID.set(trace_id or ids.new_trace_id())
    logs.ORIGIN.set(origin)
    structlog.contextvars.bind_contextvars(event_name=name)
    metrics.EVENTS.inc()


def resume_event(trace_id: str, origin: logs.Origin | None) -> None:
    """Continue the context of a page event in another task, unless the task already has the context of another event."""
    logs.ORIGIN.set(origin)
    if not request_id():
        logs.REQUEST_ID.set(trace_id)
