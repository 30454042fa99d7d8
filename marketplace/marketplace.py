"""The composition root: assembles the Reflex app, its middleware, its background tasks and its pages."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import copy_context
from threading import Thread

import reflex as rx
from reflex.utils.exec import is_prod_mode
from reflex.utils.prerequisites import get_web_dir
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from marketplace.api.app import make_api
from marketplace.api.responses import failure
from marketplace.cache import ResponseCache
from marketplace.core import garbage_collection
from marketplace.core.errors import NotFound
from marketplace.db.generation import get_generation_reader
from marketplace.http.clean_query import CleanQuery
from marketplace.http.graceful_shutdown import RequestTracker, shutdown_within_deadline
from marketplace.http.media import make_media_app
from marketplace.http.path_check import PathCheck
from marketplace.http.ranges import Ranges
from marketplace.http.request_bodies import RequestBodies
from marketplace.http.request_context import ErrorResponses, RequestContext
from marketplace.http.security_headers import SecurityHeaders
from marketplace.http.sockets import SocketLimits
from marketplace.integrations.geocode import get_gazetteer
from marketplace.integrations.pubsub import get_pubsub
from marketplace.jobs.background import running
from marketplace.jobs.indexer import Indexer
from marketplace.jobs.job_worker import JobWorker
from marketplace.jobs.mail_worker import mail_workers
from marketplace.observability import logs, metrics
from marketplace.settings import get_settings
from marketplace.ssr import make_ssr, redirect_to_canonical
from marketplace.ssr.pages import NOT_FOUND, compile_public_pages
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.errors import handle_exception
from marketplace.web.layouts.error_boundary import error_boundary
from marketplace.web.live import LiveState, serve_live
from marketplace.web.page_registry import list_pages
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.reflex_ext.anonymous_state import AnonymousStates
from marketplace.web.reflex_ext.cors import disable_cors, restrict_websocket
from marketplace.web.reflex_ext.current_event import RecordEvent
from marketplace.web.reflex_ext.event_gate import EventGate
from marketplace.web.reflex_ext.event_order import PageLoadFirst
from marketplace.web.reflex_ext.forget_errors import ForgetErrors
from marketplace.web.reflex_ext.frontend_errors import CutReports, log_frontend_error, turn_patterns_off
from marketplace.web.reflex_ext.handlers import max_packet_bytes
from marketplace.web.reflex_ext.state_ownership import CheckOwner, OwnStateOnly
from marketplace.web.reflex_ext.text_limits import LimitTexts
from marketplace.web.widgets.submit_guard import DropRepeated
from marketplace.web.widgets.toasts import toaster

_SERVER_CHECK_S = 2.0

logs.configure(get_settings().log_level)


class Transports:
    """Dispatches requests to the API, the media files or the pages."""

    def __init__(self, pages: ASGIApp):
        self.pages = make_ssr(pages, get_web_dir() / rx.constants.Dirs.STATIC)
        self.api = make_api()
        self.media = make_media_app()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Dispatch by the first segment of the path. Websockets and the lifespan go to the pages."""
        path = scope.get("path", "") if scope["type"] == "http" else ""
        if path == "/metrics" and get_settings().metrics_port == get_settings().port:
            await serve_metrics(scope, receive, send)
        elif path == "/api" or path.startswith("/api/"):
            await self.api(scope, receive, send)
        elif path.startswith("/media/"):
            await self.media({**scope, "root_path": scope.get("root_path", "") + "/media"}, receive, send)
        else:
            await self.pages(scope, receive, send)


