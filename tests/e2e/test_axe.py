"""axe-core finds nothing to complain about: on any page, light and dark, at 360 and 1440 px, and in what opens over it.

No page is wider than its screen either.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e import tour
from tests.e2e.conftest import Site, pretty
from tests.e2e.people import alive

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
WIDTHS = ((360, 780), (1440, 900))
TABLET = (768, 1024)
# Every kind of part is on one of these; all other pages are looked at with the slow tests.
USUAL = {
    "": ("/", "/products/sell", "/forgotpassword", "/product/sample", "/no-such-page"),
    "buyer": ("/user/messages", "/wishlist"),
    "seller": ("/seller/create/products", "/seller/enquiries", "/seller/dashboard"),
    "admin": ("/admin", "/admin/reports"),
}


@pytest.fixture(scope="module")
def people(chrome: Browser, site: Site) -> Iterator[dict[str, BrowserContext]]:
    """A browser context for anonymous visitors and for each account kind, without animations."""
    made = {
        who: chrome.new_context(base_url=site.url, locale="en-IN", reduced_motion="reduce") for who in ("", *tour.KINDS)
    }
    for who in tour.KINDS:
        page = made[who].new_page()
        tour.sign_in(page, who)
        page.close()
    yield made
    for context in made.values():
        context.close()


def too_wide(page: Page) -> list[dict[str, object]]:
    """Return the widths at which the page scrolls horizontally."""
    found = []
    for width, height in (*WIDTHS, TABLET):
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            found.append({"look": f"{width} px", "rule": f"the page is {wide} px wide"})
    return found


def complaints(page: Page) -> list[dict[str, object]]:
    """Return axe's findings for the page in both color schemes."""
    page.evaluate(AXE)
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_class(re.compile(rf"\b{scheme}\b"))
        for width, height in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            for violation in page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]:
                for node in violation["nodes"]:
                    what = {"rule": violation["id"], "where": node["target"], "why": node["failureSummary"]}
                    found.append({"look": f"{scheme}, {width} px", **what})
    return found


def opened(people: dict[str, BrowserContext], who: str, path: str) -> Page:
    """Wait until the page is complete."""
    page = people[who].new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(path)
    alive(page)
    expect(page.locator("#app-content")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator("main .skeleton")).to_have_count(0)
    return page


def check(people: dict[str, BrowserContext], who: str, path: str) -> None:
    """Open a page and run axe on it."""
    page = opened(people, who, path)
    try:
        found = complaints(page) + too_wide(page)
        assert found == [], f"{path}\n{pretty(found)}"
    finally:
        page.close()


@pytest.mark.parametrize(("who", "path"), [(who, path) for who, paths in USUAL.items() for path in paths])
def test_one_page_of_each_kind(people: dict[str, BrowserContext], who: str, path: str):
    check(people, who, path)


@pytest.mark.parametrize("kind", ["search", "ad", "seller"])
def test_public_detail_page(people: dict[str, BrowserContext], site: Site, kind: str):
    begins = {"search": "/products/search?keyword=sofa", "ad": "/products/01", "seller": "/sellers/"}[kind]
    check(people, "", next(path for who, path in tour.places(site) if not who and path.startswith(begins)))


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("who", ["", *tour.KINDS])
def test_every_page(people: dict[str, BrowserContext], site: Site, who: str):
    for asker, path in tour.places(site):
        if asker == who:
            check(people, who, path)


def test_dialogs_and_menus(people: dict[str, BrowserContext]):
    page = opened(people, "", "/")
    page.get_by_role("button", name="Register / Sign In").first.click()
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("dialog", name="Create an account")).to_be_visible()
    assert complaints(page) == []
    page.close()


def test_list_filters(people: dict[str, BrowserContext]):
    page = opened(people, "", "/products/sell?minPrice=500&postedWithinDays=30")
    page.set_viewport_size({"width": 360, "height": 780})
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_role("dialog", name="Filters")).to_be_visible()
    assert complaints(page) == []
    page.close()
