"""Resetting a forgotten password on the page and in the modal, and changing a password."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import PASSWORD, alive, choose_kind, fill_login, open_login, toast, welcomed
from tests.e2e.posting import signed_in
from tests.e2e.test_security import join

Visitor = Callable[..., Page]
NEW = "another long pass phrase"


def status(site: Site, kind: str, email: str, password: str) -> int:
    """Return the API's response to a login."""
    return calls.post(f"{site.url}/api/{kind}/login", json={"email": email, "password": password}).status_code


def second_step(page: Page, name: str, code: str, new: str, again: str) -> None:
    """Fill in and submit step 2."""
    page.locator(f"#{name}-otp").fill(code)
    page.locator(f"#{name}-new").fill(new)
    page.locator(f"#{name}-confirm").fill(again)
    page.get_by_role("button", name="Reset Password").click()


@pytest.mark.parametrize("kind", ["user", "seller"])
def test_reset_on_the_page(visitor: Visitor, site: Site, kind: str):
    email = f"forgetful.{kind}@example.net"
    join(site, email, kind)
    seen = len(site.mails_to(email))
    page = visitor("/forgotpassword")
    expect(page.get_by_role("radio", name="User")).to_be_checked()
    page.get_by_text("Seller" if kind == "seller" else "User", exact=True).first.click()
    page.get_by_role("button", name="Send OTP").click()
    expect(page.get_by_role("alert")).to_contain_text("Email is required")
    page.locator("#forgot-email").fill(email)
    page.get_by_role("button", name="Send OTP").click()
    toast(page, "OTP sent to your email")
    expect(page.locator("#forgot-email-locked")).to_have_value(email)
    expect(page.locator("#forgot-email-locked")).not_to_be_editable()
    code = site.code_for(email, seen=seen)
    second_step(page, "forgot", "", "", "")
    expect(page.get_by_role("alert")).to_contain_text("OTP and new password are required")
    second_step(page, "forgot", code, NEW, f"{NEW}?")
    expect(page.get_by_role("alert")).to_contain_text("Passwords do not match")
    second_step(page, "forgot", f"{(int(code) + 1) % 1_000_000:06d}", NEW, NEW)
    expect(page.get_by_role("alert")).to_contain_text("Invalid or expired OTP.")
    second_step(page, "forgot", code, NEW, NEW)
    toast(page, "Password reset successfully")
    expect(page).to_have_url(f"{site.url}/")
    assert [status(site, kind, email, each) for each in (PASSWORD, NEW)] == [401, 200]


def test_reset_in_the_modal_returns_to_the_login(visitor: Visitor, site: Site):
    email = "forgetful.modal@example.net"
    join(site, email, "seller")
    seen = len(site.mails_to(email))
    page = visitor("/about")
    open_login(page, seller=True)
    page.get_by_role("button", name="Forgot password?").click()
    expect(page.locator("#forgot-modal-email")).to_be_visible()
    choose_kind(page, seller=True)
    page.locator("#forgot-modal-email").fill(email)
    page.get_by_role("dialog").get_by_role("button", name="Send OTP").click()
    toast(page, "OTP sent to your email")
    second_step(page, "forgot-modal", site.code_for(email, seen=seen), NEW, NEW)
    toast(page, "Password reset successfully")
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()
    fill_login(page, email, NEW)
    welcomed(page)


def test_change_ends_other_sessions(visitor: Visitor, site: Site):
    email = "changing@example.net"
    join(site, email)
    page, other = visitor("/favicon.svg"), visitor("/favicon.svg")
    for each in (page, other):
        signed_in(each, "user", email, PASSWORD)
    other.goto("/about")
    page.goto("/user/profile")
    alive(page)
    form = page.locator("form").filter(has=page.get_by_role("button", name="Change Password"))

    def change(current: str, new: str, again: str) -> None:
        form.locator("#current_password").fill(current)
        form.locator("#new_password").fill(new)
        form.locator("#confirm_password").fill(again)
        form.get_by_role("button", name="Change Password").click()

    expect(form).to_be_visible()
    change("not it", NEW, NEW)
    expect(form.get_by_role("alert")).to_contain_text("The current password is wrong")
    change(PASSWORD, NEW, f"{NEW}?")
    expect(form.get_by_role("alert")).to_contain_text("Passwords do not match!")
    change(PASSWORD, "short", "short")
    expect(form.get_by_role("alert")).to_contain_text(re.compile("at least 6", re.IGNORECASE))
    change(PASSWORD, NEW, NEW)
    toast(page, "Password changed.")
    other.reload()
    expect(other.get_by_role("button", name="Register / Sign In").first).to_be_visible()
    page.reload()
    expect(form).to_be_visible()
    assert [status(site, "user", email, each) for each in (PASSWORD, NEW)] == [401, 200]


def test_moderator_resets_the_password_below_the_administrators_login(visitor: Visitor, site: Site):
    email = "forgetful.moderator@example.net"
    admin = calls.post(f"{site.url}/api/admin/login", json={"email": "admin@example.com", "password": "demo1234"})
    headers = {"Authorization": f"Bearer {admin.json()['token']}"}
    made = calls.post(f"{site.url}/api/admin/accounts/moderators", json={"email": email}, headers=headers)
    assert made.status_code == 201, made.text
    page = visitor("/admin/login")
    alive(page)
    page.get_by_role("button", name="Forgot password?").click()
    page.locator("#staff-email").fill(email)
    page.get_by_role("button", name="Send OTP").click()
    toast(page, "OTP sent to your email")
    second_step(page, "staff", site.code_for(email), NEW, NEW)
    toast(page, "Password reset successfully")
    page.locator("#admin-email").fill(email)
    page.locator("#admin-password").fill(NEW)
    page.get_by_role("button", name="Sign In", exact=True).click()
    expect(page).to_have_url(re.compile("/admin$"))
