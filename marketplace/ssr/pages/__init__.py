"""Routing table of the server-rendered pages."""

import re
from collections.abc import Callable
from dataclasses import replace

from sqlmodel import Session

from marketplace.core.errors import Gone, NotFound
from marketplace.db.database import read_only
from marketplace.domain import content
from marketplace.http import request_context
from marketplace.ssr.compiled_templates import CompiledTemplate
from marketplace.ssr.document import Document, PageRequest
from marketplace.ssr.pages import ad, categories, home, listings, sellers, static

PageFunction = Callable[[Session, PageRequest], Document]

_ROUTES: tuple[tuple[re.Pattern[str], PageFunction], ...] = (
    (re.compile(r"/"), home.show),
    (re.compile(r"/categories"), categories.show),
    (re.compile(r"/category/(?P<category_id>[^/]+)"), listings.show_category),
    (re.compile(r"/products/(?P<kind>sell|rent|lease)"), listings.show_type),
    (re.compile(r"/products/featured"), listings.show_featured),
    (re.compile(r"/products/search"), listings.show_search),
    (re.compile(r"/products/(?P<ad_id>[^/]+)"), ad.show),
    (re.compile(r"/sellers/(?P<seller_id>[^/]+)"), sellers.show),
)


def _match(page_request: PageRequest) -> tuple[PageFunction, dict[str, str]] | None:
    for pattern, show in _ROUTES:
        if match := pattern.fullmatch(page_request.path):
            return show, match.groupdict()
    slug = page_request.path.removeprefix("/")
    return (static.show, {"slug": slug}) if "/" not in slug and content.find_page(slug) else None


def has(path: str) -> bool:
    """Return whether the path has a server-rendered page."""
    return _match(PageRequest(path)) is not None


def find(page_request: PageRequest) -> Document | None:
    """Return the page of a URL, which may be a 404 or 410 page; None if the URL has no server-rendered page."""
    matched = _match(page_request)
    if matched is None:
        return None
    show, values = matched
    try:
        with read_only() as db:
            return show(db, page_request.with_values(values))
    except Gone as error:
        return static.unavailable(410, error.message)
    except NotFound as error:
        return static.unavailable(404, error.message)


def broken(path: str, template: CompiledTemplate, *, status: int) -> Document:
    """Return an error page with the request id, shown until the app takes over."""
    values = {"number": request_context.request_id(), "path": path}
    return replace(plain(path, template, status=status), template="broken.html", values=values)


def plain(path: str, template: CompiledTemplate, *, status: int = 200) -> Document:
    """Return an app page without server-rendered content: compiled metadata and canonical URL."""
    return Document(
        title=template.title,
        description=template.description,
        path=path,
        status=status,
        indexed=template.indexed and status == 200,
    )
