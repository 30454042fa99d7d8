"""ASGI middleware that serves pages, build files and sitemaps, and passes other requests to the inner app."""

from pathlib import Path

import structlog
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.core.errors import Unavailable
from marketplace.domain import page_titles
from marketplace.http.query_limit import QueryLimit
from marketplace.http.security_headers import PART_POLICY
from marketplace.ssr import pages, pwa, responses, sitemaps, urls
from marketplace.ssr.compiled_templates import CompiledTemplate, CompiledTemplates
from marketplace.ssr.document import Document, PageRequest
from marketplace.ssr.files import BuildFiles
from marketplace.ssr.pages import static
from marketplace.ssr.render import Rendered, render
from marketplace.ssr.subrequest import subrequest

log = structlog.get_logger()

_IMMUTABLE = "public, max-age=31536000, immutable"
_ONE_DAY = "public, max-age=86400"
# These files name the current version of the app, so caches must revalidate them.
_UNCACHED = (".webmanifest", ".json", "sw.js")
# Path prefixes of Reflex's backend.
_BACKEND_PREFIXES = ("/_event", "/_upload", "/_health", "/_all_routes", "/ping", "/auth-codespace")


def make_ssr(inner: ASGIApp, static_dir: Path) -> ASGIApp:
    """Wrap the app with server-rendered pages.

    Args:
        inner: app that serves all other requests and knows which URLs the app has.
        static_dir: folder of the compiled front end.
    """
    app = PageMiddleware(inner, CompiledTemplates(static_dir), BuildFiles(static_dir))
    return QueryLimit(app, refuse=lambda error: PlainTextResponse(error.message, 400))


class PageMiddleware:
    """ASGI middleware around the Reflex app."""

    def __init__(self, inner: ASGIApp, templates: CompiledTemplates, files: BuildFiles):
        self.inner = inner
        self.templates = templates
        self.files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page or a build file; pass everything else through."""
        if (
            scope["type"] != "http"
            or scope["method"] not in ("GET", "HEAD")
            or scope["path"].startswith(_BACKEND_PREFIXES)
        ):
            await self.inner(scope, receive, send)
            return
        request = Request(scope)
        response = pwa.respond(request, scope["path"]) or await sitemaps.respond(request, scope["path"])
        if response is None and (file := self.templates.find_file(scope["path"])):
            file_app = self.files.respond(request, file) or self.inner
            await file_app(scope, receive, _with_cache_control(scope["path"], send))
            return
        if response is None and self.templates.fallback() is None:
            await self.inner(scope, receive, _with_cache_control(scope["path"], send))
            return
        response = response or self._redirect_to_canonical(request) or await self._render_page(request)
        await response(scope, receive, send)

    def _redirect_to_canonical(self, request: Request) -> Response | None:
        """Return a redirect to the canonical URL; None if the request already uses it."""
        requested_path = request.scope["path"]
        path = urls.canonical_path(requested_path)
        parts = path.split("/")[1:]
        if len(parts) == 2 and parts[0] == "product" and self.templates.find(path) is None:
            path = urls.ad(parts[1])
        if path == requested_path:
            return None
        query = request.scope["query_string"].decode("latin-1")
        return responses.redirect(urls.quote_path(path) + (f"?{query}" if query else ""))

    async def _render_page(self, request: Request) -> Response:
        path = request.scope["path"]
        template = self.templates.find(path)
        is_known = template is not None
        if not is_known and not pages.has(path):
            response = await subrequest(self.inner, request.scope)
            if not response.is_page:
                return response.as_response()
            is_known = response.status == 200 and not path.endswith(".html")
        template = template or self.templates.fallback()
        if template is None:
            return (await subrequest(self.inner, request.scope)).as_response()
        page_request = PageRequest(
            path,
            query=dict(request.query_params),
            title=page_titles.bare(template.title),
            description=template.description,
        )
        document, rendered = await run_in_threadpool(self._render, page_request, template, is_known)
        return responses.page(request, rendered, document.status)

    def _render(
        self, page_request: PageRequest, template: CompiledTemplate, is_known: bool
    ) -> tuple[Document, Rendered]:
        layout = self.templates.layout()
        try:
            document = pages.find(page_request) or (
                pages.plain(page_request.path, template) if is_known else static.not_found()
            )
            return document, render(document, template, layout)
        except Exception as error:
            # Serve the app anyway, with the error status: it can show the error itself.
            is_unavailable = isinstance(error, Unavailable)
            if not is_unavailable:
                log.exception("document_failed", path=page_request.path)
            document = pages.broken(page_request.path, template, status=503 if is_unavailable else 500)
            return document, render(document, template, layout)


def _with_cache_control(path: str, send: Send) -> Send:
    """Wrap `send` to add Cache-Control to build files: immutable if the file name contains a content hash.

    Hashed files get a short content security policy that applies when they are opened on their own; as part of a page
    they obey the policy of the page.
    """
    hashed = path.startswith("/assets/")
    cache_control = _IMMUTABLE if hashed else _ONE_DAY

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] in (200, 206, 304):
            is_uncached = path.endswith(_UNCACHED)
            headers = MutableHeaders(scope=message)
            headers["cache-control"] = "no-cache" if is_uncached else cache_control
            if hashed:
                headers["content-security-policy"] = PART_POLICY
                # Immutable files are never revalidated.
                del headers["last-modified"]
        await send(message)

    return send_with_headers
