"""One person buys and sells: a second account without a code, and a switch without a login."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import PASSWORD, alive, fill_registration, next_step, register, welcomed

Visitor = Callable[..., Page]
EMAIL = "both.sides@example.net"


def test_visitors_and_buyers_find_post_in_the_header_of_a_desktop(visitor: Visitor):
    page = visitor("/products/sell", viewport={"width": 1440, "height": 900})
    alive(page)
    header = page.get_by_role("banner")
    header.get_by_role("button", name="Post Your Ad").click()
    dialog = page.get_by_role("dialog", name="Sign in")
    expect(dialog.get_by_role("radio", name="Post Your Ad")).to_be_checked()
    dialog.get_by_role("button", name="Close").click()
    tour.sign_in(page, "buyer")
    page.reload()
    welcomed(page)
    header.get_by_role("button", name="Post Your Ad").click()
    expect(page.get_by_text("You need a seller account to post ads")).to_be_visible()


def test_a_buyer_who_taps_post_becomes_a_seller_and_switches_back(visitor: Visitor, site: Site):
    page = visitor(viewport={"width": 360, "height": 800})
    alive(page)
    register(page, site, EMAIL, "both.sides", "Both Sides", seller=False)
    welcomed(page)
    page.get_by_role("button", name="Post", exact=True).click()
    dialog = page.get_by_role("dialog", name="Create an account")
    expect(dialog.get_by_text("You need a seller account to post ads")).to_be_visible()
    # Known values are filled in, only what sellers need in addition is missing, and no code is requested.
    expect(dialog.locator("#register-email")).to_have_value(EMAIL)
    expect(dialog.locator("#register-name")).to_have_value("Both Sides")
    fill_registration(dialog, {"password": PASSWORD, "confirm": PASSWORD})
    next_step(dialog, "Where you are")
    fill_registration(dialog, {"whatsapp": "98765 43210"})
    dialog.get_by_role("button", name="Create account").click()
    page.wait_for_url("**/seller/create/products")
    welcomed(page)
    # The form has a bar of its own at the bottom.
    page.locator("header [popovertarget=main-menu]").click()
    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Account").click()
    page.get_by_role("main").get_by_role("button", name="Switch to buying").click()
    page.wait_for_url(f"{site.url}/")
    welcomed(page)
    page.get_by_role("button", name="Post", exact=True).click()
    page.wait_for_url("**/seller/create/products")
    # The page of an ad switches as well, and stays open.
    ad = calls.get(f"{site.url}/api/product/sell", params={"limit": "1"}).json()["products"][0]
    page.goto(f"/products/{ad['_id']}")
    alive(page)
    page.get_by_role("main").get_by_role("button", name="Switch to buying").click()
    expect(page.get_by_role("button", name="Chat Now")).to_be_visible()
    expect(page).to_have_url(f"{site.url}/products/{ad['_id']}")
