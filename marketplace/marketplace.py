"""The composition root: the Reflex app, its pages, and what stands beside them. No rule lives here."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Thread

import reflex as rx
from reflex.utils.exec import is_prod_mode
from reflex.utils.prerequisites import get_web_dir
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from marketplace import logs, memory, metrics
from marketplace.api.app import make_api
from marketplace.api.preflights import Preflights
from marketplace.background import running
from marketplace.caretaker import Caretaker
from marketplace.courier import couriers
from marketplace.documents import make_documents
from marketplace.editions import get_editions
from marketplace.ending import Begun, ended_in_time
from marketplace.integrations.geocode import get_gazetteer
from marketplace.integrations.pubsub import get_pubsub
from marketplace.lingering import Lingering
from marketplace.media_app import make_media_app
from marketplace.ready import Ready
from marketplace.requests import Apologies, Requests
from marketplace.security import SecurityHeaders
from marketplace.settings import get_settings
from marketplace.web.failures import tell
from marketplace.web.layouts.broken import error_boundary
from marketplace.web.live import LiveState, serve_live
from marketplace.web.meant import NoteEvent
from marketplace.web.order import PageFirst
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.session import OnlyTheirOwn, SessionState
from marketplace.web.site import list_pages
from marketplace.web.toasts import toaster

_LOOK_FOR_SERVER_S = 2.0

logs.configure(get_settings().log_level)


class Doors:
    """Sends each request to the door it knocks at: the API, the stored media, or the pages."""

    def __init__(self, pages: ASGIApp):
        self.pages = make_documents(pages, get_web_dir() / rx.constants.Dirs.STATIC)
        self.api = make_api()
        self.media = make_media_app()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Dispatch by the first part of the path; websockets and the lifespan belong to the pages."""
        path = scope.get("path", "") if scope["type"] == "http" else ""
        if path == "/metrics" and get_settings().metrics_port == get_settings().port:
            await tell_metrics(scope, receive, send)
        elif path == "/api" or path.startswith("/api/"):
            await self.api(scope, receive, send)
        elif path.startswith("/media/"):
            await self.media({**scope, "root_path": scope.get("root_path", "") + "/media"}, receive, send)
        else:
            await self.pages(scope, receive, send)


async def tell_metrics(scope: Scope, receive: Receive, send: Send) -> None:
    """What Prometheus reads, where the settings put it on the public port."""
    body = await run_in_threadpool(metrics.render)
    await Response(body, media_type=metrics.CONTENT_TYPE)(scope, receive, send)


def compose(pages: ASGIApp) -> ASGIApp:
    """The doors around Reflex's own app, which puts its layers around them."""
    return Apologies(SecurityHeaders(Doors(pages)))


class Site(rx.App):
    """The app, with what is answered from memory around all of its layers."""

    def __call__(self) -> ASGIApp:
        """What the server runs."""
        settings = get_settings()
        most = settings.ready_answers_mb * 1024 * 1024
        made = Preflights(super().__call__(), settings.url)
        # What is sent from the shelf is numbered and counted like any other answer.
        ready = Ready(made, get_editions(), most_bytes=most, max_age_s=settings.ready_answers_s)
        # Outermost, for it must see the end: Reflex tells it to nothing that is inside of its app.
        return Begun(Lingering(Requests(ready)))


@asynccontextmanager
async def work_in_background() -> AsyncIterator[None]:
    """Mail goes out and jobs are done while the process serves, unless they are set apart."""
    # The offline places take a second to read; nobody should wait for them.
    Thread(target=lambda: get_gazetteer().home_towns, daemon=True).start()
    threads = (*couriers(), Caretaker()) if get_settings().jobs_in_app else ()
    with ended_in_time(threads), running(*threads):
        yield


@asynccontextmanager
async def settle_down() -> AsyncIterator[None]:
    """Once all is loaded, memory is looked through in quiet moments only."""
    memory.settle()
    tidying = asyncio.create_task(memory.tidy())
    try:
        yield
    finally:
        tidying.cancel()


@asynccontextmanager
async def hear_of_editions() -> AsyncIterator[None]:
    """What any worker publishes is known here at once."""
    end = get_pubsub().subscribe(get_editions().hear)
    try:
        yield
    finally:
        end()


@asynccontextmanager
async def end_with_the_server() -> AsyncIterator[None]:
    """A worker whose server was killed stops by itself; else it would hold the port, and nobody would look after it."""
    watching = asyncio.create_task(_watch(os.getppid()))
    try:
        yield
    finally:
        watching.cancel()


async def _watch(server: int) -> None:
    # Nothing tells a process of its parent's death on every system; so it looks.
    while os.getppid() == server:  # noqa: ASYNC110
        await asyncio.sleep(_LOOK_FOR_SERVER_S)
    os.kill(os.getpid(), signal.SIGTERM)


app = Site(
    api_transformer=[compose],
    backend_exception_handler=tell,
    toaster=toaster(),
    # Without Reflex's own overlay: the toaster tells of a lost connection.
    app_wraps={(55, "ErrorBoundary"): error_boundary},
    html_lang="en",
    stylesheets=["theme.css"],
    head_components=[
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href="/apple-touch-icon.png"),
        rx.el.link(rel="manifest", href="/manifest.webmanifest"),
        rx.el.meta(name="theme-color", content="#ffffff", custom_attrs={"media": "(prefers-color-scheme: light)"}),
        rx.el.meta(name="theme-color", content="#121715", custom_attrs={"media": "(prefers-color-scheme: dark)"}),
    ],
)
app.add_middleware(NoteEvent())
app.add_middleware(OnlyTheirOwn())
PageFirst(app).install()
app.register_lifespan_task(work_in_background)
app.register_lifespan_task(serve_live, app=app, hearers=(SessionState, MessagesState))
app.register_lifespan_task(hear_of_editions)
app.register_lifespan_task(settle_down)
app.register_lifespan_task(end_with_the_server)
# The websocket takes the page's own origin only, whatever name or port that has.
if app.sio is not None:
    app.sio.eio.cors_allowed_origins = None

for page in list_pages():
    if page.development and is_prod_mode():
        continue
    app.add_page(
        page.component,
        route=page.route,
        title=f"{page.title} | {get_settings().site_name}",
        description=page.description,
        # Listening begins before anything is read: what comes in between is told, not left to the next poll.
        on_load=[LiveState.follow, SessionState.load, *page.on_load],
        meta=[] if page.indexed else [{"name": "robots", "content": "noindex"}],
    )
