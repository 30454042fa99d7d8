"""A rejected form shows its errors and moves the focus to the first one."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import PASSWORD, alive, fill_registration, next_step, open_login, verify_email

Visitor = Callable[..., Page]


def live(page: Page) -> None:
    """Wait for hydration and for the network to be idle."""
    alive(page)
    page.wait_for_load_state("networkidle")


def marked(control: Locator, words: str) -> None:
    """Expect an invalid control with an error beside it and with the focus."""
    expect(control).to_have_attribute("aria-invalid", "true")
    expect(control).to_be_focused()
    expect(control).to_have_accessible_description(re.compile(re.escape(words)))


def test_enquiry_without_dates(visitor: Visitor, site: Site):
    ad = calls.get(f"{site.url}/api/product/rent", params={"limit": "1"}).json()["products"][0]
    page = visitor("/favicon.svg")
    tour.sign_in(page, "buyer")
    page.goto(f"/products/{ad['_id']}")
    live(page)
    words = "Please select both pickup and drop date & time"
    page.get_by_role("button", name="Enquire").click()
    marked(page.locator("#pickup"), words)
    # The error is shown at its field only.
    expect(page.get_by_text(words)).to_have_count(1)
    # Submitting again without a change shows the same error.
    page.get_by_role("button", name="Enquire").click()
    expect(page.locator("#pickup")).to_be_focused()
    page.locator("#pickup").fill("2031-05-05T10:00")
    expect(page.locator("#pickup")).to_have_attribute("aria-invalid", "false")
    page.get_by_role("button", name="Enquire").click()
    marked(page.locator("#drop"), words)


@pytest.mark.parametrize("seller", [False, True])
def test_empty_registration(visitor: Visitor, site: Site, seller: bool):
    page = visitor("/about")
    live(page)
    open_login(page, seller=seller)
    page.get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog", name="Create an account")
    go_on = dialog.get_by_role("button", name="Next", exact=True)
    go_on.click()
    marked(dialog.locator("#register-email"), "Please verify your email with OTP first.")
    dialog.get_by_role("button", name="Send OTP").click()
    marked(dialog.locator("#register-email"), "Please enter your email before requesting OTP.")
    verify_email(dialog, site, f"empty.{seller}@example.net".lower())
    go_on.click()
    marked(dialog.locator("#register-name"), "Full Name is required")
    for name in ("username", "phone", "password"):
        expect(dialog.locator(f"#register-{name}")).to_have_attribute("aria-invalid", "true")
    person = {"name": "Empty", "username": f"empty.{seller}", "phone": "98765 43210", "password": PASSWORD}
    fill_registration(dialog, {**person, "confirm": "something else"})
    go_on.click()
    marked(dialog.locator("#register-confirm"), "Passwords do not match!")
    fill_registration(dialog, {"confirm": PASSWORD})
    next_step(dialog, "Where you are")
    dialog.get_by_role("button", name="Create account").click()
    marked(dialog.locator("#register-place"), "Place is required")
    for name in ("address", *(("whatsapp",) if seller else ())):
        expect(dialog.locator(f"#register-{name}")).to_have_attribute("aria-invalid", "true")


def test_newsletter_with_an_invalid_email(visitor: Visitor):
    page = visitor("/about")
    live(page)
    box = page.locator("footer form")
    # The browser itself rejects an empty field, but accepts this one.
    box.get_by_label("Newsletter").fill("nobody@nowhere")
    box.get_by_role("button", name="Subscribe").click()
    expect(box.get_by_role("alert")).not_to_be_empty()
    marked(box.get_by_label("Newsletter"), box.get_by_role("alert").inner_text())


def test_password_reset_step_by_step(visitor: Visitor):
    page = visitor("/forgotpassword")
    live(page)
    page.get_by_role("button", name="Send OTP").click()
    marked(page.locator("#forgot-email"), "Email is required")
    page.locator("#forgot-email").fill("buyer@example.com")
    page.get_by_role("button", name="Send OTP").click()
    page.get_by_role("button", name="Reset Password").click()
    marked(page.locator("#forgot-otp"), "OTP and new password are required")
    page.locator("#forgot-otp").fill("123456")
    page.locator("#forgot-new").fill("something long")
    page.locator("#forgot-confirm").fill("something else")
    page.get_by_role("button", name="Reset Password").click()
    marked(page.locator("#forgot-confirm"), "Passwords do not match")


def test_own_profile_and_password(visitor: Visitor):
    page = visitor("/favicon.svg")
    tour.sign_in(page, "buyer")
    page.goto("/user/profile")
    expect(page.locator("#phone")).not_to_have_value("")
    live(page)
    page.locator("#phone").fill("")
    page.locator("#place").fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    marked(page.locator("#phone"), "Phone Number is required")
    page.locator("#new_password").fill("short")
    page.locator("#confirm_password").fill("shorter")
    page.get_by_role("button", name="Change Password").click()
    marked(page.locator("#confirm_password"), "Passwords do not match!")


def test_focus_stays_if_the_user_has_moved_it(visitor: Visitor):
    page = visitor("/forgotpassword")
    live(page)
    page.evaluate(
        """() => {
          document.querySelector("main form").requestSubmit();
          document.querySelector("#newsletter-email").focus();
        }"""
    )
    expect(page.locator("#forgot-email")).to_have_attribute("aria-invalid", "true")
    page.wait_for_timeout(300)
    expect(page.locator("#newsletter-email")).to_be_focused()
