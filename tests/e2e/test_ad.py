"""The page of an ad."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import alive, stop_clock, toast
from tests.e2e.posting import signed_in

Visitor = Callable[..., Page]
# Accessible names as the browser computes them: it leaves live regions out of the name of a button.
_NAMELESS = """nodes => nodes.filter((node) => !node.ignored
  && ["button", "link", "textbox", "combobox", "checkbox", "radio"].includes(node.role?.value)
  && !node.name?.value).map((node) => node.role.value)"""


def newest_ad(site: Site, kind: str) -> dict[str, Any]:
    """Return the newest ad of the type with a photo; other tests post some without."""
    ads = calls.get(f"{site.url}/api/product/{kind}", params={"limit": "50"}).json()["products"]
    return next(ad for ad in ads if ad["images"])


def open_ad(visitor: Visitor, site: Site, kind: str = "rent") -> Page:
    """Open the newest ad of the type and wait for hydration."""
    ad = newest_ad(site, kind)
    page = visitor(f"/products/{ad['_id']}", permissions=["clipboard-read", "clipboard-write"])
    alive(page)
    page.wait_for_load_state("networkidle")
    return page


def test_share_copies_the_url_without_a_share_sheet(visitor: Visitor, site: Site):
    page = open_ad(visitor, site)
    # The label changes for a moment only.
    stop_clock(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Link copied")).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.clock.run_for(3_000)
    expect(page.get_by_role("button", name="Share")).to_be_visible()


def test_every_control_has_an_accessible_name(visitor: Visitor, site: Site):
    page = open_ad(visitor, site)
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    assert page.evaluate(_NAMELESS, tree["nodes"]) == []


@pytest.mark.parametrize("kind", ["sell", "rent"])
def test_first_screen_of_a_phone_shows_the_item_and_a_button_that_acts(visitor: Visitor, site: Site, kind: str):
    ad = newest_ad(site, kind)
    page = visitor(f"/products/{ad['_id']}", viewport={"width": 360, "height": 800})
    alive(page)
    main = page.get_by_role("main")
    chat = page.get_by_role("button", name="Chat Now")
    bar = page.get_by_role("region", name="Contact the seller")
    shown = [
        main.get_by_role("img", name=ad["name"]).first,
        main.get_by_role("heading", level=1),
        main.get_by_text(f"{ad['place']}, {ad['city']}").first,
        main.get_by_text("₹").first,
        bar.get_by_text("₹").first,
        chat,
    ]
    for part in shown:
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 800
    if kind == "rent":
        bar.get_by_role("link", name="See dates").click()
        calendar = page.get_by_role("group", name="Availability")
        expect(calendar).to_be_in_viewport(ratio=1)
        calendar.get_by_role("button", name="Next month").click()
        free = calendar.get_by_role("button", name=re.compile("free$"))
        free.nth(5).click()
        expect(bar.get_by_role("link", name="See dates")).to_be_visible()
        free.nth(5).click()
        expect(bar.get_by_text("₹").first).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="Total")).to_contain_text(re.compile(r", \d\d:\d\d – \d"))
        # With dates, it is what comes next.
        for button in page.get_by_role("button", name="Enquire").all():
            expect(button).to_have_class(re.compile("button-primary"))
        bar.get_by_role("button", name="Enquire").click()
        toast(page, "Please login to send an enquiry")
        page.keyboard.press("Escape")
    chat.click()
    toast(page, "Please login to chat with the seller")


def test_owner_looks_after_the_ad_instead_of_buying_it(visitor: Visitor, site: Site):
    page = visitor("/favicon.svg")
    signed_in(page, "seller", "seller@example.com")
    page.goto("/seller/ads?status=published")
    page.goto(page.get_by_role("row").nth(1).get_by_role("link").first.get_attribute("href") or "")
    alive(page)
    expect(page.get_by_role("link", name="Edit")).to_be_visible()
    main = page.get_by_role("main")
    expect(main.get_by_text(re.compile("^\\d+ views?$"))).to_be_visible()
    for words in ("Chat Now", "Check Availability", "Report"):
        expect(main.get_by_role("button", name=words)).to_have_count(0)
    page.get_by_role("button", name="Mark as sold").click()
    toast(page, "sold")
    page.get_by_role("button", name="Relist").click()
    expect(page.get_by_role("button", name="Mark as sold")).to_be_visible()


def test_another_seller_sees_no_buttons_that_only_buyers_can_use(visitor: Visitor, site: Site):
    own = calls.post(f"{site.url}/api/seller/login", json={"email": "seller@example.com", "password": "demo1234"})
    ads = calls.get(f"{site.url}/api/product/sell", params={"limit": "50"}).json()["products"]
    ad = next(each for each in ads if each["sellerId"] != own.json()["sellerId"])
    page = visitor("/favicon.svg", viewport={"width": 360, "height": 800})
    signed_in(page, "seller", "seller@example.com")
    page.goto(f"/products/{ad['_id']}")
    alive(page)
    expect(page.get_by_text("Chats and enquiries need a buyer account.")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("button", name="Start buying")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Chat Now")).to_have_count(0)
    expect(page.get_by_role("navigation", name="Quick access")).to_be_visible()
