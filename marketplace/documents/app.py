"""The door itself: which answers are made here, and which are left to the app inside."""

from pathlib import Path

import structlog
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace import titles
from marketplace.documents import addresses, answers, install, pages, sitemaps
from marketplace.documents.document import Asked, Document
from marketplace.documents.files import Files
from marketplace.documents.inner import ask
from marketplace.documents.pages import words
from marketplace.documents.render import Rendered, render
from marketplace.documents.shell import Shell, Shells
from marketplace.errors import Unavailable
from marketplace.security import PART_POLICY

log = structlog.get_logger()

_FOREVER = "public, max-age=31536000, immutable"
_A_DAY = "public, max-age=86400"
# These files say which version of the app is current, so a copy is never used unasked.
_UNCACHED = (".webmanifest", ".json", "sw.js")
# Addresses of Reflex's own server side.
_BACKEND = ("/_event", "/_upload", "/_health", "/_all_routes", "/ping", "/auth-codespace")


def make_documents(inner: ASGIApp, static_dir: Path) -> ASGIApp:
    """Wrap the app so that its pages carry what their addresses name.

    Args:
        inner: answers everything that is not a page, and knows which addresses the app has.
        static_dir: the compiled front end, as Reflex builds it.
    """
    return Documents(inner, Shells(static_dir), Files(static_dir))


class Documents:
    """ASGI app around the pages."""

    def __init__(self, inner: ASGIApp, shells: Shells, files: Files):
        self.inner = inner
        self.shells = shells
        self.files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for a page; hand on everything else untouched."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or scope["path"].startswith(_BACKEND):
            await self.inner(scope, receive, send)
            return
        request = Request(scope)
        response = install.find(request, scope["path"]) or await sitemaps.find(request, scope["path"])
        if response is None and (file := self.shells.find_file(scope["path"])):
            answer = self.files.answer(request, file) or self.inner
            await answer(scope, receive, _cached(scope["path"], send))
            return
        if response is None and self.shells.fallback() is None:
            await self.inner(scope, receive, _cached(scope["path"], send))
            return
        response = response or self._moved(request) or await self._page(request)
        await response(scope, receive, send)

    def _moved(self, request: Request) -> Response | None:
        """Pages have one address each: without a trailing slash, and an ad's in the plural."""
        asked = request.scope["path"]
        path = addresses.one_form(asked)
        parts = path.split("/")[1:]
        if len(parts) == 2 and parts[0] == "product" and self.shells.find(path) is None:
            path = addresses.ad(parts[1])
        if path == asked:
            return None
        query = request.scope["query_string"].decode("latin-1")
        return answers.redirect(addresses.quoted(path) + (f"?{query}" if query else ""))

    async def _page(self, request: Request) -> Response:
        path = request.scope["path"]
        shell = self.shells.find(path)
        known = shell is not None
        if not known and not pages.has(path):
            answer = await ask(self.inner, request.scope)
            if not answer.is_page:
                return answer.as_response()
            known = answer.status == 200 and not path.endswith(".html")
        shell = shell or self.shells.fallback()
        if shell is None:
            return (await ask(self.inner, request.scope)).as_response()
        asked = Asked(
            path, query=dict(request.query_params), title=titles.bare(shell.title), description=shell.description
        )
        document, rendered = await run_in_threadpool(self._make, asked, shell, known)
        return answers.page(request, rendered, document.status)

    def _make(self, asked: Asked, shell: Shell, known: bool) -> tuple[Document, Rendered]:
        frame = self.shells.frame()
        try:
            document = pages.find(asked) or (pages.plain(asked.path, shell) if known else words.nowhere())
            return document, render(document, shell, frame)
        except Exception as error:
            # The app itself can still tell the reader what is wrong, so it is served, with a true status.
            away = isinstance(error, Unavailable)
            if not away:
                log.exception("document_failed", path=asked.path)
            document = pages.broken(asked.path, shell, status=503 if away else 500)
            return document, render(document, shell, frame)


def _cached(path: str, send: Send) -> Send:
    """Adds how long a file of the build may be kept: forever where its name holds a digest of it.

    Such a file is part of a page and obeys the page's policy; its own lets it do nothing where it is opened alone, in
    a tenth of the bytes, which every page needs a dozen times.
    """
    hashed = path.startswith("/assets/")
    keep = _FOREVER if hashed else _A_DAY

    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] in (200, 206, 304):
            uncached = path.endswith(_UNCACHED)
            headers = MutableHeaders(scope=message)
            headers["cache-control"] = "no-cache" if uncached else keep
            if hashed:
                headers["content-security-policy"] = PART_POLICY
                # Nobody asks again for what never changes.
                del headers["last-modified"]
        await send(message)

    return marked
