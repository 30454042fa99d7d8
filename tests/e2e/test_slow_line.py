"""Navigation on a slow connection never shows or acts on data of the previous URL."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.people import alive
from tests.e2e.posting import signed_in

Visitor = Callable[..., Page]


class Line:
    """The websocket of pages opened from now on; while it is slow, messages of the server are held back."""

    def __init__(self, page: Page):
        self.is_slow = False
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket(re.compile("_event"), self._connect)

    def _connect(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()
        server.on_message(lambda words: self._held.append((browser, words)) if self.is_slow else browser.send(words))

    def catch_up(self) -> None:
        """Deliver the messages held back, in order; later ones queue behind them."""
        while self._held:
            browser, words = self._held.pop(0)
            browser.send(words)
        self.is_slow = False


def test_previous_ad_is_hidden_while_the_next_one_loads(visitor: Visitor):
    page = visitor("/favicon.svg")
    signed_in(page, "admin", "admin@example.com")
    line = Line(page)
    page.goto("/admin/queue")
    alive(page)
    review = page.get_by_role("link", name="Review", exact=True)
    approve = page.get_by_role("button", name="Approve", exact=True)
    review.first.click()
    expect(approve).to_be_visible()
    seen = page.get_by_role("heading", level=1).inner_text()
    page.locator("main").get_by_role("link", name="Review queue").click()
    expect(review.nth(1)).to_be_visible()
    line.is_slow = True
    review.nth(1).click()
    expect(page).to_have_url(re.compile("/admin/queue/.+"))
    expect(page.locator("main .skeleton").first).to_be_visible()
    # Otherwise a shortcut would decide an ad that the admin has not seen.
    expect(page.get_by_role("heading", name=seen, level=1)).to_have_count(0)
    expect(approve).to_have_count(0)
    line.catch_up()
    expect(approve).to_be_visible()
    expect(page.get_by_role("heading", name=seen, level=1)).to_have_count(0)


def test_login_right_after_choosing_a_kind_uses_that_kind(visitor: Visitor):
    page = visitor("/about")
    line = Line(page)
    page.reload()
    alive(page)
    page.get_by_role("button", name="Register / Sign In").first.click()
    dialog = page.get_by_role("dialog", name="Sign in")
    dialog.locator("#login-email").fill("seller@example.com")
    dialog.locator("#login-password").fill("demo1234")
    line.is_slow = True
    dialog.get_by_text("Post Your Ad", exact=True).click()
    expect(dialog.get_by_role("radio", name="Post Your Ad")).to_be_checked()
    dialog.get_by_role("button", name="Sign In").click()
    expect(page).to_have_url(re.compile("/seller/dashboard"))
