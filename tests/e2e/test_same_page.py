"""Texts, links, headings and positions of every page are the same before and after the app has taken it over."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from marketplace.web.page_registry import list_pages
from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.held import Held
from tests.e2e.hydration import MEASURE, READ, list_addresses
from tests.e2e.people import alive, until

Reader = Callable[..., Page]
_ROUTES = [page.route for page in list_pages() if page.route.startswith("/") and page.route != "/styleguide"]
_PRIVATE = [route for route in _ROUTES if tour.owner(route)]
_PUBLIC = [route for route in _ROUTES if not tour.owner(route)]
# The same pages with other data, and pages that don't exist.
_VARIANTS = ("listing", "rows", "search", "narrowed", "ad", "missing", "nowhere")
# Both widths have the same elements; these pages are laid out most differently in them.
_WIDE = ("/", "listing", "ad")
_NARROW_PX, _WIDE_PX = 360, 1440


@pytest.fixture(scope="module")
def addresses(site: Site) -> dict[str, str]:
    """Return a URL of each page by its route, and of the variants by their names."""
    return tour.routes(site) | list_addresses(site)


@pytest.mark.parametrize(
    ("name", "width"),
    [*((name, _NARROW_PX) for name in (*_PUBLIC, *_VARIANTS)), *((name, _WIDE_PX) for name in _WIDE)],
)
def test_the_app_keeps_the_page_of_the_server(reader: Reader, watch, addresses: dict[str, str], name: str, width: int):
    watch.expect("404")
    page = reader({"width": width, "height": 800})
    app = Held(page)
    page.goto(addresses[name])
    expect(page.locator("main h1")).to_be_visible()
    page.evaluate("document.fonts.ready")
    page.evaluate("document.querySelector('main').dataset.server = 'yes'")
    before, read_before = page.evaluate(MEASURE), page.evaluate(READ)
    app.release()
    alive(page)
    # The same elements: nothing was rendered again.
    expect(page.locator("main[data-server]")).to_be_visible()
    assert page.evaluate(MEASURE) == before
    assert page.evaluate(READ) == read_before


# A word of its own, by which the search finds the ad.
WORD = "zyxqhostile"
NAME = f"{WORD} '\"></script><b>&amp; {{{{7*7}}}} 😀 \u202eשלום\u202c"
HOSTILE = "'\"><script>alert(1)</script>&amp; {{7*7}} 😀 \u202eשלום\u202c " + "long " * 780
# Typed texts lose the controls that turn the text around them.
_STORED = str.maketrans("", "", "\u202e\u202c")


@pytest.fixture(scope="module")
def hostile(site: Site) -> Iterator[dict[str, str]]:
    """Return URLs of pages that show an ad with hostile texts, by a name."""
    api = f"{site.url}/api"
    seller, admin = tour.headers(api, "seller"), tour.headers(api, "admin")
    category = calls.get(f"{api}/category").json()["data"][0]["_id"]
    texts = {"name": NAME, "title": NAME, "description": HOSTILE, "city": NAME, "termsandcondition": HOSTILE}
    body = texts | {"producttype": "sell", "categoryId": category, "price": 1}
    answer = calls.post(f"{api}/product", json=body, headers=seller)
    assert answer.status_code == 201, answer.text
    ad = answer.json()["data"]
    calls.post(f"{api}/admin/products/{ad['_id']}/approve", headers=admin)
    search = f"/products/search?keyword={WORD}"
    # An unknown parameter, so that the response does not come from the cache.
    pages = {
        "ad": f"/products/{ad['_id']}?fresh=1",
        "search": f"{search}&fresh=1",
        "listing": "/products/sell?sort=price_asc&fresh=1",
        "category": f"/category/{category}?sort=price_asc&fresh=1",
        "seller": f"/sellers/{ad['sellerId']}?fresh=1",
        "home": "/?fresh=1",
    }
    yield pages
    calls.request("DELETE", f"{api}/product/{ad['_id']}", headers=seller)


@pytest.mark.parametrize("name", ["ad", "search", "listing", "category", "seller", "home"])
def test_hostile_texts_are_the_same_before_and_after(reader: Reader, site: Site, hostile: dict[str, str], name: str):
    page = reader({"width": _NARROW_PX, "height": 800})
    # The search index follows changes after a moment.
    until(page, lambda: WORD in calls.get(f"{site.url}{hostile[name]}").text.lower())
    app = Held(page)
    page.goto(hostile[name])
    before = page.evaluate(READ)
    shown = page.locator("main").text_content() or ""
    assert NAME.translate(_STORED).lower() in shown.lower()
    assert HOSTILE.translate(_STORED).strip() in shown or name != "ad"
    app.release()
    alive(page)
    assert page.evaluate(READ) == before


_MARK = """() => {
  const nodes = document.querySelectorAll("main, main *");
  for (const node of nodes) node.dataset.server = "yes";
  return nodes.length;
}"""


@pytest.mark.parametrize(
    ("who", "route"),
    [
        *((tour.owner(route), route) for route in _PRIVATE),
        *((who, route) for who in ("buyer", "seller") for route in ("/", "/products/sell", "/products/[product_id]")),
    ],
)
def test_signed_in_people_see_their_page_at_once(reader: Reader, addresses: dict[str, str], who: str, route: str):
    page = reader({"width": _NARROW_PX, "height": 800})
    tour.sign_in(page, who)
    app = Held(page)
    page.goto(addresses[route])
    expect(page.get_by_role("button", name="Register / Sign In")).to_have_count(0)
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("main .skeleton")).to_have_count(0)
    page.evaluate("document.fonts.ready")
    before, read_before = page.evaluate(MEASURE), page.evaluate(READ)
    elements = page.evaluate(_MARK)
    app.release()
    alive(page)
    page.wait_for_load_state("networkidle")
    # The same elements: nothing was rendered again. The next slides of the home page come later.
    expect(page.locator("main[data-server], main [data-server]")).to_have_count(elements)
    assert page.evaluate(MEASURE) == before
    assert page.evaluate(READ) == read_before
