"""Two app processes behind nginx as in `deploy/`, with PostgreSQL, Redis, S3 and SMTP: the main journey works, even if one
process is killed in the middle.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests import proxies, servers, services
from tests.e2e import pictures
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import sign_in
from tests.e2e.test_main_journey import test_main_journey as walk_through

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]


@dataclass
class TwoMachines(Site):
    """The site behind the proxy: mails come by SMTP, and there are two processes."""

    mailbox: services.Mailbox = field(default_factory=services.Mailbox)
    apps: list[servers.Server] = field(default_factory=list)

    def mails_to(self, address: str) -> list[str]:
        """Return the texts of the mails delivered to this address, oldest first."""
        found = []
        for to, content in list(self.mailbox.taken):
            if to == address:
                body = message_from_bytes(content, policy=policy.default).get_body(("plain",))
                found.append(body.get_content() if body else "")
        return found

    def errors(self) -> list[str]:
        """Return the error lines of both processes' logs."""
        return [line for app in self.apps for line in Site(app.url, self.data, app.log, app.process).errors()]

    def kill(self, number: int) -> None:
        """Kill one process, as if its machine had crashed."""
        self.apps[number].stop(signal.SIGKILL)

    def revive(self, number: int) -> None:
        """Start it again on its port."""
        gone = self.apps[number]
        made = servers.start(gone.log.parent, serve=True, port=gone.url.rsplit(":", 1)[1], **self.settings)
        self.apps[number] = made
        made.wait()

    settings: dict[str, object] = field(default_factory=dict)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """All services and both app processes, on free ports."""
    folder = tmp_path_factory.mktemp("machines")
    patch = pytest.MonkeyPatch()
    for name, value in services.AWS.items():
        patch.setenv(name, value)
    with ExitStack() as stack:
        ports = [servers.free_port(), servers.free_port()]
        mailbox = stack.enter_context(services.smtp())
        port = stack.enter_context(proxies.nginx(folder, ports))
        url = f"http://127.0.0.1:{port}"
        settings: dict[str, object] = {
            "site_url": url,
            # Compiled into the pages that other tests serve at the same time, so it must have their value.
            "contact_email": "hello@localhost",
            "secret_key": "two machines sign with one key, this one",
            "database_url": stack.enter_context(services.postgres()).url,
            "redis_url": f"redis://127.0.0.1:{stack.enter_context(services.redis(folder)).port}/0",
            "media_url": f"s3://{services.BUCKET}/photos",
            "s3_endpoint": stack.enter_context(services.s3(folder)),
            "smtp_url": f"smtp://127.0.0.1:{mailbox.port}",
            "trusted_proxy_hops": 1,
        }
        data = folder / "one"
        data.mkdir()
        made = TwoMachines(url, data, folder / "none", None, mailbox=mailbox, settings=settings)  # pyright: ignore
        try:
            for name, each in zip(("one", "two"), ports, strict=True):
                # The first one loads the demo data, and may have to build.
                with pictures.with_cached_pictures(folder / name):
                    made.apps.append(servers.start(folder / name, serve=True, port=each, **settings))
                    made.apps[-1].wait(600)
            yield made
        finally:
            for app in made.apps:
                with suppress(Exception):
                    app.stop(signal.SIGKILL)
            patch.undo()


def is_ready(site: Site) -> bool:
    """Return whether the server is ready."""
    with suppress(httpx.HTTPError, ValueError):
        # While nginx skips both processes, it sends the error itself, in the same envelope.
        return bool(httpx.get(f"{site.url}/api/health").json().get("ready"))
    return False


def lost_connections(watch: Watch) -> None:
    """Return the browser errors that a killed server causes."""
    watch.expect("(?i)websocket")
    watch.expect("Failed to load resource.*50[234]")
    # The browser may check for a new service worker at any time.
    watch.expect(r"HTTP response code \(50[234]\).*fetching the script")
    watch.expect("net::ERR")


def test_main_journey_survives_a_killed_machine(
    visitor: Callable[..., Page], site: TwoMachines, watch: Watch, tmp_path: Path
):
    opened = []

    def visit(path: str) -> Page:
        opened.append(path)
        if len(opened) == 3:
            # The ad is approved, the seller's tab is open, and the buyer comes.
            site.kill(0)
        return visitor(path)

    lost_connections(watch)
    walk_through(visit, site, tmp_path)
    assert opened == ["/", "/admin/login", "/"]
    assert site.apps[0].process.poll() is not None
    site.revive(0)


def test_open_tab_survives_its_machine(visitor: Callable[..., Page], site: TwoMachines, watch: Watch):
    lost_connections(watch)
    page = visitor("/")
    sign_in(page, "buyer@example.com", "demo1234")
    page.goto("/user/messages")
    page.locator('main a[href*="/user/messages"]').first.click()
    log = page.get_by_role("region", name="Conversation")
    expect(log).to_be_visible()
    # One of them has the tab's connection. The tab is never reloaded.
    for number in (0, 1):
        with suppress(TimeoutError):
            # If the tab is connected to the other one, it opens no new connection.
            with page.expect_websocket(timeout=10_000):
                site.kill(number)
        words = f"Still there without number {number}?"
        page.get_by_label("Message", exact=True).fill(words)
        page.get_by_role("button", name="Send").click()
        expect(log).to_contain_text(words, timeout=30_000)
        site.revive(number)
    # After a failure, nginx skips a machine for some seconds.
    servers.until(lambda: is_ready(site))
