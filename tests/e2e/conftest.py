"""Browser tests: the production build, served as `make run` serves it, driven by Chromium.

Every test fails on a console error, an uncaught exception, a request to another host, or an error in the server's log.
"""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import message_from_string, policy
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from tests import browser as chromium
from tests import servers, shared
from tests.conftest import ELSEWHERE, REQUIRE_SERVICES, new_address
from tests.e2e import pictures
from tests.e2e.used_tab import EMPTY, UsedTab, UsedTabs

ROOT = Path(__file__).parent.parent.parent
_START_SECONDS = 400
# The first test waits for the site to start, which may have to build the front end.
_TEST_SECONDS = _START_SECONDS + 200
_TIMEOUT_S = 30
_VIEWPORT: ViewportSize = {"width": 1280, "height": 900}
# Blocked in the browser itself: intercepted requests would all pass through this process, and none would be cached.
_NO_OTHER_HOSTS = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"

# Two cores serve the site, draw its pages and run the other tests as well: what is expected may take a while to come.
expect.set_options(timeout=20_000)


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class Site:
    """A running marketplace."""

    url: str
    data: Path
    log: Path
    process: subprocess.Popen[bytes]
    database: str = ""

    def mails_to(self, address: str) -> list[str]:
        """Return the texts of the mails to this address, oldest first."""
        found = []
        for path in sorted((self.data / "outbox").glob("*.eml")):
            mail = message_from_string(path.read_text(), policy=policy.default)
            if address in str(mail["To"]):
                body = mail.get_body(("plain",))
                found.append(body.get_content() if body else "")
        return found

    def mail_to(self, address: str, words: str = "", *, seen: int = 0) -> str:
        """Wait for the newest mail to this address that contains these texts; `seen` mails are skipped."""
        deadline = time.monotonic() + _TIMEOUT_S
        while time.monotonic() < deadline:
            if found := [mail for mail in self.mails_to(address)[seen:] if words in mail]:
                return found[-1]
            time.sleep(0.1)
        raise AssertionError(f"no mail came for {address}")

    def code_for(self, address: str, *, seen: int = 0) -> str:
        """Wait for the newest one-time code mailed to this address; `seen` mails are skipped."""
        return re.findall(r"(?<!\d)\d{6}(?!\d)", self.mail_to(address, seen=seen))[0]

    def ask(self, question: str, **values: object) -> Any:
        """Return the first column of the first row of a query on the site's database, or None. Changes return None."""
        engine = sa.create_engine(self.database or f"sqlite:///{self.data / 'marketplace.db'}", poolclass=sa.NullPool)
        with engine.begin() as connection:
            found = connection.execute(sa.text(question), values)
            return found.scalar() if found.returns_rows else None

    def errors(self) -> list[str]:
        """Return the error lines of the server's log."""
        lines = self.log.read_text().splitlines()
        return [line for line in lines if re.search(r'"level": "(error|critical)"|Traceback|\bERROR\b', line)]


@contextlib.contextmanager
def serving(data: Path, **settings: str) -> Iterator[Site]:
    """Serve on a free port with the given settings (names without the prefix), and stop it at the end."""
    with new_address(f"site_{data.parent.name}".replace("-", "_")) as database:
        yield from _serving(data, {"database_url": database, **settings} if database else settings)


def _serving(data: Path, settings: dict[str, str]) -> Iterator[Site]:
    port = free_port()
    log = data / "server.log"
    data.mkdir(parents=True, exist_ok=True)
    shared.forget(ELSEWHERE)
    # Reflex behaves differently when it detects pytest.
    ours = ("MARKETPLACE_", "PYTEST_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= ELSEWHERE | shared.CHEAP_HASHES
    environment |= {"MARKETPLACE_DATA_DIR": str(data), "MARKETPLACE_PORT": str(port)}
    environment |= {f"MARKETPLACE_{name.upper()}": value for name, value in settings.items()}
    process = None
    try:
        with pictures.with_cached_pictures(data), log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "marketplace", "serve"], cwd=ROOT, env=environment, stdout=output, stderr=output
            )
            site = Site(f"http://localhost:{port}", data, log, process, settings.get("database_url", ""))
            _wait(site)
        yield site
    finally:
        if process:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait(site: Site) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        if site.process.poll() is not None:
            raise AssertionError(f"the server stopped:\n{site.log.read_text()[-4000:]}")
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{site.url}/api/category", timeout=5, verify=servers.TLS).status_code == 200:
                return
        time.sleep(0.2)
    raise AssertionError(f"the server did not start:\n{site.log.read_text()[-4000:]}")


