"""Pages that load side by side, in tabs that are used again.

A new tab costs a new process of the browser, which compiles the scripts anew, and a page counts as complete half a second after
its last request. Tests that only look at pages would spend most of their time on both.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from playwright.sync_api import Error as BrowserError

from tests.e2e.conftest import Site, check_host, listen
from tests.e2e.people import alive
from tests.e2e.used_tab import leave

# With more pages at once, each of them takes longer than tests wait.
_TABS = 6


@dataclass
class Visit:
    """A page in a tab, and what went wrong there."""

    path: str
    page: Page
    problems: list[str] = field(default_factory=list)


class Tabs:
    """The pages of one visitor, opened in groups. Only the browser's cache lasts from one group to the next.

    Args:
        site: the server; its errors count while a group is open.
        paths: all pages that tests may ask for.
        context: makes the browser context of a tab, or returns one for all of them.
        signed_in: keep the cookies too.
    """

    def __init__(
        self, site: Site, paths: Sequence[str], context: Callable[[], BrowserContext], *, signed_in: bool = False
    ):
        self._site = site
        self._groups = [paths[first : first + _TABS] for first in range(0, len(paths), _TABS)]
        self._context = context
        self._signed_in = signed_in
        self._tabs: list[Page] = []
        self._sizes: dict[Page, ViewportSize | None] = {}
        # What each tab shows, and which of these no test has asked for yet.
        self._shown: dict[Page, Visit] = {}
        self._unseen: dict[str, Visit] = {}
        self._errors_before = 0

    def visit(self, path: str) -> Visit:
        """Return a newly opened, complete page; the other pages of its group are opened along with it."""
        if path not in self._unseen:
            self._open(next(group for group in self._groups if path in group))
        return self._unseen.pop(path)

    def problems(self, visit: Visit) -> list[str]:
        """Return the problems of the page, and the errors of the server while its group has been open."""
        return [*visit.problems, *self._site.errors()[self._errors_before :]]

    def _open(self, paths: Sequence[str]) -> None:
        self._leave()
        self._errors_before = len(self._site.errors())
        while len(self._tabs) < len(paths):
            self._tabs.append(self._new_tab())
        self._unseen = {path: Visit(path, tab) for tab, path in zip(self._tabs, paths, strict=False)}
        for visit in self._unseen.values():
            self._shown[visit.page] = visit
            _try(visit, lambda visit=visit: visit.page.goto(visit.path, wait_until="commit"))
        for visit in self._unseen.values():
            _try(visit, lambda visit=visit: complete(visit.page))

    def _new_tab(self) -> Page:
        tab = self._context().new_page()
        self._sizes[tab] = tab.viewport_size

        def tell(problem: str) -> None:
            self._shown[tab].problems.append(problem)

        listen(tab, self._site.url, tell)
        tab.on("request", lambda request: check_host(request.url, self._site.url, tell))
        return tab

    def _leave(self) -> None:
        for tab in self._tabs:
            leave(tab, self._site.url, self._sizes[tab], signed_in=self._signed_in)


@contextmanager
def tabs_of_strangers(chrome: Browser, site: Site, paths: Sequence[str]) -> Iterator[Tabs]:
    """Open pages as anonymous visitors, none of whom shares a browser context with the one beside them."""
    contexts: list[BrowserContext] = []

    def stranger() -> BrowserContext:
        contexts.append(chrome.new_context(base_url=site.url, locale="en-IN", viewport={"width": 1280, "height": 900}))
        return contexts[-1]

    yield Tabs(site, paths, stranger)
    for context in contexts:
        context.close()


def complete(page: Page) -> None:
    """Wait until the app handles events and the network is idle."""
    page.wait_for_load_state()
    alive(page)
    expect(page.locator("#app-content")).to_be_visible()
    page.wait_for_load_state("networkidle")


def _try(visit: Visit, act: Callable[[], object]) -> None:
    # The other pages of the group are not to fail with this one.
    try:
        act()
    except (BrowserError, AssertionError) as error:
        visit.problems.append(f"{visit.path} did not open: {error}")