async def serve_metrics(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond with the Prometheus metrics, if the settings put them on the public port."""
    body = await run_in_threadpool(metrics.render)
    await Response(body, media_type=metrics.CONTENT_TYPE)(scope, receive, send)


def compose(pages: ASGIApp) -> ASGIApp:
    """Wrap Reflex's ASGI app with the other transports. Reflex adds its middleware around the result."""
    return ErrorResponses(Transports(pages))


def refuse_path(scope: Scope, error: NotFound) -> Response:
    """Return the response to a path that no transport can have: a redirect if it is a page's with a line break behind."""
    if scope["path"].startswith("/api/"):
        return failure(error)
    return redirect_to_canonical(scope) or PlainTextResponse(error.message, error.status)


class Site(rx.App):
    """The Reflex app, with our outer middleware around Reflex's."""

    def __call__(self) -> ASGIApp:
        """Return the ASGI app that the server runs."""
        settings = get_settings()
        max_bytes = settings.response_cache_mb * 1024 * 1024
        # Inside of RequestContext, so that cached responses also get a request id and are counted.
        cached = ResponseCache(
            super().__call__(),
            get_generation_reader(),
            max_bytes=max_bytes,
            max_age_s=settings.response_cache_s,
            shared_max_age_s=settings.shared_cache_s,
        )
        # Outside of the cache, which a request with a range bypasses.
        checked = CleanQuery(PathCheck(Ranges(SocketLimits(cached, max_packet_bytes())), refuse_path))
        # RequestTracker must be outermost to see the lifespan shutdown, which Reflex does not pass on.
        return RequestTracker(RequestBodies(SecurityHeaders(RequestContext(checked))))


@asynccontextmanager
async def work_in_background() -> AsyncIterator[None]:
    """Run the background threads in this process, unless JOBS_IN_APP is false."""
    # Loading the gazetteer and compiling the pages take seconds, so do it before the first request needs them.
    Thread(target=lambda: get_gazetteer().home_towns, daemon=True).start()
    # With this context, in which Reflex registers the States.
    Thread(target=copy_context().run, args=(compile_public_pages,), daemon=True).start()
    threads = (*mail_workers(), JobWorker(), Indexer()) if get_settings().jobs_in_app else ()
    with shutdown_within_deadline(threads), running(*threads):
        yield


@asynccontextmanager
async def manage_garbage_collection() -> AsyncIterator[None]:
    """Freeze the objects loaded at startup, and run full garbage collections while idle."""
    garbage_collection.freeze_startup_objects()
    collecting = asyncio.create_task(garbage_collection.collect_when_idle())
    try:
        yield
    finally:
        collecting.cancel()


@asynccontextmanager
async def follow_cache_generation() -> AsyncIterator[None]:
    """Pass events of all workers to the generation reader, to invalidate cached responses at once."""
    unsubscribe = get_pubsub().subscribe(get_generation_reader().on_event)
    try:
        yield
    finally:
        unsubscribe()


@asynccontextmanager
async def exit_with_server() -> AsyncIterator[None]:
    """Stop this worker if the server process that started it was killed; otherwise it would keep the port in use."""
    watching = asyncio.create_task(_watch(os.getppid()))
    try:
        yield
    finally:
        watching.cancel()


async def _watch(server: int) -> None:
    # There is no portable notification of the parent's death, so poll.
    while os.getppid() == server:  # noqa: ASYNC110
        await asyncio.sleep(_SERVER_CHECK_S)
    os.kill(os.getpid(), signal.SIGTERM)


disable_cors()
app = Site(
    api_transformer=[compose],
    backend_exception_handler=handle_exception,
    frontend_exception_handler=log_frontend_error,
    toaster=toaster(),
    # Without Reflex's own overlay: a banner (`widgets/connection.py`) tells of a lost connection.
    app_wraps={(55, "ErrorBoundary"): error_boundary},
    html_lang="en",
    stylesheets=["theme.css", "parts.css"],
    head_components=[
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href="/apple-touch-icon.png"),
        rx.el.link(rel="manifest", href="/manifest.webmanifest"),
        rx.el.meta(name="theme-color", content="#ffffff", custom_attrs={"media": "(prefers-color-scheme: light)"}),
        rx.el.meta(name="theme-color", content="#121715", custom_attrs={"media": "(prefers-color-scheme: dark)"}),
    ],
)
app.add_middleware(RecordEvent())
app.add_middleware(CheckOwner())
app.add_middleware(ForgetErrors())
# Before texts are measured, as a report of an error is cut instead of refused.
app.add_middleware(CutReports())
app.add_middleware(LimitTexts())
app.add_middleware(DropRepeated())
turn_patterns_off()
EventGate(app).install()
PageLoadFirst(app).install()
OwnStateOnly(app).install()
anonymous_states = AnonymousStates(app)
anonymous_states.install()
app.register_lifespan_task(anonymous_states.serve)
app.register_lifespan_task(work_in_background)
app.register_lifespan_task(serve_live, app=app, listeners=(SessionState, MessagesState))
app.register_lifespan_task(follow_cache_generation)
app.register_lifespan_task(manage_garbage_collection)
app.register_lifespan_task(exit_with_server)
restrict_websocket(app)

# Production always has all pages.
for page in list_pages("" if is_prod_mode() else get_settings().dev_page):
    app.add_page(
        page.component,
        route=page.route,
        title=page.title_var(),
        # The server describes each page by its data (`ssr/heads.py`); React would add this one beside it. Without one on the page
        # of unknown URLs, Reflex would add its own.
        description=page.description if page.route == NOT_FOUND else None,
        # Listening begins before anything is read: what comes in between is told, not left to the next poll.
        on_load=[LiveState.subscribe, SessionState.load, *(state.open for state in page.states)],
        meta=[] if page.indexed else [{"name": "robots", "content": "noindex"}],
    )
