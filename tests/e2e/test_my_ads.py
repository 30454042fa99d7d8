"""The seller's dashboard, and their table: all actions are reachable, in the last row and on phones too."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import tour
from tests.e2e.conftest import Site
from tests.e2e.held import Held
from tests.e2e.people import alive, toast, until

Visitor = Callable[..., Page]
# Whether nothing covers the middle of the element. `click` would scroll it into view first.
_ON_TOP = """(element) => {
  const box = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


def open_ads(visitor: Visitor, width: int, height: int) -> Page:
    page = visitor("/favicon.svg", viewport={"width": width, "height": height})
    tour.sign_in(page, "seller")
    page.goto("/seller/ads?status=rejected")
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    return page


def test_menu_opened_before_hydration_is_not_clipped(visitor: Visitor):
    page = visitor("/favicon.svg", viewport={"width": 1024, "height": 420})
    tour.sign_in(page, "seller")
    app = Held(page)
    page.goto("/seller/ads?status=rejected")
    last = page.get_by_role("row").last
    last.get_by_role("button", name="More", exact=True).click()
    item = last.get_by_role("button", name="Duplicate")
    expect(item).to_be_visible()
    app.release()
    alive(page)
    until(page, lambda: item.evaluate(_ON_TOP))


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 420), (700, 900), (360, 640)])
def test_menu_of_the_last_row_is_not_clipped(visitor: Visitor, width: int, height: int):
    page = open_ads(visitor, width, height)
    last = page.get_by_role("row").last
    more = last.get_by_role("button", name="More", exact=True)
    more.scroll_into_view_if_needed()
    more.click()
    item = last.get_by_role("button", name="Duplicate")
    expect(item).to_be_visible()
    expect(item).to_be_in_viewport(ratio=1)
    until(page, lambda: item.evaluate(_ON_TOP))
    page.keyboard.press("Escape")
    expect(item).to_be_hidden()
    expect(more).to_be_focused()


def test_phone_row_is_compact_and_has_everything(visitor: Visitor):
    page = open_ads(visitor, 360, 780)
    row = page.get_by_role("row").nth(1)
    # Rows and cells are still that to a screen reader.
    expect(row.get_by_role("cell").first).to_be_visible()
    for words in ("views", "saves"):
        expect(row.get_by_text(words, exact=True)).to_have_count(1)
    expect(row.get_by_text("₹").filter(visible=True)).to_have_count(1)
    expect(row.get_by_role("link", name="Edit")).to_be_visible()
    box = row.bounding_box()
    assert box is not None
    assert box["height"] <= 130
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    row.get_by_role("button", name="More", exact=True).click()
    for name in ("View", "Edit", "Duplicate", "Delete"):
        expect(row.get_by_role("navigation", name="More").get_by_text(name, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    row.get_by_role("button", name="Rejected").click()
    expect(page.get_by_role("dialog", name="Rejection reason")).to_be_visible()


@pytest.mark.parametrize("width", [360, 1440])
def test_dashboard_renews_an_ad_that_expires_soon(visitor: Visitor, site: Site, width: int):
    page = visitor("/favicon.svg", viewport={"width": width, "height": 800})
    tour.sign_in(page, "seller")
    page.goto("/seller/dashboard")
    first = page.get_by_role("row").nth(1)
    name = str(first.get_by_role("link").first.text_content())
    ad_id = str(first.get_by_role("link").first.get_attribute("href")).rpartition("/")[2]
    soon = (datetime.now(UTC) + timedelta(days=2, hours=12)).strftime("%Y-%m-%d %H:%M:%S.%f")
    site.ask("UPDATE ads SET expires_at = :soon, status = 'approved' WHERE id = :id", soon=soon, id=ad_id)
    page.reload()
    alive(page)
    due = page.get_by_role("listitem").filter(has_text="Renew by").filter(has_text=name)
    due.get_by_role("button", name=f"Renew {name}").click()
    toast(page, "renewed")
    expect(due).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_sold_ads_have_a_tab_with_their_number(visitor: Visitor):
    page = open_ads(visitor, 1440, 900)
    tab = page.get_by_role("group", name="Ads by status").get_by_role("button", name="Sold")
    number = int(tab.inner_text().split()[-1])
    tab.click()
    expect(page).to_have_url(re.compile("status=sold"))
    expect(page.get_by_role("row")).to_have_count(1 + number)
