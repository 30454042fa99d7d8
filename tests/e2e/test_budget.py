"""The maximum size of a page, and of the scripts and styles that it loads."""

import gzip
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page

from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import alive

Visitor = Callable[..., Page]
SCRIPT_BYTES = 190_000
STYLE_BYTES = 25_000
# Uncompressed: the browser parses all of it before it can show the page.
HTML_BYTES = {"home": 108_000, "listing": 59_000, "search": 50_500, "ad": 51_000}
_FETCHED = """() => performance.getEntriesByType("resource")
  .filter((entry) => /\\.(js|css|mjs)$/.test(new URL(entry.name).pathname)).map((entry) => entry.name)"""


def compressed(address: str) -> int:
    """Return the size of a gzip-compressed response."""
    with httpx.stream("GET", address, timeout=60, headers={"Accept-Encoding": "gzip"}) as answer:
        body = b"".join(answer.iter_raw())
        return len(body) if answer.headers.get("content-encoding") == "gzip" else len(gzip.compress(body))


def addresses(site: Site) -> dict[str, str]:
    """Return a page of each kind that visitors land on."""
    ads = calls.get(f"{site.url}/api/product/sell", params={"limit": "100"}).json()["products"]
    ad = next(ad for ad in ads if ad["name"] == "Landscape in oil, framed")
    return {
        "home": "/",
        "listing": "/products/sell",
        "search": "/products/search?keyword=guitar",
        "ad": f"/products/{ad['_id']}",
    }


@pytest.mark.parametrize("name", ["home", "listing", "search", "ad"])
def test_scripts_and_styles_are_within_the_budget(visitor: Visitor, site: Site, name: str):
    path = addresses(site)[name]
    page = visitor(path, viewport={"width": 412, "height": 823})
    alive(page)
    page.wait_for_load_state("networkidle")
    fetched = sorted(set(page.evaluate(_FETCHED)))
    scripts = {address: compressed(address) for address in fetched if not address.endswith(".css")}
    html = calls.get(site.url + path).text
    style = sum(compressed(address) for address in fetched if address.endswith(".css"))
    assert len(html.encode()) <= HTML_BYTES[name]
    assert scripts, "the page fetched no script at all"
    assert sum(scripts.values()) <= SCRIPT_BYTES, scripts
    assert 0 < style <= STYLE_BYTES
