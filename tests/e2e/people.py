"""Steps that several browser tests share."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from PIL import Image, ImageDraw
from playwright.sync_api import Locator, Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site

PASSWORD = "a long pass phrase"
_TIMEOUT_MS = 20_000


def jpeg(path: Path, colour: str) -> Path:
    """Make a real JPEG of the size of a phone's photo."""
    image = Image.new("RGB", (2400, 1800), colour)
    draw = ImageDraw.Draw(image)
    for step in range(0, 2400, 60):
        draw.ellipse((step, step // 2, step + 420, step // 2 + 420), outline="white", width=8)
    image.save(path, "JPEG", quality=92)
    return path


def new_account(site: Site, email: str, username: str, *, seller: bool = False) -> str:
    """Register an account with the API, and return its bearer token."""
    kind = "seller" if seller else "user"
    body = {"email": email, "userType": kind}
    calls.post(f"{site.url}/api/auth/sendOtpRegister", json=body)
    calls.post(f"{site.url}/api/auth/verifyOtpRegister", json=body | {"otp": site.code_for(email)})
    person = {"name": "Asha Rao", "phone": "98765 43210", "whatsapp": "98765 43210", "address": "12, 1st Cross"}
    person |= {"place": "Indiranagar", "username": username, "email": email, "password": PASSWORD}
    made = calls.post(f"{site.url}/api/{kind}", json=person)
    assert made.status_code == 201, made.text
    return calls.post(f"{site.url}/api/{kind}/login", json={"email": email, "password": PASSWORD}).json()["token"]


def open_login(page: Page, *, seller: bool) -> None:
    """Open the login modal for the account kind."""
    page.get_by_role("button", name="Register / Sign In").first.click()
    choose_kind(page, seller=seller)


def choose_kind(page: Page, *, seller: bool) -> None:
    """Choose Browse Ads or Post Your Ad in the open modal."""
    words = "Post Your Ad" if seller else "Browse Ads"
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(words, exact=True).click()
    expect(dialog.get_by_role("radio", name=words)).to_be_checked()


def register(page: Page, site: Site, email: str, username: str, name: str, *, seller: bool) -> None:
    """Register an account through the modal, with the code from the mail outbox; it signs in."""
    open_login(page, seller=seller)
    page.get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog", name="Create an account")
    verify_email(dialog, site, email)
    person = {"name": name, "username": username, "phone": "98765 43210", "password": PASSWORD, "confirm": PASSWORD}
    fill_registration(dialog, person)
    next_step(dialog, "Where you are")
    address = {"place": "Indiranagar", "address": "12, 1st Cross"}
    address |= {"whatsapp": "98765 43210"} if seller else {"city": "Bengaluru", "state": "Karnataka"}
    fill_registration(dialog, address)
    dialog.get_by_role("button", name="Create account").click()
    expect(dialog.get_by_role("status").filter(has_text="Your account has been created.")).to_be_visible()
    welcomed(page)


def verify_email(dialog: Locator, site: Site, email: str) -> None:
    """Pass the first step of the registration, with the code from the mail outbox."""
    dialog.locator("#register-email").fill(email)
    dialog.get_by_role("button", name="Send OTP").click()
    code = dialog.locator("#register-otp")
    expect(code).to_be_visible()
    code.fill(site.code_for(email))
    # The last digit opens the next step.
    expect(dialog.get_by_role("heading", name="About you")).to_be_focused()


def fill_registration(dialog: Locator, values: dict[str, str]) -> None:
    """Fill in fields of the open step of the registration."""
    for field, value in values.items():
        dialog.locator(f"#register-{field}").fill(value)


def next_step(dialog: Locator, title: str) -> None:
    """Go to the next step of the registration."""
    dialog.get_by_role("button", name="Next", exact=True).click()
    expect(dialog.get_by_role("heading", name=title)).to_be_focused()


def fill_login(page: Page, email: str, password: str = PASSWORD) -> None:
    """Fill in and submit the open login modal, and wait for the login."""
    dialog = page.get_by_role("dialog", name="Sign in")
    dialog.locator("#login-email").fill(email)
    dialog.locator("#login-password").fill(password)
    dialog.get_by_role("button", name="Sign In").click()
    welcomed(page)


def welcomed(page: Page) -> None:
    """Wait until the page after a login shows the account; while it loads, it shows neither state."""
    account = page.locator("#app-content header").get_by_role("navigation", name="Account", include_hidden=True)
    expect(account).to_have_count(1)
    alive(page)


def sign_in(page: Page, email: str, password: str = PASSWORD, *, seller: bool = False) -> None:
    """Sign in from any page."""
    open_login(page, seller=seller)
    fill_login(page, email, password)


def alive(page: Page) -> None:
    """Wait for hydration: the app has taken over the server-rendered page and handles events."""
    # Faster than `expect`, which polls.
    page.locator("html[data-live]").wait_for(state="attached", timeout=_TIMEOUT_MS)


@contextmanager
def loaded_again(page: Page) -> Iterator[None]:
    """Expect the block to load a page from the server, and wait for its hydration."""
    with page.expect_navigation():
        yield
    alive(page)


def answered(page: Page) -> None:
    """Wait until the list shows the results of the current URL."""
    address = urlsplit(page.url)
    whole = json.dumps(address.path + (f"?{address.query}" if address.query else ""))
    expect(page.locator("html[data-live]")).to_be_attached()
    expect(page.locator(f'#app-content [aria-busy="false"][data-answers={whole}]')).to_be_visible()


def toast(page: Page, text: str | re.Pattern[str]) -> None:
    """Expect a toast with this text."""
    # Not by its role: while a dialog is open, the rest of the page has none.
    corner = page.locator('section[aria-label^="Notifications"]')
    expect(corner.locator("li").filter(has_text=text).first).to_be_visible()


def stop_clock(page: Page) -> None:
    """Stop the clock, so that temporary content stays; `page.clock.run_for` lets time pass."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))


def no_polls(page: Page) -> None:
    """Turn polling off from the next page load on, so that every change comes from live updates."""
    page.add_init_script(
        "{ const every = window.setInterval;"
        " window.setInterval = (run, ms, ...rest) => (ms >= 10_000 ? 0 : every(run, ms, ...rest)); }"
    )


def until(page: Page, met: Callable[[], bool]) -> None:
    """Wait for a condition that no expectation can express, while the page keeps running.

    `page.wait_for_function` fails at its second check: the pages' security policy forbids `eval`.
    """
    deadline = time.monotonic() + 30
    while not met():
        assert time.monotonic() < deadline, "the condition was never met"
        page.wait_for_timeout(100)


def check_styled(box: Locator) -> None:
    """Check a radio button or checkbox that is drawn by its label."""
    # In the middle, not behind the bar at the bottom of a phone.
    box.evaluate("node => node.scrollIntoView({ block: 'center' })")
    box.check(force=True)