# Both end with this package, because the browser's event loop would conflict with those of other tests.
@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with its demo data, shared by the browser tests of this process."""
    # The demo seller posts an ad in many tests.
    with serving(tmp_path_factory.mktemp("site") / "data", limit_ads="1000 per hour") as running:
        yield running


@pytest.fixture(scope="package")
def chrome() -> Iterator[Browser]:
    """One browser for all tests of this process."""
    path = chromium.find()
    if not path:
        if REQUIRE_SERVICES:
            pytest.fail("no Chromium was found")
        pytest.skip("no Chromium on this machine; `make browser` installs one")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=[*chromium.FLAGS, _NO_OTHER_HOSTS])
        yield made
        made.close()


@dataclass
class Watch:
    """The problems on the pages of a test."""

    problems: list[str]
    expected: list[str]

    def expect(self, pattern: str) -> None:
        """Expect a console line, as a regular expression."""
        self.expected.append(pattern)

    def unexpected(self) -> list[str]:
        """Return the problems that were not expected."""
        return [line for line in self.problems if not any(re.search(pattern, line) for pattern in self.expected)]


@pytest.fixture
def watch(site: Site) -> Iterator[Watch]:
    """Fail the test at its end if a page or the server had problems."""
    before = len(site.errors())
    made = Watch([], [])
    yield made
    assert made.unexpected() == []
    assert site.errors()[before:] == []


@pytest.fixture(scope="package")
def used_tabs(chrome: Browser) -> Iterator[UsedTabs]:
    """The tabs of all tests of this process."""
    made = UsedTabs(chrome, watch_tab)
    yield made
    made.close()


@pytest.fixture
def reader(used_tabs: UsedTabs, site: Site, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Return an empty tab with nothing stored in a browser context of its own. Earlier tests may have used it.

    Requests to other hosts are blocked and reported. `fresh` asks for a tab that no other test uses; a test that does what lasts,
    such as stopping the clock or adding scripts to pages, need not ask for it, as its tab is not used again.
    """

    def open_tab(viewport: ViewportSize = _VIEWPORT, *, fresh: bool = False, **options: Any) -> Page:
        return used_tabs.take(site.url, viewport, watch.problems.append, options, fresh=fresh)

    yield open_tab
    used_tabs.put_back()


@pytest.fixture
def visitor(reader: Callable[..., Page]) -> Callable[..., Page]:
    """Open a page in such a tab."""

    def open_as(path: str = "/", **options: object) -> Page:
        page = reader(**options)
        if path != EMPTY:
            page.goto(path)
        return page

    return open_as


def watch_tab(tab: UsedTab) -> None:
    """Record problems of the tab, and requests of its browser context to other hosts."""

    def tell(problem: str) -> None:
        # Another test has another `report`.
        tab.report(problem)

    listen(tab.page, tab.url, tell)
    tab.page.context.on("request", lambda request: check_host(request.url, tab.url, tell))


def attach(page: Page, site: Site, watch: Watch) -> None:
    """Record problems of a page that a test has opened itself."""
    listen(page, site.url, watch.problems.append)


def listen(page: Page, url: str, tell: Callable[[str], None]) -> None:
    """Report console errors, uncaught exceptions and websockets to other hosts than that of the site's URL."""
    page.on("websocket", lambda socket: check_host(socket.url, url, tell))
    page.on("console", lambda line: tell(line.text) if line.type == "error" and not _is_of_icon(line) else None)
    page.on("pageerror", lambda error: tell(f"uncaught: {error}"))


def _is_of_icon(line: ConsoleMessage) -> bool:
    # The browser requests this icon if a document, such as a single picture, names none.
    return urlsplit(line.location["url"]).path == "/favicon.ico"


def check_host(asked: str, url: str, tell: Callable[[str], None]) -> None:
    """Report a request to another host than that of the site's URL."""
    parts = urlsplit(asked)
    if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(url).netloc:
        tell(f"request to another host: {asked}")


def pretty(value: object) -> str:
    """JSON for failure messages."""
    return json.dumps(value, indent=2, default=str)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All browser tests share one process, so that one server serves them."""
    for item in items:
        if "/e2e/" in str(item.path):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))
            if not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(_TEST_SECONDS))
