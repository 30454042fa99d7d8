"""Every page opens by itself: no console error, no request to another host, and one first heading."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from marketplace.web.site import list_pages
from tests.e2e import calls
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import alive

Visitor = Callable[..., Page]
# Opened by tests of their own, or only there in development.
_ELSEWHERE = {"404", "/styleguide", "styleguide"}


def addresses(site: Site) -> dict[str, str]:
    """What stands for each `[name]` of a route."""
    ad = calls.get(f"{site.url}/api/product/rent", params={"limit": "1"}).json()["products"][0]
    return {
        "product_id": ad["_id"],
        "seller_id": ad["sellerId"],
        "category_id": ad["categoryId"]["_id"],
        "ad_id": ad["_id"],
    }


@pytest.mark.parametrize("route", [page.route for page in list_pages() if page.route not in _ELSEWHERE])
def test_a_stranger_opens_it(visitor: Visitor, site: Site, route: str):
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
def test_what_is_not_there_is_told(visitor: Visitor, site: Site, watch: Watch, path: str):
    assert calls.get(site.url + path).status_code == 404
    watch.expect("404")
    page = visitor(path)
    expect(page.locator("#app-content main").get_by_role("link").first).to_be_visible()


def test_admin_pages_show_a_stranger_nothing(visitor: Visitor):
    page = visitor("/admin/accounts")
    alive(page)
    expect(page.locator("#app-content main")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert "@example.com" not in page.content()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are listed by Linux only")
def test_the_process_that_forks_the_workers_holds_no_database(site: Site):
    opened = [os.readlink(link) for link in Path(f"/proc/{site.process.pid}/fd").iterdir() if link.is_symlink()]
    assert [path for path in opened if "marketplace.db" in path] == []
