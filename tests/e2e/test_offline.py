"""Without a connection: a banner, the page stays, what is pressed waits, and a save that is refused is undone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import tour
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import alive, toast, until

Visitor = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 780}}


@pytest.fixture(autouse=True)
def _lost(watch: Watch) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket|websocket|disconnected")
    watch.expect("error occurred when fetching the script")


def _open(visitor: Visitor, who: str, path: str) -> Page:
    page = visitor("/favicon.svg", **PHONE)
    if who:
        tour.sign_in(page, who)
    page.goto(path)
    alive(page)
    page.wait_for_load_state("networkidle")
    return page


def _banner(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="You are offline.")


def _heart(page: Page, number: int) -> tuple[Locator, str]:
    card = page.locator("main article").nth(number)
    ad_id = (card.get_by_role("heading").get_by_role("link").get_attribute("href") or "").rsplit("/", 1)[-1]
    return card.locator("button[aria-pressed]"), ad_id


def _count_saved(site: Site, ad_id: str) -> int:
    return site.ask("SELECT count(*) FROM wishlist_items WHERE ad_id = :ad", ad=ad_id)


def test_the_list_stays_and_a_pressed_card_opens_when_the_connection_is_back(visitor: Visitor):
    page = _open(visitor, "", "/products/rent")
    cards = page.locator("main article")
    count = cards.count()
    page.context.set_offline(True)
    expect(_banner(page)).to_contain_text("What you send waits until the connection is back.")
    assert cards.count() == count
    # Above the header, which nothing covers, and no wider than the screen.
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    banner, header = _banner(page).bounding_box(), page.locator("#app-content > header").bounding_box()
    assert banner
    assert header
    assert banner["y"] + banner["height"] <= header["y"] + 48
    link = cards.nth(1).get_by_role("heading").get_by_role("link")
    path = link.get_attribute("href")
    link.click()
    expect(_banner(page)).to_contain_text("The page opens when the connection is back.")
    expect(link).to_have_attribute("data-pressed", "held")
    assert page.url.endswith("/products/rent")
    page.context.set_offline(False)
    expect(page).to_have_url(re.compile(f"{path}$"), timeout=40_000)
    expect(page.locator("main h1")).to_be_visible(timeout=40_000)
    expect(_banner(page)).to_have_count(0)


def test_a_heart_changes_at_once_and_is_saved_when_the_connection_is_back(visitor: Visitor, site: Site):
    page = _open(visitor, "buyer", "/products/rent")
    heart, ad_id = _heart(page, 3)
    before, was = _count_saved(site, ad_id), heart.get_attribute("aria-pressed")
    turned = "false" if was == "true" else "true"
    page.context.set_offline(True)
    expect(_banner(page)).to_be_visible()
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", turned)
    assert page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('unsaved:'))")
    page.context.set_offline(False)
    until(page, lambda: _count_saved(site, ad_id) != before)
    expect(heart).to_have_attribute("aria-pressed", turned)
    until(page, lambda: not page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('unsaved:'))"))


def test_a_save_is_sent_from_another_page_later(visitor: Visitor, site: Site):
    page = _open(visitor, "buyer", "/products/rent")
    heart, ad_id = _heart(page, 4)
    before, was = _count_saved(site, ad_id), heart.get_attribute("aria-pressed")
    page.context.set_offline(True)
    expect(_banner(page)).to_be_visible()
    heart.click()
    expect(heart).not_to_have_attribute("aria-pressed", str(was))
    # The tab is closed and opened again.
    page.context.set_offline(False)
    page.goto("/about")
    until(page, lambda: _count_saved(site, ad_id) != before)


def test_a_save_that_is_refused_is_undone(visitor: Visitor, site: Site):
    page = _open(visitor, "buyer", "/products/rent")
    heart, ad_id = _heart(page, 5)
    if heart.get_attribute("aria-pressed") == "true":
        heart.click()
        expect(heart).to_have_attribute("aria-pressed", "false")
        toast(page, "Removed from wishlist")
    before = _count_saved(site, ad_id)
    site.ask("UPDATE ads SET status = 'deleted' WHERE id = :ad", ad=ad_id)
    try:
        heart.click()
        expect(page.locator('section[aria-label^="Notifications"] [role=alert]')).to_be_visible()
        expect(heart).to_have_attribute("aria-pressed", "false")
    finally:
        site.ask("UPDATE ads SET status = 'approved' WHERE id = :ad", ad=ad_id)
    assert _count_saved(site, ad_id) == before
    assert not page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('unsaved:'))")


def test_a_visitor_reads_that_a_save_has_failed(visitor: Visitor):
    page = _open(visitor, "", "/products/rent")
    heart, _ = _heart(page, 0)
    page.context.set_offline(True)
    expect(_banner(page)).to_be_visible()
    heart.click()
    toast(page, "Wishlist update failed")
    expect(heart).to_have_attribute("aria-pressed", "false")
    page.context.set_offline(False)
    expect(_banner(page)).to_have_count(0, timeout=40_000)
