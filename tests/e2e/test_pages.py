"""Every page opens without console errors and requests to other hosts, and has one h1."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from marketplace.web.page_registry import list_pages
from tests.e2e import calls
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import alive

Visitor = Callable[..., Page]
# Opened by tests of their own, or only there in development.
_ELSEWHERE = {"404", "/styleguide", "styleguide"}


def addresses(site: Site) -> dict[str, str]:
    """Return a value for each `[name]` of a route."""
    ad = calls.get(f"{site.url}/api/product/rent", params={"limit": "1"}).json()["products"][0]
    return {
        "product_id": ad["_id"],
        "seller_id": ad["sellerId"],
        "category_id": ad["categoryId"]["_id"],
        "ad_id": ad["_id"],
    }


@pytest.mark.parametrize("route", [page.route for page in list_pages() if page.route not in _ELSEWHERE])
def test_anonymous_visitor_opens_the_page(visitor: Visitor, site: Site, route: str):
    known = addresses(site)
    path = re.sub(r"\[(\w+)\]", lambda found: known[found[1]], route)
    page = visitor(path)
    alive(page)
    expect(page.locator("#app-content")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.title()
    assert page.locator("#app-content h1:visible").count() <= 1


@pytest.mark.parametrize(
    "path", ["/no-such-page", "/products/01M7YH44H3FVMP4547R0ZWQBC3", "/category/nothing", "/sellers/none"]
)
def test_missing_page_shows_an_error(visitor: Visitor, site: Site, watch: Watch, path: str):
    assert calls.get(site.url + path).status_code == 404
    watch.expect("404")
    page = visitor(path)
    expect(page.locator("#app-content main").get_by_role("link").first).to_be_visible()


def test_admin_pages_reveal_nothing_to_visitors(visitor: Visitor):
    page = visitor("/admin/accounts")
    alive(page)
    expect(page.locator("#app-content main")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert "@example.com" not in page.content()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are listed by Linux only")
def test_forking_process_has_no_database_connection(site: Site):
    opened = [os.readlink(link) for link in Path(f"/proc/{site.process.pid}/fd").iterdir() if link.is_symlink()]
    assert [path for path in opened if "marketplace.db" in path] == []
