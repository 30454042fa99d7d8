"""The login, registration and password modals: focus, the typed email, and when they close."""

import io
import re
from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, stop_clock, toast, verify_email

Visitor = Callable[..., Page]
PHONE = {"width": 360, "height": 640}
EMAIL = "asha@example.com"


def open_modal(page: Page) -> None:
    """Open the login modal from the header."""
    alive(page)
    page.get_by_role("button", name="Register / Sign In").first.click()


def test_first_field_has_the_focus_and_the_email_is_carried_along(visitor: Visitor):
    page = visitor("/about")
    open_modal(page)
    expect(page.locator("#login-email")).to_be_focused()
    page.keyboard.type(EMAIL)
    page.get_by_role("button", name="Create an account").click()
    expect(page.locator("#register-email")).to_be_focused()
    expect(page.locator("#register-email")).to_have_value(EMAIL)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator("#login-email")).to_have_value(EMAIL)
    page.get_by_role("button", name="Forgot password?").click()
    expect(page.locator("#forgot-modal-email")).to_have_value(EMAIL)
    page.get_by_role("button", name="Back to sign in").click()
    expect(page.locator("#login-email")).to_have_value(EMAIL)
    page.goto("/forgotpassword")
    expect(page.locator("#forgot-email")).to_have_value(EMAIL)


def test_modal_does_not_come_back_after_a_reload(visitor: Visitor):
    page = visitor("/about")
    open_modal(page)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.reload()
    alive(page)
    # The server answers this after all earlier events of the new page.
    page.get_by_label("Newsletter", exact=True).fill("nobody")
    page.locator("dialog#login").wait_for(state="detached")
    open_modal(page)
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()


@pytest.mark.parametrize(("button", "name"), [("Make an offer", "make-offer"), ("Report", "report-ad")])
def test_sheet_of_an_ad_does_not_come_back_after_a_reload(visitor: Visitor, site: Site, button: str, name: str):
    ads = calls.get(f"{site.url}/api/product/sell", params={"limit": "12"}).json()["products"]
    ad = next(ad for ad in ads if ad["finalPrice"])
    page = visitor(f"/products/{ad['_id']}")
    alive(page)
    opener, sheet = page.get_by_role("button", name=button, exact=True), page.locator(f"dialog#{name}")
    opener.click()
    expect(sheet).to_be_visible()
    page.reload()
    alive(page)
    opener.click()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_a_cancelled_choice_of_a_file_leaves_the_dialog_open(visitor: Visitor):
    page = visitor("/favicon.svg")
    tour.sign_in(page, "admin")
    page.goto("/admin/testimonials")
    alive(page)
    page.get_by_role("button", name="New testimonial").click()
    dialog = page.get_by_role("dialog", name="New testimonial")
    # Tests can't drive the browser's own file chooser. This event of it bubbles.
    dialog.locator("input[type=file]").dispatch_event("cancel", {"bubbles": True})
    # The server answers this after all earlier events.
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.locator("[aria-invalid=true]").first).to_be_visible()


def test_toast_is_above_the_modal_that_it_announces(visitor: Visitor):
    page = visitor("/products/sell", viewport=PHONE)
    alive(page)
    # Keeps the toast on the screen.
    stop_clock(page)
    page.get_by_role("button", name=re.compile("^Save")).first.click()
    toast(page, "Please login to manage wishlist")
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()
    # An inert element can't be hit, so the colour tells what is above.
    corner = page.locator('section[aria-label^="Notifications"] li').bounding_box()
    assert corner
    clip = {"x": corner["x"] + 4, "y": corner["y"] + corner["height"] / 2, "width": 1, "height": 1}
    shot = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")
    assert min(shot.getpixel((0, 0))) > 200


def test_title_and_close_button_stay_in_sight(visitor: Visitor, site: Site):
    page = visitor("/about", viewport=PHONE)
    open_modal(page)
    page.get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog", name="Create an account")
    verify_email(dialog, site, "in.sight@example.net")
    dialog.locator("#register-confirm").scroll_into_view_if_needed()
    expect(dialog.get_by_role("heading", name="Create an account")).to_be_in_viewport()
    expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport()
    dialog.get_by_role("button", name="Next", exact=True).click()
    expect(dialog.get_by_text("Password is required")).to_be_visible()


def test_the_same_toast_is_shown_once_and_at_most_three_at_a_time(visitor: Visitor):
    page = visitor("/about")
    alive(page)
    say = "text => window.dispatchEvent(new CustomEvent('marketplace:toast', { detail: { kind: 'info', text } }))"
    for text in ("one", "one", "two", "three", "four", "four"):
        page.evaluate(say, text)
    expect(page.locator('section[aria-label^="Notifications"] li')).to_have_text(["four", "three", "two"])
