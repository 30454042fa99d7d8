"""Everything that is pressed answers before the server does: on a slow line, each press changes the page at once."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.held import Held
from tests.e2e.line import Line
from tests.e2e.people import alive

Visitor = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 780}}
MARKS = "[data-pressed], [data-sending]"
# What a press changes without the server: marks, open layers, states of controls, and the address.
_LOOK = """() => JSON.stringify([
  location.href,
  ...['[data-pressed]', '[data-sending]', 'dialog[open]', ':popover-open', 'details[open]', '[aria-pressed="true"]',
      '[aria-expanded="true"]', ':checked'].map((name) => document.querySelectorAll(name).length),
])"""


@dataclass(frozen=True)
class Press:
    """A control of a page, and who presses it there.

    Attributes:
        kind: of the control.
        before: what to press first.
        path: `{ad}` is the id of an ad for sale with a price.
    """

    kind: str
    who: str
    path: str
    find: Callable[[Page], Locator]
    before: Callable[[Page], Locator] | None = None


def _button(name: str, *, exact: bool = True) -> Callable[[Page], Locator]:
    return lambda page: page.get_by_role("button", name=name, exact=exact).first


PRESSES = (
    Press("link of a card", "", "/", lambda page: page.locator("main article h3 a").first),
    Press("tile of a category", "", "/", lambda page: page.locator("main .tile").first),
    Press("link of the bottom bar", "", "/about", lambda page: page.locator(".bottom-bar a").nth(1)),
    Press("button of the header", "", "/about", _button("Register / Sign In")),
    Press("menu", "", "/about", _button("Menu")),
    Press("item of a menu", "", "/about", lambda page: page.locator(":popover-open a").nth(1), _button("Menu")),
    Press("heart of a visitor", "", "/products/sell", _button("Save", exact=False)),
    Press("heart of a buyer", "buyer", "/products/sell", _button("Save", exact=False)),
    Press("page number", "", "/products/sell", lambda page: page.get_by_role("link", name="Page 2")),
    Press("view of a list", "", "/products/sell", lambda page: page.get_by_role("link", name="List", exact=True)),
    Press("filter", "", "/products/sell", lambda page: page.get_by_role("dialog").locator("a.filter-link").first, _button("Filters")),
    Press("chip of a filter", "", "/products/sell?postedWithinDays=30", lambda page: page.locator("[aria-label='Active filters'] a").first),
    Press("button of an ad", "buyer", "/products/{ad}", _button("Check Availability")),
    Press("button that opens another page", "buyer", "/products/{ad}", _button("Chat Now")),
    Press("tab", "seller", "/seller/ads", lambda page: page.get_by_role("main").locator("button[aria-pressed='false']").first),
    Press("link of the sidebar", "seller", "/seller/dashboard", lambda page: page.get_by_role("link", name="My Ads").first),
)  # fmt: skip


@pytest.fixture
def ad(site: Site) -> str:
    """The id of an ad for sale that is not the demo seller's."""
    body = {"email": "seller@example.com", "password": "demo1234"}
    own = calls.post(f"{site.url}/api/seller/login", json=body).json()["sellerId"]
    found = calls.get(f"{site.url}/api/product/sell", params={"limit": "20"}).json()["products"]
    return next(ad["_id"] for ad in found if ad["finalPrice"] and ad["sellerId"] != own and not ad.get("reservedUntil"))


@pytest.mark.parametrize("press", PRESSES, ids=lambda press: press.kind.replace(" ", "-"))
def test_a_press_answers_before_the_server(visitor: Visitor, ad: str, press: Press):
    page = visitor("/favicon.svg", **PHONE)
    if press.who:
        tour.sign_in(page, press.who)
    line = Line(page)
    page.goto(press.path.format(ad=ad))
    alive(page)
    page.wait_for_load_state("networkidle")
    if press.before:
        press.before(page).click()
    control = press.find(page)
    expect(control).to_be_visible()
    line.is_slow = True
    before = page.evaluate(_LOOK)
    # No time passes between the press and the look, so no answer can have come.
    after = control.evaluate(f"(node) => {{ node.click(); return ({_LOOK})(); }}")
    assert after != before
    # A card and what else a link covers changes with it.
    page.wait_for_timeout(250)
    line.catch_up()
    expect(page.locator(MARKS)).to_have_count(0)


def test_a_press_without_events_is_answered_by_itself(visitor: Visitor):
    page = visitor("/about", **PHONE)
    alive(page)
    # Opens a popover of the browser's own.
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(MARKS)).to_have_count(0)


def test_presses_before_the_app_has_started_are_marked_too(visitor: Visitor):
    page = visitor("/favicon.svg", **PHONE)
    held = Held(page)
    page.goto("/about")
    page.get_by_role("button", name="Register / Sign In").first.click()
    expect(page.locator("button[data-pressed]")).to_have_count(1)
    held.release()
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()
    expect(page.locator(MARKS)).to_have_count(0)
