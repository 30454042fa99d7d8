"""Around every request: a number to find it by, what is logged of it, and what is counted."""

import re
import time
from collections.abc import Awaitable
from functools import lru_cache

import structlog
from prometheus_client import Counter, Histogram
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace import ids, logs, metrics
from marketplace.security import SecurityHeaders
from marketplace.settings import get_settings
from marketplace.texts import t

HEADER = "x-request-id"
_HEADER = HEADER.encode()
_KEY = "request_id"
_SHAPE = re.compile(r"[A-Za-z0-9._-]{8,64}")
_METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"}
log = structlog.get_logger()


class Requests:
    """ASGI middleware, to be put around everything but `Begun` and `Lingering`.

    Each request gets a number, which is in every line logged on the way, in the answer's X-Request-ID, and on the error
    pages. A proxy that is trusted may give it.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] == "websocket":
            with metrics.WEBSOCKETS.track_inprogress():
                await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        number = _number_of(scope)
        # In the scope too: what runs inside threads and tasks of other libraries may not see the context.
        scope[_KEY] = number
        header = (_HEADER, number.encode())
        status: int | None = None
        began = time.perf_counter()

        def marked(message: Message) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*[pair for pair in message.get("headers", ()) if pair[0] != _HEADER], header]
            return send(message)

        before = logs.REQUEST.set(number)
        try:
            await self.app(scope, receive, marked)
        except Exception as error:
            # Where the answer has begun, whoever began it has told the log.
            if status is None:
                await _apologise(error, scope, receive, marked)
        finally:
            _note(scope, status or 500, time.perf_counter() - began)
            logs.REQUEST.reset(before)


class Apologies:
    """ASGI middleware inside of layers that would answer for a crash in their own words, and around all of ours.

    What takes time is counted here as in hand: what is sent from memory is done at once.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and say sorry where nothing else answers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        with metrics.IN_HAND.track_inprogress():
            try:
                await self.app(scope, receive, noted)
            except Exception as error:
                if not begun:
                    await _apologise(error, scope, receive, send)


async def _apologise(error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
    log.error("request_failed", path=scope["path"], method=scope["method"], exc_info=error)
    told = (
        t("Something went wrong on our side. Please try again."),
        t("If it goes on, tell us this number: {number}", number=scope.get(_KEY, "")),
    )
    answer = PlainTextResponse("\n".join(told) + "\n", 500, {"cache-control": "no-store"})
    await SecurityHeaders(answer)(scope, receive, send)


def _note(scope: Scope, status: int, seconds: float) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "other"
    requests, times = _counters(*_place(scope), method, status)
    requests.inc()
    times.observe(seconds)
    if get_settings().log_level == "DEBUG":
        log.debug("request", method=method, path=scope["path"], status=status, ms=round(seconds * 1000, 1))


@lru_cache(maxsize=4096)
def _counters(door: str, route: str, method: str, status: int) -> tuple[Counter, Histogram]:
    return metrics.REQUESTS.labels(door, route, method, str(status)), metrics.SECONDS.labels(door, route)


def _place(scope: Scope) -> tuple[str, str]:
    """The door and, of the API, the route; never the path itself, of which there is no end."""
    path = scope["path"]
    if path == "/api" or path.startswith("/api/"):
        return "api", getattr(scope.get("route"), "path", "")
    if path.startswith("/media/"):
        return "media", ""
    return ("files" if path.startswith("/assets/") or "." in path.rsplit("/", 1)[-1] else "pages"), ""


def _number_of(scope: Scope) -> str:
    if get_settings().trusted_proxy_hops:
        given = dict(scope["headers"]).get(HEADER.encode(), b"").decode("latin-1")
        if _SHAPE.fullmatch(given):
            return given
    return ids.new_number()


def current() -> str:
    """The number of the request (or of the page's event) that is being answered; empty outside of any."""
    return logs.REQUEST.get()


def begin_event(name: str, number: str) -> None:
    """An event of a page begins: from here to its end it is found by this number, or by a new one where that is empty."""
    logs.REQUEST.set(number or ids.new_number())
    structlog.contextvars.bind_contextvars(event_name=name)
    metrics.EVENTS.inc()


def resume_event(number: str) -> None:
    """What goes on in a task of its own belongs to the event with this number, unless it is known to belong to another."""
    if not current():
        logs.REQUEST.set(number)
