"""The wishlist on a phone: undoing a removal, and comparing ads."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, toast

Visitor = Callable[..., Page]


@pytest.fixture
def names(site: Site) -> list[str]:
    """Names of three saved ads of the demo user, the newest first, with nothing else saved."""
    api, user = f"{site.url}/api", tour.headers(f"{site.url}/api", "buyer")
    me = calls.post(f"{api}/user/login", json={"email": "buyer@example.com", "password": tour.PASSWORD}).json()[
        "userId"
    ]
    for item in calls.get(f"{api}/wishlist/{me}", headers=user).json()["data"]:
        calls.request("DELETE", f"{api}/wishlist/{me}/{item['productId']['_id']}", headers=user)
    found = [
        ad
        for ad in calls.get(f"{api}/product/sell", params={"limit": "100"}).json()["products"]
        if ad["sellerId"] != me and ad["images"]
    ][:3]
    for ad in found:
        calls.post(f"{api}/wishlist", json={"productId": ad["_id"]}, headers=user)
    return [ad["name"] for ad in reversed(found)]


def _open(visitor: Visitor, width: int) -> Page:
    page = visitor("/favicon.svg", viewport={"width": width, "height": 740})
    tour.sign_in(page, "buyer")
    page.goto("/wishlist")
    alive(page)
    expect(page.get_by_role("article")).to_have_count(3)
    return page


def test_a_removed_ad_is_put_back_in_its_place(visitor: Visitor, names: list[str]):
    page = _open(visitor, 360)
    row = page.get_by_role("article").nth(1)
    expect(row).to_contain_text(re.compile(re.escape(names[1]), re.IGNORECASE))
    row.get_by_role("button", name="Remove").press("Enter")
    toast(page, "Removed from wishlist")
    undo = row.get_by_role("button", name="Undo")
    # The keyboard goes on where it was.
    expect(undo).to_be_focused()
    expect(page.get_by_text("2 saved ads")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    undo.press("Enter")
    expect(row.get_by_role("button", name="Remove")).to_be_visible()
    page.reload()
    alive(page)
    expect(row).to_contain_text(re.compile(re.escape(names[1]), re.IGNORECASE))


def test_the_table_is_wider_than_a_phone_and_the_page_is_not(visitor: Visitor, names: list[str]):
    page = _open(visitor, 360)
    bar = page.get_by_role("region", name="Compare")
    for name in names:
        page.get_by_role("button", name=re.compile(f"^Compare {re.escape(name)}$", re.IGNORECASE)).click()
    bar.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("columnheader")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("width", [360, 1440])
def test_chosen_ads_are_compared(visitor: Visitor, names: list[str], width: int):
    page = _open(visitor, width)
    bar = page.get_by_role("region", name="Compare")
    expect(bar).to_have_count(0)
    for name in names[:2]:
        choose = page.get_by_role("button", name=re.compile(f"^Compare {re.escape(name)}$", re.IGNORECASE))
        choose.click()
        expect(choose).to_have_attribute("aria-pressed", "true")
    bar.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible()
    heads = page.get_by_role("columnheader")
    expect(heads).to_contain_text([re.compile(re.escape(name), re.IGNORECASE) for name in names[:2]])
    place = page.get_by_role("rowheader", name="Place")
    before = place.bounding_box()
    box = page.get_by_role("region", name="Ads side by side")
    box.evaluate("box => box.scrollTo({ left: 1000, behavior: 'instant' })")
    after = place.bounding_box()
    assert before
    assert after
    # The labels stay in sight, and nothing but the table scrolls sideways.
    assert 0 <= after["x"] <= before["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    heads.first.get_by_role("link", name="Remove").click()
    expect(heads).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("heading", name="My Wishlist")).to_be_visible()
