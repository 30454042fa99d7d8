"""Setting up a second factor, and where a login may redirect."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pyotp.totp import TOTP

from marketplace.core import clock
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import alive, fill_login, open_login, register, toast, welcomed

pytestmark = pytest.mark.slow
Visitor = Callable[..., Page]


def test_second_factor_from_setup_to_login(visitor: Visitor, site: Site, watch: Watch):
    # The browser itself writes a line for each answer 401.
    watch.expect("status of 401")
    page, email = visitor(), "factor@example.org"
    register(page, site, email, "factor", "Asha Rao", seller=False)
    page.goto("/user/profile")
    alive(page)
    page.locator("#factor-password").fill("wrong")
    page.get_by_role("button", name="Set up two-step sign-in").click()
    expect(page.get_by_text("The password is wrong.")).to_be_visible()
    page.locator("#factor-password").fill("a long pass phrase")
    page.get_by_role("button", name="Set up two-step sign-in").click()
    expect(page.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()
    app = TOTP(page.locator("code").first.inner_text())
    page.locator("#factor-code").fill(app.at(clock.now()))
    page.get_by_role("button", name="Turn on").click()
    toast(page, "Two-step sign-in is on.")
    expect(page.get_by_text("Recovery codes, in case you lose the app")).to_be_visible()
    recovery = page.get_by_role("status").locator("code").first.inner_text()

    other = visitor()
    open_login(other, seller=False)
    dialog = other.get_by_role("dialog", name="Sign in")
    expect(dialog.locator("#login-code")).to_be_hidden()
    dialog.locator("#login-email").fill(email)
    dialog.locator("#login-password").fill("a long pass phrase")
    dialog.get_by_role("button", name="Sign In").click()
    code = dialog.locator("#login-code")
    expect(code).to_be_focused()
    code.fill("000000")
    dialog.get_by_role("button", name="Sign In").click()
    expect(dialog.get_by_role("alert")).to_contain_text("That code is wrong.")
    code.fill(recovery)
    dialog.get_by_role("button", name="Sign In").click()
    welcomed(other)


@pytest.mark.parametrize("path", ["//elsewhere.example/", "/\\elsewhere.example/"])
def test_login_redirects_to_own_pages_only(visitor: Visitor, site: Site, watch: Watch, path: str):
    watch.expect("status of 404")
    page = visitor()
    page.goto(site.url + path)
    open_login(page, seller=False)
    fill_login(page, "buyer@example.com", "demo1234")
    assert page.url.startswith(site.url)
