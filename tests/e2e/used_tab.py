"""Tabs that tests use one after the other.

A new tab costs a new process of the browser, which compiles the scripts anew: more than half of the time of opening a page.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from playwright.sync_api import Error as BrowserError

from tests.e2e.held import Held

EMPTY = "/favicon.svg"
_STORED = "file_systems,indexeddb,local_storage,service_workers,cache_storage,shared_storage,storage_buckets"
# More than any test needs at once, in several sizes; each costs memory.
_MOST = 8
_LASTING = {
    "add_init_script",
    "clear_permissions",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "new_page",
    "on",
    "once",
    "route_from_har",
    "route_web_socket",
    "set_default_navigation_timeout",
    "set_default_timeout",
    "set_extra_http_headers",
    "set_geolocation",
}
_OF_CLOCK = {"fast_forward", "install", "pause_at", "resume", "run_for", "set_fixed_time", "set_system_time"}


def leave(page: Page, url: str, size: ViewportSize | None, *, signed_in: bool = False) -> None:
    """Leave the page and forget what its site has stored, except the cookies if `signed_in` is set."""
    # On a page without scripts, nothing is stored anew after it was cleared.
    page.goto(EMPTY)
    page.evaluate("sessionStorage.clear()")
    page.emulate_media(color_scheme="light")
    if size:
        page.set_viewport_size(size)
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": _STORED})
    session.detach()
    if not signed_in:
        page.context.clear_cookies()


@dataclass
class UsedTab:
    """A tab in a browser context of its own.

    Attributes:
        report: is called with each problem of its pages.
        is_spoiled: a test did something that would last, so that no other test may use the tab.
    """

    page: Page
    url: str
    options: dict[str, Any]
    report: Callable[[str], None]
    is_spoiled: bool = False

    def notice_lasting_changes(self) -> None:
        """Notice from now on when a test does what can't be undone, such as stopping the clock."""
        context = self.page.context
        for owner, names in ((self.page, _LASTING), (context, _LASTING), (context.clock, _OF_CLOCK)):
            for name in names & set(dir(owner)):
                setattr(owner, name, self._spoiling(getattr(owner, name)))

    def is_reusable(self) -> bool:
        """Leave the page. Return whether the tab is as new."""
        if self.is_spoiled or self.page.is_closed():
            return False
        try:
            Held.end_for(self.page)
            self.page.unroute_all()
            self.page.context.unroute_all()
            self.page.context.set_offline(False)
            # Outside, so that it points at nothing.
            self.page.mouse.move(-1, -1)
            for other in self.page.context.pages:
                if other is not self.page:
                    other.close()
            leave(self.page, self.url, None)
        except BrowserError:
            return False
        return True

    def _spoiling(self, change: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(change)
        def noticed(*args: Any, **options: Any) -> Any:
            self.is_spoiled = True
            return change(*args, **options)

        return noticed


class UsedTabs:
    """The tabs of a browser, which tests take and put back.

    Args:
        watch: reports the problems of a new tab.
    """

    def __init__(self, browser: Browser, watch: Callable[[UsedTab], None]):
        self._browser = browser
        self._watch = watch
        self._free: list[UsedTab] = []
        self._taken: list[UsedTab] = []

    def take(
        self, url: str, size: ViewportSize, report: Callable[[str], None], options: dict[str, Any], *, fresh: bool
    ) -> Page:
        """Return an empty tab with nothing stored.

        Args:
            size: of the tab, and of all that pages of it open.
            options: those of its browser context.
            fresh: a tab that no other test uses.
        """
        options = {"viewport": size, **options}
        fitting = (tab for tab in reversed(self._free) if (tab.url, tab.options) == (url, options) and not fresh)
        if tab := next(fitting, None):
            self._free.remove(tab)
            tab.report = report
            tab.page.set_viewport_size(size)
        else:
            tab = self._open(url, report, options)
            tab.is_spoiled = fresh
        self._taken.append(tab)
        return tab.page

    def put_back(self) -> None:
        """Take back all tabs of a test."""
        taken, self._taken = self._taken, []
        for tab in taken:
            if tab.is_reusable():
                self._free.append(tab)
            else:
                _close(tab.page.context)
            # Not before: problems that have not been read yet are those of this test.
            tab.report = _ignore
        while len(self._free) > _MOST:
            _close(self._free.pop(0).page.context)

    def close(self) -> None:
        """Close all tabs."""
        while self._free:
            _close(self._free.pop().page.context)

    def _open(self, url: str, report: Callable[[str], None], options: dict[str, Any]) -> UsedTab:
        context = self._browser.new_context(base_url=url, locale="en-IN", **options)
        tab = UsedTab(context.new_page(), url, options, report)
        self._watch(tab)
        tab.notice_lasting_changes()
        tab.page.goto(EMPTY)
        return tab


def _ignore(_problem: str) -> None:
    return None


def _close(context: BrowserContext) -> None:
    try:
        context.close()
    except BrowserError:
        # A test has closed it, or its browser has crashed.
        return
