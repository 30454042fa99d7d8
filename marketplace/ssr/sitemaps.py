"""/robots.txt and /sitemap.xml, the index of the sitemaps of pages, categories and live ads (sitemaps.org)."""

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from marketplace.db import replicas
from marketplace.domain import catalog
from marketplace.domain.ads import sitemap_queries
from marketplace.ssr import responses, urls
from marketplace.web import paths
from marketplace.web.page_registry import list_pages

# Maximum number of URLs in a sitemap (sitemaps.org).
PART_SIZE = 50_000

_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ADS_PATH = re.compile(r"/sitemaps/ads-([1-9][0-9]{0,8})\.xml")
_HEADERS = {"cache-control": "public, max-age=600"}


async def respond(request: Request, path: str) -> Response | None:
    """Return the response if the path is served here, else None."""
    if path == "/robots.txt":
        return responses.text(request, robots(), "text/plain", headers=_HEADERS)
    if path == "/sitemap.xml":
        return _xml(request, await run_in_threadpool(_index))
    if path == "/sitemaps/pages.xml":
        return _xml(request, await run_in_threadpool(_pages))
    if path == "/sitemaps/categories.xml":
        return _xml(request, await run_in_threadpool(_categories))
    if part := _ADS_PATH.fullmatch(path):
        return await _ads(request, int(part[1]))
    return None


def robots() -> str:
    """Return robots.txt: all but the API and Reflex's endpoints; account pages have a noindex tag."""
    lines = ("User-agent: *", "Allow: /", "Disallow: /api/", "Disallow: /_event", "Disallow: /_upload", "")
    return "\n".join((*lines, f"Sitemap: {urls.absolute('/sitemap.xml')}", ""))


def _index() -> str:
    parts = replicas.read(lambda db: sitemap_queries.count_parts(db, PART_SIZE), is_public=True)
    names = ["pages", "categories", *(f"ads-{part}" for part in range(1, parts + 1))]
    entries = "".join(f"<sitemap><loc>{_escaped_url(f'/sitemaps/{name}.xml')}</loc></sitemap>\n" for name in names)
    return f"{_XML_DECLARATION}<sitemapindex {_NAMESPACE}>\n{entries}</sitemapindex>\n"


def _pages() -> str:
    # Without pages of single objects, and without search results.
    listed = [page.route for page in list_pages() if page.indexed and "[" not in page.route]
    return _urlset([route for route in listed if route != paths.SEARCH])


def _categories() -> str:
    categories = replicas.read(catalog.list_categories, is_public=True)
    return _urlset([paths.category(category.id) for category in categories])


def _urlset(paths: list[str]) -> str:
    entries = "".join(f"<url><loc>{_escaped_url(path)}</loc></url>\n" for path in paths)
    return f"{_XML_DECLARATION}<urlset {_NAMESPACE}>\n{entries}</urlset>\n"


def _escaped_url(path: str) -> str:
    return escape(urls.absolute(path))


async def _ads(request: Request, part: int) -> Response | None:
    chunks = _ad_chunks(part)
    first_chunk = await run_in_threadpool(next, chunks, "")
    if not first_chunk:
        return None
    headers = {**_HEADERS, "vary": "Accept-Encoding"}

    def all_chunks() -> Iterator[str]:
        yield first_chunk
        yield from chunks

    if request.method == "HEAD":
        return Response(media_type="application/xml", headers=headers)
    if responses.accepts_gzip(request):
        compressed = responses.gzip_stream(all_chunks())
        return StreamingResponse(
            compressed, media_type="application/xml", headers={**headers, "content-encoding": "gzip"}
        )
    return StreamingResponse(all_chunks(), media_type="application/xml", headers=headers)


def _ad_chunks(part: int) -> Iterator[str]:
    """Yield the XML of an ad sitemap in chunks; nothing if the part has no ads."""
    started = False
    for rows in sitemap_queries.read_part(part, PART_SIZE):
        opening = "" if started else f"{_XML_DECLARATION}<urlset {_NAMESPACE}>\n"
        started = True
        yield opening + "".join(
            f"<url><loc>{_escaped_url(paths.ad(ad_id))}</loc><lastmod>{changed:%Y-%m-%dT%H:%M:%SZ}</lastmod></url>\n"
            for ad_id, changed in rows
        )
    if started:
        yield "</urlset>\n"


def _xml(request: Request, body: str) -> Response:
    return responses.text(request, body, "application/xml", headers=_HEADERS)
