"""The server-rendered page before hydration: it looks the same and handles input."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import alive

Visitor = Callable[..., Page]
Boxes = dict[str, list[float]]

_WIDTHS = (360, 1440)
_PAGES = (
    "home",
    "categories",
    "category",
    "listing",
    "rows",
    "search",
    "narrowed",
    "ad",
    "seller",
    "missing",
    "nowhere",
)
# The first of each kind that can be seen, of the first content while that is there.
_MEASURE = """() => {
  const root = document.querySelector("#first-paint") || document;
  const boxes = {};
  for (const name of ["header", "main h1", "main form", "main article", "main article + article", "main img"]) {
    const shown = [...root.querySelectorAll(name)].find((node) => node.getClientRects().length);
    const box = shown && shown.getBoundingClientRect();
    if (box) boxes[name] = [box.x, box.y, box.width, box.height].map((number) => Math.round(number));
  }
  return boxes;
}"""


class Held:
    """Prevents hydration until it is released; on a busy machine the request may come later."""

    def __init__(self, page: Page):
        self._routes: list[Route] = []
        self._is_free = False
        page.route("**/assets/entry.client*", self._hear)

    def _hear(self, route: Route) -> None:
        route.continue_() if self._is_free else self._routes.append(route)

    def let_go(self) -> None:
        self._is_free = True
        while self._routes:
            self._routes.pop().continue_()


@pytest.fixture(scope="module")
def addresses(site: Site) -> dict[str, str]:
    """Return a URL of each kind of page."""
    ad = calls.get(f"{site.url}/api/product/sell", params={"limit": "1"}).json()["products"][0]
    return {
        "home": "/",
        "categories": "/categories",
        "category": f"/category/{ad['categoryId']['_id']}",
        "listing": "/products/rent?page=2",
        "rows": "/products/sell?view=list",
        "search": "/products/search?keyword=phone",
        "narrowed": "/products/search?keyword=sofa+under+90000&postedWithinDays=30",
        "ad": f"/products/{ad['_id']}",
        "seller": f"/sellers/{ad['sellerId']}",
        "missing": "/products/01M7YH44H3FVMP4547R0ZWQBC3",
        "nowhere": "/no/such/page",
    }


@pytest.mark.parametrize("width", _WIDTHS)
@pytest.mark.parametrize("name", _PAGES)
def test_hydration_moves_nothing(visitor: Visitor, watch, addresses: dict[str, str], name: str, width: int):
    watch.expect("404")
    page = visitor("/favicon.svg", viewport={"width": width, "height": 800})
    app = Held(page)
    page.goto(addresses[name])
    expect(page.locator("#first-paint main")).to_be_visible()
    page.evaluate("document.fonts.ready")
    before: Boxes = page.evaluate(_MEASURE)
    app.let_go()
    alive(page)
    expect(page.locator("#content")).to_be_visible()
    after: Boxes = page.evaluate(_MEASURE)
    assert {key: after[key] for key in before if key in after} == {key: before[key] for key in before if key in after}


@pytest.fixture
def plain(chrome: Browser, site: Site) -> Iterator[Page]:
    """A browser without scripts."""
    context = chrome.new_context(base_url=site.url, java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", _PAGES)
def test_pages_work_without_scripts(plain: Page, addresses: dict[str, str], name: str):
    plain.goto(addresses[name])
    expect(plain.locator("main:visible h1")).to_have_count(1)
    expect(plain.locator("header:visible")).to_have_count(1)
    expect(plain.locator("main:visible .skeleton")).to_have_count(0)
    assert plain.locator("main:visible a").count() > 0


def test_search_works_without_scripts(plain: Page):
    plain.goto("/")
    plain.locator("form:visible input[name=keyword]").first.fill("phone")
    plain.get_by_role("button", name="Search Now").click()
    expect(plain).to_have_url(re.compile("/products/search"))
    name = plain.locator("main:visible article h3").first.inner_text()
    plain.locator("main:visible article a").first.click()
    expect(plain.locator("main:visible h1")).to_have_text(name, ignore_case=True)


@pytest.mark.parametrize("name", ["home", "ad", "nowhere"])
def test_button_pressed_before_hydration_works(visitor: Visitor, watch, addresses: dict[str, str], name: str):
    watch.expect("404")
    page = visitor("/favicon.svg")
    app = Held(page)
    page.goto(addresses[name])
    page.get_by_role("button", name="Register / Sign In").first.click()
    expect(page.get_by_role("dialog", name="Sign in")).to_have_count(0)
    app.let_go()
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "box", "answer"),
    [
        ("/forgotpassword", "main input[type=email]", "OTP sent to your email"),
        ("/categories", "#first-paint footer input[type=email]", "Please check your mail"),
    ],
)
def test_form_submitted_before_hydration_is_sent_once(visitor: Visitor, path: str, box: str, answer: str):
    page = visitor("/favicon.svg")
    app = Held(page)
    page.goto(path)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(box).fill("early@example.org")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert "early" not in page.url
    app.let_go()
    expect(page.get_by_text(answer).first).to_be_visible()
    assert "early" not in page.url


def test_choice_made_before_hydration_is_kept(visitor: Visitor):
    page = visitor("/favicon.svg")
    app = Held(page)
    page.goto("/forgotpassword")
    seller = page.get_by_role("radio", name="Seller")
    page.get_by_text("Seller", exact=True).first.click()
    expect(seller).to_be_checked()
    app.let_go()
    alive(page)
    page.get_by_role("button", name="Send OTP").click()
    expect(page.get_by_role("alert")).to_contain_text("Email is required")
    expect(seller).to_be_checked()


def ready(page: Page) -> None:
    """Wait until the app has rendered below the first paint, which is about to be removed."""
    expect(page.locator("html[data-live]")).to_be_attached()
    expect(page.locator("#content h1")).to_have_count(1)
    expect(page.locator("#content .skeleton")).to_have_count(0)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def press_while_the_app_takes_over(page: Page, app: Held, target: Locator) -> None:
    """Press the mouse on the first paint, and release it when the app may have replaced it."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 40))
    page.mouse.down()
    app.let_go()
    ready(page)
    page.mouse.up()


@pytest.mark.parametrize("name", ["home", "listing"])
def test_press_that_spans_hydration_works(visitor: Visitor, addresses: dict[str, str], name: str):
    page = visitor("/favicon.svg")
    app = Held(page)
    page.goto(addresses[name])
    link = page.locator("#first-paint main article a").first
    press_while_the_app_takes_over(page, app, link)
    expect(page).to_have_url(re.compile(r"/products/\w{26}"))


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_text_typed_before_hydration_is_searched(visitor: Visitor, way: str):
    page = visitor("/favicon.svg")
    app = Held(page)
    page.goto("/")
    box = page.locator("#first-paint input[name=keyword]:visible").first
    box.fill("table")
    send = page.locator("#first-paint").get_by_role("button", name="Search Now").first
    if way == "mouse":
        press_while_the_app_takes_over(page, app, send)
    else:
        app.let_go()
        ready(page)
        send.focus()
        ready(page)
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/products/search.*keyword=table"))
