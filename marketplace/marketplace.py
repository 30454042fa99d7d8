"""The composition root: the Reflex app, its pages, and what stands beside them. No rule lives here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import reflex as rx
from reflex.utils.exec import is_prod_mode
from reflex.utils.prerequisites import get_web_dir
from starlette.types import ASGIApp, Receive, Scope, Send

from marketplace import logs
from marketplace.api.app import make_api
from marketplace.background import running
from marketplace.caretaker import Caretaker
from marketplace.courier import Courier
from marketplace.documents import make_documents
from marketplace.media_app import make_media_app
from marketplace.security import SecurityHeaders
from marketplace.settings import get_settings
from marketplace.web.failures import tell
from marketplace.web.layouts.broken import error_boundary
from marketplace.web.live import LiveState, serve_live
from marketplace.web.meant import NoteEvent
from marketplace.web.session import OnlyTheirOwn, SessionState
from marketplace.web.site import list_pages
from marketplace.web.toasts import toaster

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
        if path == "/api" or path.startswith("/api/"):
            await self.api(scope, receive, send)
        elif path.startswith("/media/"):
            await self.media({**scope, "root_path": scope.get("root_path", "") + "/media"}, receive, send)
        else:
            await self.pages(scope, receive, send)


def compose(pages: ASGIApp) -> ASGIApp:
    """The whole site around Reflex's own app."""
    return SecurityHeaders(Doors(pages))


@asynccontextmanager
async def work_in_background() -> AsyncIterator[None]:
    """Mail goes out and jobs are done while the process serves, unless they are set apart."""
    with running(*([Courier(), Caretaker()] if get_settings().jobs_in_app else [])):
        yield


app = rx.App(
    api_transformer=[compose],
    backend_exception_handler=tell,
    toaster=toaster(),
    # Without Reflex's own overlay: the toaster tells of a lost connection.
    app_wraps={(55, "ErrorBoundary"): error_boundary},
    html_lang="en",
    stylesheets=["theme.css"],
    head_components=[
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
    ],
)
app.add_middleware(NoteEvent())
app.add_middleware(OnlyTheirOwn())
app.register_lifespan_task(work_in_background)
app.register_lifespan_task(serve_live, app=app)
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
        on_load=[SessionState.load, LiveState.follow, *page.on_load],
        meta=[] if page.indexed else [{"name": "robots", "content": "noindex"}],
    )
