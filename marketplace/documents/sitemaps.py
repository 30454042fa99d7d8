"""/robots.txt, and /sitemap.xml: an index over the sitemaps of pages, categories and live ads (sitemaps.org)."""

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from marketplace.database import reading
from marketplace.documents import addresses, answers, queries
from marketplace.domain import catalog, content

# The protocol allows 50,000 addresses in a sitemap.
PART_SIZE = 50_000

_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_START = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ADS = re.compile(r"/sitemaps/ads-([1-9][0-9]{0,8})\.xml")
_HEADERS = {"cache-control": "public, max-age=600"}
_FIXED = ("/", "/categories", *(addresses.listing(kind) for kind in ("sell", "rent", "lease", "featured")))


async def find(request: Request, path: str) -> Response | None:
    """The answer to one of this module's addresses; None for any other."""
    if path == "/robots.txt":
        return answers.text(request, robots(), "text/plain", headers=_HEADERS)
    if path == "/sitemap.xml":
        return _xml(request, await run_in_threadpool(_index))
    if path == "/sitemaps/pages.xml":
        return _xml(request, await run_in_threadpool(_pages))
    if path == "/sitemaps/categories.xml":
        return _xml(request, await run_in_threadpool(_categories))
    if part := _ADS.fullmatch(path):
        return await _ads(request, int(part[1]))
    return None


def robots() -> str:
    """Everything may be crawled but the API and the app's own plumbing; account pages say noindex themselves."""
    lines = ("User-agent: *", "Allow: /", "Disallow: /api/", "Disallow: /_event", "Disallow: /_upload", "")
    return "\n".join((*lines, f"Sitemap: {addresses.absolute('/sitemap.xml')}", ""))


def _index() -> str:
    with reading() as db:
        parts = queries.count_parts(db, PART_SIZE)
    names = ["pages", "categories", *(f"ads-{part}" for part in range(1, parts + 1))]
    inner = "".join(f"<sitemap><loc>{_address(f'/sitemaps/{name}.xml')}</loc></sitemap>\n" for name in names)
    return f"{_START}<sitemapindex {_NAMESPACE}>\n{inner}</sitemapindex>\n"


def _pages() -> str:
    return _urls([*_FIXED, *(f"/{page.slug}" for page in content.list_pages())])


def _categories() -> str:
    with reading() as db:
        return _urls([addresses.category(category.id) for category in catalog.list_categories(db)])


def _urls(paths: list[str]) -> str:
    inner = "".join(f"<url><loc>{_address(path)}</loc></url>\n" for path in paths)
    return f"{_START}<urlset {_NAMESPACE}>\n{inner}</urlset>\n"


def _address(path: str) -> str:
    return escape(addresses.absolute(path))


async def _ads(request: Request, part: int) -> Response | None:
    chunks = _ad_chunks(part)
    opening = await run_in_threadpool(next, chunks, "")
    if not opening:
        return None
    headers = {**_HEADERS, "vary": "Accept-Encoding"}

    def whole() -> Iterator[str]:
        yield opening
        yield from chunks

    if request.method == "HEAD":
        return Response(media_type="application/xml", headers=headers)
    if answers.accepts_gzip(request):
        packed = answers.compressed(whole())
        return StreamingResponse(packed, media_type="application/xml", headers={**headers, "content-encoding": "gzip"})
    return StreamingResponse(whole(), media_type="application/xml", headers=headers)


def _ad_chunks(part: int) -> Iterator[str]:
    """The part's sitemap piece by piece; nothing at all for a part without ads."""
    begun = False
    for rows in queries.read_part(part, PART_SIZE):
        start = "" if begun else f"{_START}<urlset {_NAMESPACE}>\n"
        begun = True
        yield start + "".join(
            f"<url><loc>{_address(addresses.ad(ad_id))}</loc><lastmod>{changed:%Y-%m-%dT%H:%M:%SZ}</lastmod></url>\n"
            for ad_id, changed in rows
        )
    if begun:
        yield "</urlset>\n"


def _xml(request: Request, body: str) -> Response:
    return answers.text(request, body, "application/xml", headers=_HEADERS)
