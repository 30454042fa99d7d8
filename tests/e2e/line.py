"""A slow connection between a page and the server."""

import re

from playwright.sync_api import Page, WebSocketRoute


class Line:
    """The websocket of pages opened from now on; while it is slow, messages of the server are held back."""

    def __init__(self, page: Page):
        self.is_slow = False
        self._page = page
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket(re.compile("_event"), self._connect)

    def _connect(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()
        server.on_message(lambda words: self._held.append((browser, words)) if self.is_slow else browser.send(words))

    def deliver(self) -> None:
        """Wait for the server's next message, and deliver the messages held back, in order; later ones are held."""
        while not self._held:
            self._page.wait_for_timeout(20)
        while self._held:
            browser, words = self._held.pop(0)
            browser.send(words)

    def catch_up(self) -> None:
        """Deliver the messages held back, and from now on every message at once."""
        self.deliver()
        self.is_slow = False
