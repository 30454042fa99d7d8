"""Keeps the app from taking over a page."""

from playwright.sync_api import Page


class Held:
    """Prevents hydration until it is released; on a busy machine the request may come later."""

    _unreleased: dict[Page, "Held"] = {}

    def __init__(self, page: Page):
        self._page = page
        # Not `page.route`, with which every request passes through this process and nothing comes from the cache.
        self._session = page.context.new_cdp_session(page)
        # Paused requests wait until this is disabled.
        self._session.send("Fetch.enable", {"patterns": [{"urlPattern": "*/assets/entry.client*"}]})
        # Clears the memory cache of the tab: a cached script would not be requested.
        for is_disabled in (True, False):
            self._session.send("Network.setCacheDisabled", {"cacheDisabled": is_disabled})
        self._unreleased[page] = self

    def release(self) -> None:
        assert self._page.locator("html[data-live]").count() == 0, "the app was not held"
        self._end()

    @classmethod
    def end_for(cls, page: Page) -> None:
        """Release the page after a test that failed before it did so."""
        if held := cls._unreleased.get(page):
            held._end()

    def _end(self) -> None:
        self._session.send("Fetch.disable")
        self._session.detach()
        del self._unreleased[self._page]
