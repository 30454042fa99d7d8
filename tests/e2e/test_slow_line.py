"""A followed link on a slow line: what the page showed before is neither shown nor acted on under the new address."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.posting import signed_in

Visitor = Callable[..., Page]


def test_the_ad_before_is_not_on_the_desk_while_the_next_one_comes(visitor: Visitor):
    page = visitor("/about")
    signed_in(page, "admin", "admin@example.com")
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    is_slow = False

    def between(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()
        server.on_message(lambda words: held.append((browser, words)) if is_slow else browser.send(words))

    page.route_web_socket(re.compile("_event"), between)
    page.goto("/admin/queue")
    review = page.get_by_role("link", name="Review", exact=True)
    approve = page.get_by_role("button", name="Approve", exact=True)
    review.first.click()
    expect(approve).to_be_visible(timeout=20_000)
    seen = page.get_by_role("heading", level=1).inner_text()
    page.locator("main").get_by_role("link", name="Review queue").click()
    expect(review.nth(1)).to_be_visible(timeout=20_000)
    is_slow = True
    review.nth(1).click()
    expect(page).to_have_url(re.compile("/admin/queue/.+"), timeout=20_000)
    expect(page.locator("main .skeleton").first).to_be_visible(timeout=20_000)
    # Its keys would decide an ad that nobody has seen.
    expect(page.get_by_role("heading", name=seen, level=1)).to_have_count(0)
    expect(approve).to_have_count(0)
    is_slow = False
    for browser, words in held:
        browser.send(words)
    expect(approve).to_be_visible(timeout=20_000)
    expect(page.get_by_role("heading", name=seen, level=1)).to_have_count(0)
