"""What people of the browser tests do again and again."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site

PASSWORD = "a long pass phrase"


def jpeg(path: Path, colour: str) -> Path:
    """A real JPEG, as large as a phone makes them."""
    image = Image.new("RGB", (2400, 1800), colour)
    draw = ImageDraw.Draw(image)
    for step in range(0, 2400, 60):
        draw.ellipse((step, step // 2, step + 420, step // 2 + 420), outline="white", width=8)
    image.save(path, "JPEG", quality=92)
    return path


def open_login(page: Page, *, seller: bool) -> None:
    """The login modal, for the kind of account."""
    page.get_by_role("button", name="Register / Sign In").first.click()
    choose_kind(page, seller=seller)


def choose_kind(page: Page, *, seller: bool) -> None:
    """Browse Ads or Post Your Ad, in the modal that is open; what is sent next is sent as that kind."""
    words = "Post Your Ad" if seller else "Browse Ads"
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(words, exact=True).click()
    expect(dialog.get_by_role("radio", name=words)).to_be_checked()


def register(page: Page, site: Site, email: str, username: str, name: str, *, seller: bool) -> None:
    """Open an account through the registration modal, with the code from the mail outbox."""
    open_login(page, seller=seller)
    page.get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog", name="Create an account")
    texts = {
        "name": name,
        "username": username,
        "phone": "98765 43210",
        "place": "Indiranagar",
        "address": "12, 1st Cross",
    }
    texts |= {"whatsapp": "98765 43210"} if seller else {"city": "Bengaluru", "state": "Karnataka"}
    for field, value in texts.items():
        dialog.locator(f"#register-{field}").fill(value)
    dialog.locator("#register-password").fill(PASSWORD)
    dialog.locator("#register-confirm").fill(PASSWORD)
    dialog.locator("#register-email").fill(email)
    dialog.get_by_role("button", name="Send OTP").click()
    code = dialog.locator("#register-otp")
    expect(code).to_be_visible()
    code.fill(site.code_for(email))
    dialog.get_by_role("button", name="Create account").click()
    expect(dialog.get_by_role("status").filter(has_text="Your account has been created.")).to_be_visible()
    dialog.get_by_role("button", name="Sign In").click()


def fill_login(page: Page, email: str, password: str = PASSWORD) -> None:
    """Fill in and send the login modal that is open, and wait until somebody is signed in."""
    dialog = page.get_by_role("dialog", name="Sign in")
    dialog.locator("#login-email").fill(email)
    dialog.locator("#login-password").fill(password)
    dialog.get_by_role("button", name="Sign In").click()
    welcomed(page)


def welcomed(page: Page) -> None:
    """The page that follows a login knows who looks at it; while it loads, nothing stands there at all."""
    account = page.locator("#app-content header").get_by_role("navigation", name="Account", include_hidden=True)
    expect(account).to_have_count(1)
    alive(page)


def sign_in(page: Page, email: str, password: str = PASSWORD, *, seller: bool = False) -> None:
    """Sign in from any page."""
    open_login(page, seller=seller)
    fill_login(page, email, password)


def alive(page: Page) -> None:
    """The app has taken the page over: what can be seen is its own, and it hears what is done."""
    expect(page.locator("html[data-live]")).to_be_attached()
    expect(page.locator("#first-paint")).to_have_count(0)


def answered(page: Page) -> None:
    """The list answers the address: what is shown is no longer what was asked before."""
    address = urlsplit(page.url)
    whole = json.dumps(address.path + (f"?{address.query}" if address.query else ""))
    expect(page.locator("#first-paint")).to_have_count(0)
    expect(page.locator(f'#app-content [aria-busy="false"][data-answers={whole}]')).to_be_visible()


def toast(page: Page, text: str | re.Pattern[str]) -> None:
    """A toast with these words appears."""
    # Not by its role: while a dialog is open, the rest of the page has none.
    corner = page.locator('section[aria-label^="Notifications"]')
    expect(corner.locator("li").filter(has_text=text).first).to_be_visible()


def stop_clock(page: Page) -> None:
    """From now on what a page shows for a moment only stays; `page.clock.run_for` lets time pass."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))


def no_polls(page: Page) -> None:
    """From the next page load on, what comes to this tab has come by itself: nothing is asked for every so many seconds."""
    page.add_init_script(
        "{ const every = window.setInterval;"
        " window.setInterval = (run, ms, ...rest) => (ms >= 10_000 ? 0 : every(run, ms, ...rest)); }"
    )


def until(page: Page, met: Callable[[], bool]) -> None:
    """Wait for what no expectation can be written for, while the page goes on.

    `page.wait_for_function` can't: it fails at its second look, as our pages' policy forbids to evaluate a text.
    """
    deadline = time.monotonic() + 30
    while not met():
        assert time.monotonic() < deadline, "it never came"
        page.wait_for_timeout(100)
