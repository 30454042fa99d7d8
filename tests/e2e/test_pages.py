"""Every page opens without console errors and requests to other hosts, and has one h1."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from marketplace.web.page_registry import list_pages
from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import alive
from tests.e2e.tabs import Tabs, tabs_of_strangers

Visitor = Callable[..., Page]
# Pages with separate tests, and pages that exist in development only.
_ELSEWHERE = {"404", "/styleguide", "styleguide"}
MISSING = ("/no-such-page", "/products/01M7YH44H3FVMP4547R0ZWQBC3", "/category/nothing", "/sellers/none")


def addresses(site: Site) -> dict[str, str]:
    """Return a value for each `[name]` of a route."""
    ad = calls.get(f"{site.url}/api/product/rent", params={"limit": "1"}).json()["products"][0]
    return {
        "product_id": ad["_id"],
        "seller_id": ad["sellerId"],
        "category_id": ad["categoryId"]["_id"],
        "ad_id": ad["_id"],
        "account_id": ad["sellerId"],
        # Only the two parties see a deal, a rental or its reviews; everybody else is asked to sign in.
        "deal_id": ad["_id"],
        "rental_id": ad["_id"],
        "enquiry_id": ad["_id"],
    }


ROUTES = [page.route for page in list_pages() if page.route not in _ELSEWHERE]


@pytest.fixture(scope="module")
def paths(site: Site) -> dict[str, str]:
    """A path of each route."""
    known = addresses(site)
    return {route: re.sub(r"\[(\w+)\]", lambda found: known[found[1]], route) for route in ROUTES}


@pytest.fixture(scope="module")
def tabs(chrome: Browser, site: Site, paths: dict[str, str]) -> Iterator[Tabs]:
    """The pages of the site, and four that do not exist, as anonymous visitors."""
    with tabs_of_strangers(chrome, site, [*paths.values(), *MISSING]) as opened:
        yield opened


@pytest.mark.parametrize("route", ROUTES)
def test_anonymous_visitor_opens_the_page(tabs: Tabs, paths: dict[str, str], route: str):
    visit = tabs.visit(paths[route])
    assert tabs.problems(visit) == [], route
    assert visit.page.title()
    assert visit.page.locator("#app-content h1:visible").count() <= 1


@pytest.mark.parametrize("path", MISSING)
def test_missing_page_shows_an_error(tabs: Tabs, site: Site, path: str):
    assert calls.get(site.url + path).status_code == 404
    visit = tabs.visit(path)
    # The browser reports the status of a missing page as an error.
    assert [line for line in tabs.problems(visit) if "404" not in line] == []
    expect(visit.page.locator("#app-content main").get_by_role("link").first).to_be_visible()


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
