"""ASGI middleware that serves pages, build files and sitemaps, and passes other requests to the inner app."""

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.http import cookies
from marketplace.http.clean_query import WHOLE_QUERY
from marketplace.http.client_address import client_address
from marketplace.http.query_limit import QueryLimit
from marketplace.http.security_headers import PART_POLICY
from marketplace.settings import get_settings
from marketplace.ssr import pages, pwa, responses, sitemaps, urls
from marketplace.ssr.compiled_templates import CompiledTemplate, CompiledTemplates
from marketplace.ssr.files import BuildFiles
from marketplace.ssr.render import render
from marketplace.ssr.subrequest import subrequest
from marketplace.web.base.page_url import PageUrl
from marketplace.web.page_registry import Page

_IMMUTABLE = "public, max-age=31536000, immutable"
_ONE_DAY = "public, max-age=86400"
# These files name the current version of the app, so caches must revalidate them.
_UNCACHED = (".webmanifest", ".json", "sw.js")
# Path prefixes of Reflex's backend.
_BACKEND_PREFIXES = ("/_event", "/_upload", "/_health", "/_all_routes", "/ping", "/auth-codespace")


def make_ssr(inner: ASGIApp, static_dir: Path) -> ASGIApp:
    """Wrap the app, which knows the site's URLs, with server-rendered pages from the folder of the compiled front end."""
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
        if response is None and self.templates.find("/") is None:
            await self.inner(scope, receive, _with_cache_control(scope["path"], send))
            return
        response = response or redirect_to_canonical(scope) or await self._render_page(request)
        await response(scope, receive, send)

    async def _render_page(self, request: Request) -> Response:
        path = request.scope["path"]
        page = pages.find(path)
        if page is None:
            response = await subrequest(self.inner, request.scope)
            if not response.is_page:
                return response.as_response()
            page = pages.get(pages.NOT_FOUND)
        template = self.templates.find(page.route)
        if template is None:
            return (await subrequest(self.inner, request.scope)).as_response()
        return await run_in_threadpool(self._respond, request, page, template)

    def _respond(self, request: Request, page: Page, template: CompiledTemplate) -> Response:
        raw_path = request.scope.get("raw_path") or urls.quote_path(request.scope["path"]).encode()
        url = PageUrl(raw_path.decode("latin-1").partition("?")[0], request.scope["query_string"].decode("latin-1"))
        loaded = pages.load(page, url, _caller(request))
        try:
            rendered = render(loaded, template)
        except Exception as error:
            # The page shows the error, and the app can load the data itself.
            loaded = pages.fail(page, url, error)
            rendered = render(loaded, template)
        return responses.page(request, rendered, loaded.status, is_private=loaded.is_private)


def redirect_to_canonical(scope: Scope) -> Response | None:
    """Return a redirect to the canonical URL of a page; None if the request already uses it, or asks for no page.

    Its path is put together from that of the page and from ids, so that it can't lead to another site.
    """
    path = pages.find_canonical(scope["path"]) if scope["method"] in ("GET", "HEAD") else None
    if path is None or path == scope["path"]:
        return None
    query = scope.get(WHOLE_QUERY, scope["query_string"]).decode("latin-1")
    return responses.redirect(path + (f"?{query}" if query else ""))


def _caller(request: Request) -> pages.Caller:
    values = cookies.parse(request.headers.getlist("cookie"))
    token = values.get(cookies.session_name(), "")
    peer = request.client.host if request.client else ""
    hops = get_settings().trusted_proxy_hops
    address = client_address(peer, request.headers.getlist("x-forwarded-for"), hops)
    return pages.Caller(token, address, request.headers.get("user-agent", "")[:300], cookies.city(values))


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
