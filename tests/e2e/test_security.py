"""Login, sessions and account deletion on the served site."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import PASSWORD, alive, fill_login, open_login, toast
from tests.e2e.posting import signed_in

Visitor = Callable[..., Page]
SESSION = "marketplace_session"


def join(site: Site, email: str, kind: str = "user") -> None:
    """Register an account through the API."""
    api, who = f"{site.url}/api", {"email": email, "userType": kind}
    assert calls.post(f"{api}/auth/sendOtpRegister", json=who).status_code == 200
    code = site.code_for(email)
    assert calls.post(f"{api}/auth/verifyOtpRegister", json={**who, "otp": code}).status_code == 200
    body = {"name": "Asha Rao", "email": email, "username": email.partition("@")[0], "phone": "98765 43210"}
    body |= {"password": PASSWORD, "confirm_password": PASSWORD, "address": "12, 1st Cross", "place": "Indiranagar"}
    body |= {"whatsapp": "98765 43210", "sellerType": "person"} if kind == "seller" else {}
    answer = calls.post(f"{api}/{kind}", json=body)
    assert answer.status_code == 201, answer.text


def bearer(site: Site, kind: str, email: str, password: str = "demo1234") -> tuple[dict[str, str], dict]:
    """Return headers for API calls as this account, and the response to the login."""
    told = calls.post(f"{site.url}/api/{kind}/login", json={"email": email, "password": password}).json()
    return {"Authorization": f"Bearer {told['token']}"}, told


def submit(page: Page, email: str, password: str) -> None:
    """Submit the login modal, whatever the result."""
    dialog = page.get_by_role("dialog", name="Sign in")
    dialog.locator("#login-email").fill(email)
    dialog.locator("#login-password").fill(password)
    dialog.get_by_role("button", name="Sign In").click()


def session_cookie(page: Page) -> dict:
    (cookie,) = [cookie for cookie in page.context.cookies() if cookie.get("name") == SESSION]
    return dict(cookie)


def test_remember_me_sets_the_lifetime_of_the_cookie(visitor: Visitor, site: Site):
    page = visitor("/about")
    # A session that somebody planted is not taken over.
    planted = [{"name": name, "value": "planted", "url": site.url} for name in (SESSION, "XSRF-TOKEN")]
    page.context.add_cookies(planted)  # pyright: ignore
    open_login(page, seller=False)
    fill_login(page, "buyer@example.com", "demo1234")
    kept = session_cookie(page)
    assert kept["value"] != "planted"
    assert kept["expires"] == -1
    assert (kept["httpOnly"], kept["sameSite"]) == (True, "Lax")
    assert page.evaluate("document.cookie").find(SESSION) == -1
    stored = page.evaluate("JSON.stringify([sessionStorage, localStorage])")
    assert kept["value"] not in stored
    record = json.loads(page.evaluate("sessionStorage.getItem('user')"))
    assert sorted(record) == ["id", "type", "username"]

    other = visitor("/about")
    open_login(other, seller=False)
    other.get_by_role("dialog", name="Sign in").get_by_text("Remember me").click()
    fill_login(other, "buyer@example.com", "demo1234")
    lives = datetime.fromtimestamp(session_cookie(other)["expires"], UTC) - datetime.now(UTC)
    assert timedelta(days=29, hours=23) < lives <= timedelta(days=30)


def test_logout_and_login_work_without_the_xsrf_cookie(visitor: Visitor, watch: Watch):
    watch.expect("status of 403")
    page = visitor("/favicon.svg")
    signed_in(page, "seller", "seller@example.com")
    page.goto("/seller/profile")
    alive(page)
    session = session_cookie(page)
    page.context.clear_cookies(name="XSRF-TOKEN")
    page.get_by_role("button", name="Logout").first.click()
    toast(page, "Logged out successfully")
    expect(page.get_by_role("button", name="Register / Sign In").first).to_be_visible()
    assert SESSION not in {cookie.get("name") for cookie in page.context.cookies()}
    # The cookie of an ended session, without the XSRF cookie.
    page.context.add_cookies([session])  # pyright: ignore
    page.reload()
    open_login(page, seller=True)
    fill_login(page, "seller@example.com", "demo1234")
    assert session_cookie(page)["value"] != session["value"]


def test_tab_keeps_its_new_client_token_after_logout(visitor: Visitor):
    def token() -> str:
        return page.evaluate("sessionStorage.getItem('token')")

    page = visitor("/about")
    open_login(page, seller=True)
    anonymous = token()
    fill_login(page, "seller@example.com", "demo1234")
    page.goto("/seller/profile")
    alive(page)
    expect(page.get_by_role("button", name="Logout").first).to_be_visible()
    assert token() == anonymous
    page.get_by_role("button", name="Logout").first.click()
    expect(page.get_by_role("button", name="Register / Sign In").first).to_be_visible()
    # Between the old token and the new one there is none.
    new_token = "old => ![null, old].includes(sessionStorage.getItem('token'))"
    page.wait_for_function(new_token, arg=anonymous)
    given = token()
    page.reload()
    expect(page.get_by_role("button", name="Register / Sign In").first).to_be_visible()
    assert token() == given


def test_logout_works_with_a_planted_xsrf_cookie(visitor: Visitor, watch: Watch):
    watch.expect("status of 403")
    page = visitor("/favicon.svg")
    signed_in(page, "seller", "seller@example.com")
    page.goto("/seller/profile")
    alive(page)
    (right,) = [cookie for cookie in page.context.cookies() if cookie.get("name") == "XSRF-TOKEN"]
    page.context.add_cookies([{**right, "value": "planted"}])  # pyright: ignore
    page.get_by_role("button", name="Logout").first.click()
    toast(page, "Logged out successfully")


def test_suspended_login_shows_the_reason_and_guesses_are_limited(visitor: Visitor, site: Site, watch: Watch):
    watch.expect("status of 40[13]|status of 429")
    join(site, "suspended@example.net")
    join(site, "guessed@example.net")
    headers, _ = bearer(site, "admin", "admin@example.com")
    _, told = bearer(site, "user", "suspended@example.net", PASSWORD)
    answer = calls.post(
        f"{site.url}/api/admin/accounts/{told['userId']}/suspend", json={"reason": "Fake offers"}, headers=headers
    )
    assert answer.status_code == 200, answer.text
    page = visitor("/about")
    open_login(page, seller=False)
    submit(page, "suspended@example.net", PASSWORD)
    alert = page.get_by_role("dialog", name="Sign in").get_by_role("alert")
    expect(alert).to_contain_text("This account is suspended: Fake offers")

    for _ in range(10):
        calls.post(f"{site.url}/api/user/login", json={"email": "guessed@example.net", "password": "wrong"})
    refused = calls.post(f"{site.url}/api/user/login", json={"email": "guessed@example.net", "password": PASSWORD})
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
    submit(page, "guessed@example.net", PASSWORD)
    expect(alert).to_contain_text("Too many requests. Please try again in")


def test_sessions_are_listed_and_ended_everywhere(visitor: Visitor, site: Site):
    email = "everywhere@example.net"
    join(site, email)
    phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1"
    page, other = visitor("/favicon.svg"), visitor("/favicon.svg", user_agent=phone)
    for each in (page, other):
        signed_in(each, "user", email, PASSWORD)
    other.goto("/about")
    page.goto("/user/profile")
    alive(page)
    expect(page.get_by_text("This device")).to_be_visible()
    expect(page.get_by_text("iPhone").first).to_be_visible()
    expect(page.get_by_text(re.compile("last seen", re.IGNORECASE)).first).to_be_visible()
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_text("iPhone")).to_have_count(0)
    other.reload()
    expect(other.get_by_role("button", name="Register / Sign In").first).to_be_visible()
    page.reload()
    expect(page.get_by_text("This device")).to_be_visible()
    # A mail tells the owner about the new device.
    site.mail_to(email, "iPhone")


@pytest.mark.parametrize("kind", ["user", "seller"])
def test_account_is_exported_and_deleted(visitor: Visitor, site: Site, kind: str):
    email = f"leaving.{kind}@example.net"
    join(site, email, kind)
    page = visitor("/favicon.svg")
    signed_in(page, kind, email, PASSWORD)
    page.goto("/user/profile" if kind == "user" else "/seller/profile")
    alive(page)
    page.get_by_role("button", name="Download my data").click()
    dialog = page.locator("#own-data")
    dialog.get_by_label("Password").fill("not it")
    dialog.get_by_role("button", name="Download", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("The password is wrong.")
    dialog.get_by_label("Password").fill(PASSWORD)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download", exact=True).click()
    archive = download.value.path().read_text()
    assert email in archive
    assert "argon2" not in archive
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Delete my account").first.click()
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete my account").click()
    toast(page, "Your account has been deleted.")
    expect(page.get_by_role("button", name="Register / Sign In").first).to_be_visible()
    answer = calls.post(f"{site.url}/api/{kind}/login", json={"email": email, "password": PASSWORD})
    assert answer.status_code == 401


def test_an_action_that_needs_a_login_is_carried_out_after_it(visitor: Visitor, site: Site):
    ad = calls.get(f"{site.url}/api/product/rent", params={"limit": 1}).json()["products"][0]
    page = visitor(f"/products/{ad['_id']}")
    alive(page)
    page.locator("#app-content main").get_by_role("button", name="Chat Now").first.click()
    toast(page, "Please login to chat with the seller")
    fill_login(page, "buyer@example.com", "demo1234")
    expect(page).to_have_url(re.compile("/user/messages"))
    expect(page.get_by_role("region", name="Conversation")).to_be_visible()
