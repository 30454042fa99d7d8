"""The seller's table: all actions are reachable, in the last row and on phones too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import tour
from tests.e2e.people import until

Visitor = Callable[..., Page]
# What lies on top in the middle of the element, which `click` would scroll into view first.
_ON_TOP = """(element) => {
  const box = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


def open_ads(visitor: Visitor, width: int, height: int) -> Page:
    page = visitor(viewport={"width": width, "height": height})
    tour.sign_in(page, "seller")
    page.goto("/seller/ads?status=rejected")
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    return page


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 420), (700, 900), (360, 640)])
def test_menu_of_the_last_row_is_not_clipped(visitor: Visitor, width: int, height: int):
    page = open_ads(visitor, width, height)
    last = page.get_by_role("row").last
    more = last.locator("summary")
    more.scroll_into_view_if_needed()
    more.click()
    item = last.get_by_role("button", name="Duplicate")
    expect(item).to_be_visible()
    expect(item).to_be_in_viewport(ratio=1)
    until(page, lambda: item.evaluate(_ON_TOP))
    page.keyboard.press("Escape")
    expect(item).to_be_hidden()
    expect(more).to_be_focused()


def test_phone_card_shows_every_value_with_its_label(visitor: Visitor):
    page = open_ads(visitor, 360, 780)
    card = page.get_by_role("row").nth(1)
    # Rows and cells are still that to a screen reader.
    expect(card.get_by_role("cell")).to_have_count(6)
    labels = card.get_by_role("cell").evaluate_all(
        "cells => cells.map(one => getComputedStyle(one, '::before').content)"
    )
    assert [label.strip('"') for label in labels if label != "none"] == ["Category", "Status", "Price"]
    for name in ("View", "Edit"):
        expect(card.get_by_role("link", name=name)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    card.get_by_role("button", name="Rejected").click()
    expect(page.get_by_role("dialog", name="Rejection reason")).to_be_visible()
