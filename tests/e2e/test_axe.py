"""axe-core finds no violations: on any page, light and dark, at 360 and 1440 px, nor in dialogs, menus and sheets.

No page is wider than its screen either. The pages of accounts open without errors and have one h1, as those of test_pages.py.
"""

from collections.abc import Iterator
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e import tour
from tests.e2e.conftest import Site, pretty
from tests.e2e.posting import FORM, PRICE_AND_PLACE, REVIEW, SUBJECT, WORDS, open_step, start_afresh
from tests.e2e.squeezed import squeezed
from tests.e2e.tabs import Tabs, complete

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# The other results are large and not needed.
_VIOLATIONS = "axe.run(document, {resultTypes: ['violations']}).then((results) => results.violations)"
WIDTHS = ((360, 780), (1440, 900))
TABLET = (768, 1024)
MISSING = "/no-such-page"
# Every kind of component is on one of these; the slow tests check all other pages.
USUAL = {
    "": ("/", "/products/sell", "/forgotpassword", "/product/sample", MISSING),
    "buyer": ("/user/messages", "/wishlist", "/account"),
    "seller": ("/seller/create/products", "/seller/enquiries", "/seller/dashboard"),
    "admin": ("/admin", "/admin/reports"),
}


@pytest.fixture(scope="module")
def people(chrome: Browser, site: Site) -> Iterator[dict[str, BrowserContext]]:
    """A browser context for anonymous visitors and for each account kind, without animations."""
    options = {"locale": "en-IN", "reduced_motion": "reduce", "viewport": {"width": 1440, "height": 900}}
    made = {who: chrome.new_context(base_url=site.url, **options) for who in ("", *tour.KINDS)}  # pyright: ignore
    for who in tour.KINDS:
        page = made[who].new_page()
        tour.sign_in(page, who)
        page.close()
    yield made
    for context in made.values():
        context.close()


@pytest.fixture(scope="module")
def places(site: Site) -> dict[str, list[str]]:
    """The paths of every visitor."""
    found: dict[str, list[str]] = {who: [] for who in ("", *tour.KINDS)}
    for who, path in tour.places(site):
        found[who].append(path)
    return found


@pytest.fixture(scope="module")
def details(places: dict[str, list[str]]) -> dict[str, str]:
    """One page of each kind whose path only the site knows."""
    begins = {"search": "/products/search?keyword=sofa", "ad": "/products/01", "seller": "/sellers/"}
    return {kind: next(path for path in places[""] if path.startswith(start)) for kind, start in begins.items()}


@pytest.fixture(scope="module")
def tabs(people: dict[str, BrowserContext], site: Site, details: dict[str, str]) -> dict[str, Tabs]:
    """The usual pages and the detail pages, by visitor."""
    asked = USUAL | {"": (*USUAL[""], *details.values())}
    return {who: tabs_of(people, site, who, list(paths)) for who, paths in asked.items()}


def tabs_of(people: dict[str, BrowserContext], site: Site, who: str, paths: list[str]) -> Tabs:
    """Return tabs of this visitor's browser context."""
    return Tabs(site, paths, lambda: people[who], signed_in=bool(who))


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
        page.locator(f"html.{scheme}").wait_for()
        for width, height in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            for violation in page.evaluate(_VIOLATIONS):
                for node in violation["nodes"]:
                    what = {"rule": violation["id"], "where": node["target"], "why": node["failureSummary"]}
                    found.append({"look": f"{scheme}, {width} px", **what})
    return found


def opened(people: dict[str, BrowserContext], who: str, path: str) -> Page:
    """Open a page in a new tab, and wait until it is complete."""
    page = people[who].new_page()
    page.goto(path)
    complete(page)
    expect(page.locator("main .skeleton")).to_have_count(0)
    return page


def check(tabs: Tabs, path: str) -> None:
    """Open a page and run axe on it."""
    visit = tabs.visit(path)
    page = visit.page
    # The browser reports the status of a missing page as an error.
    assert [line for line in tabs.problems(visit) if path != MISSING or "404" not in line] == [], path
    assert page.title(), path
    assert page.locator("#app-content h1:visible").count() <= 1, path
    expect(page.locator("main .skeleton")).to_have_count(0)
    found = complaints(page) + too_wide(page)
    assert found == [], f"{path}\n{pretty(found)}"
    assert squeezed(page) == [], path


@pytest.mark.parametrize(("who", "path"), [(who, path) for who, paths in USUAL.items() for path in paths])
def test_one_page_of_each_kind(tabs: dict[str, Tabs], who: str, path: str):
    check(tabs[who], path)


@pytest.mark.parametrize("kind", ["search", "ad", "seller"])
def test_public_detail_page(tabs: dict[str, Tabs], details: dict[str, str], kind: str):
    check(tabs[""], details[kind])


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("who", ["", *tour.KINDS])
def test_every_page(people: dict[str, BrowserContext], site: Site, places: dict[str, list[str]], who: str):
    tabs = tabs_of(people, site, who, places[who])
    for path in places[who]:
        check(tabs, path)


def test_dialogs_and_menus(people: dict[str, BrowserContext]):
    page = opened(people, "", "/")
    page.get_by_role("button", name="Register / Sign In").first.click()
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("dialog", name="Create an account")).to_be_visible()
    assert complaints(page) == []
    page.close()


def test_steps_of_the_ad_form(people: dict[str, BrowserContext]):
    page = opened(people, "seller", FORM)
    start_afresh(page)
    for title in (SUBJECT, PRICE_AND_PLACE, WORDS, REVIEW):
        open_step(page, title)
        assert complaints(page) + too_wide(page) == [], title
    # With errors.
    page.get_by_role("button", name="Create Product").click()
    expect(page.locator("#name")).to_be_focused()
    assert complaints(page) == []
    page.close()


def test_photo_in_full_screen(people: dict[str, BrowserContext], details: dict[str, str]):
    page = opened(people, "", details["ad"])
    page.get_by_role("button", name="Enlarge photo 1").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Zoom in")).to_be_visible()
    assert complaints(page) == []
    page.close()


def test_list_filters(people: dict[str, BrowserContext]):
    page = opened(people, "", "/products/sell?minPrice=500&postedWithinDays=30")
    page.set_viewport_size({"width": 360, "height": 780})
    page.get_by_role("button", name="Filters").click()
    sheet = page.get_by_role("dialog", name="Filters")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Show more City").click()
    expect(sheet.get_by_role("textbox", name="Search City")).to_be_visible()
    assert complaints(page) == []
    page.close()
