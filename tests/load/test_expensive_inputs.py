"""Sends every entry its most expensive input, and measures how long another visitor waits and how much memory the server takes.

It runs on SQLite and, where `MARKETPLACE_TEST_DATABASE_URL` names a server, on PostgreSQL. The table that it prints is that of
`docs/security.md`.
"""

import contextlib
import inspect
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest
from reflex_base.registry import RegistrationContext
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from marketplace.db import database
from marketplace.settings import Settings, get_settings
from marketplace.web.page_registry import list_pages
from marketplace.web.reflex_ext.handlers import max_event_bytes
from tests import factories, servers
from tests.api.permissions import ROWS, Call, Row, World
from tests.conftest import migrate, new_address, whole_api
from tests.domain.media import corpus
from tests.load.entries import FILES, GROUPS, group_of
from tests.load.expensive_bodies import TEXTS, bodies
from tests.load.test_soak import memory_of
from tests.web.permissions import QUIET
from tests.web.permissions import ROWS as EVENT_ROWS
from tests.web.permissions.tab import Tab

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("servers"), pytest.mark.timeout(1800)]
WAIT_S, GROWTH_BYTES, TRIES = 0.5, 100_000_000, 3
PREPARATIONS = 20
JSON = {"content-type": "application/json"}


@dataclass
class Cost:
    """What the entries of a group cost."""

    sent: int = 0
    longest_s: float = 0.0
    slowest: str = ""
    wait_s: float = 0.0
    growth: int = 0


@dataclass
class Bystander:
    """Asks for a light page again and again, and samples the memory of the server."""

    url: str
    process: int
    waits: list[tuple[float, float]] = field(default_factory=list)
    memory: list[tuple[float, int]] = field(default_factory=list)
    end: Event = field(default_factory=Event)

    def ask(self) -> None:
        with httpx.Client(verify=servers.TLS, timeout=60) as client:
            while not self.end.wait(0.02):
                begun = time.monotonic()
                assert client.get(f"{self.url}/api/category").status_code == 200
                self.waits.append((begun, time.monotonic() - begun))

    def sample(self) -> None:
        while not self.end.wait(0.2):
            self.memory.append((time.monotonic(), memory_of(self.process)))

    def since(self, begun: float) -> tuple[float, int]:
        """Return the longest wait and the highest memory since a moment."""
        time.sleep(0.5)
        waits = [wait for moment, wait in self.waits if moment + wait >= begun]
        return max(waits, default=0.0), max([size for moment, size in self.memory if moment >= begun], default=0)


@contextlib.contextmanager
def watched(server: servers.Server) -> Iterator[Bystander]:
    made = Bystander(server.url, server.process.pid)
    threads = [Thread(target=each, daemon=True) for each in (made.ask, made.sample)]
    for thread in threads:
        thread.start()
    try:
        yield made
    finally:
        made.end.set()
        for thread in threads:
            thread.join()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A new database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/marketplace.db"
        return
    with new_address("expensive") as address:
        if not address:
            pytest.skip("MARKETPLACE_TEST_DATABASE_URL names no PostgreSQL server")
        yield address


@dataclass
class Sender:
    """Sends inputs, and notes what they cost in their group."""

    server: servers.Server
    costs: dict[str, Cost] = field(default_factory=lambda: {group.name: Cost() for group in GROUPS})

    def time(self, entry: str, send: Callable[[], Any], what: str = "") -> Any:
        group = group_of(entry)
        assert group, entry
        cost, begun = self.costs[group.name], time.monotonic()
        answer = send()
        took = time.monotonic() - begun
        cost.sent += 1
        if took > cost.longest_s:
            cost.longest_s, cost.slowest = took, f"{entry} {what}".strip()
        return answer


def api_calls(sender: Sender) -> dict[str, list[Callable[[], None]]]:
    """Return the calls of each group, with an object of its own for each row."""
    document, found = whole_api().openapi(), {}
    for row in {row.operation: row for row in reversed(ROWS)}.values():
        entry = f"api {row.operation}"
        group = group_of(entry)
        assert group, entry
        found.setdefault(group.name, []).append(lambda row=row, entry=entry: _call(sender, row, entry, document))
    return found


def _call(sender: Sender, row: Row, entry: str, document: dict[str, Any]) -> None:
    call, headers = _prepare(row)
    url = sender.server.url + row.template.format(**call.path)
    with httpx.Client(verify=servers.TLS, timeout=120) as client:

        def send(**options: Any) -> None:
            answer = client.request(row.method, url, **options)
            assert answer.status_code < 500, (entry, answer.text[:300])

        for number, body in enumerate(bodies(row, call.send.get("json", {}), document)):
            sender.time(entry, lambda body=body: send(content=body, headers=headers | JSON), f"body {number}")
            if number < 3:
                sender.time(entry, lambda body=body: send(content=body, headers=JSON), f"body {number}, anonymous")
        for name in ("keyword", "q"):
            query = {name: TEXTS[1][:7_000]} | {f"field[{number}]": "x" for number in range(90)}
            sender.time(
                entry, lambda query=query: send(params=query, headers=headers, **_without_query(call.send)), "query"
            )
        if "files" in call.send or "multipart" in str(document["paths"][row.template][row.method.lower()]):
            picture = corpus.jpeg(7_000, 8_000)
            files = [("images" if "multiple" in url else "file", (f"{n}.jpg", picture, "image/jpeg")) for n in range(5)]
            files = files if "multiple" in url else files[:1]
            sender.time(entry, lambda: send(files=files, headers=headers), "large pictures")


def _prepare(row: Row) -> tuple[Call, dict[str, str]]:
    """Make the objects of a call; again if the server wrote after the transaction has read, which SQLite refuses."""
    for number in range(PREPARATIONS):
        try:
            with database.new_session() as db:
                world = World(db, row.subject)
                call, headers = row.make(world), factories.bearer(db, world.me)
                db.commit()
                return call, headers
        except OperationalError:
            if number == PREPARATIONS - 1:
                raise
            time.sleep(0.1)
    raise AssertionError


def _without_query(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in ("params", "files")}


def page_calls(sender: Sender) -> list[Callable[[], None]]:
    queries = (
        "?keyword=" + "a%20" * 2_500,
        "?" + "&".join(f"field[{number}]=x" for number in range(99)),
        "?keyword=" + "%E0%A4%95" * 880,
        "?page=" + "9" * 8_000,
    )
    paths = ["/" + page.route.replace("[", "").replace("]", "").lstrip("/") for page in list_pages()]
    return [
        lambda path=path, query=query: sender.time(f"page {path}", lambda: _get(sender, path + query))
        for path in paths
        for query in queries
    ]


def _get(sender: Sender, path: str, **headers: str) -> None:
    answer = httpx.get(sender.server.url + path, headers=headers, timeout=120, verify=servers.TLS)
    assert answer.status_code < 500, (path[:80], answer.text[:300])


def file_calls(sender: Sender) -> list[Callable[[], None]]:
    ranges = "bytes=" + ",".join(f"{number}-" for number in range(1_000))
    name = next(iter((sender.server.log.parent / "media").rglob("*.webp")), Path("none.webp")).name
    return [
        lambda path=path: sender.time(
            f"file {path}", lambda: _get(sender, path + (name if path == "/media/" else "x"), range=ranges)
        )
        for path in FILES
    ]


def mail_calls(sender: Sender) -> list[Callable[[], None]]:
    links = ("messages/digest", "savedsearch", "wishlist/mails", "newsletter", "wanted/mails")
    return [
        lambda link=link: sender.time(
            f"mail /api/{link}/unsubscribe", lambda: _get(sender, f"/api/{link}/unsubscribe?token={'x' * 8_000}")
        )
        for link in links
    ]


def event_calls(sender: Sender) -> list[Callable[[], None]]:
    """Return a call for each handler, signed in as a seller."""
    names = sorted({row.name for row in (*EVENT_ROWS, *QUIET)})
    with database.unit_of_work() as db:
        token = factories.bearer(db, factories.seller(db))["Authorization"].split()[1]
    return [lambda name=name: _send_events(sender, name, token) for name in names]


def _send_events(sender: Sender, name: str, token: str) -> None:
    handler = RegistrationContext.get().event_handlers[name].handler
    hints, (_state, *parameters) = handler._get_type_hints(), inspect.signature(handler.fn).parameters
    with Tab(int(sender.server.url.rsplit(":", 1)[1]), token) as tab:
        for words in (*TEXTS, "9" * 20_000):
            payload = {each: _largest(hints.get(each, Any), words, max_event_bytes(name) // 4) for each in parameters}
            tab.send(name, payload)
        sender.time(f"event {name}", tab.settle)


def _largest(hint: Any, words: str, room: int) -> Any:
    """Return a value of the type of an argument, as large as an event may be."""
    if hint is int or hint is float:
        return 10**60
    if hint is bool:
        return True
    if "list[dict" in str(hint):
        return [{"id": words[:30], "url": words[:30]}] * min(800, room // 120)
    if "list" in str(hint):
        return [words[:20]] * min(4_000, room // 60)
    if "dict" in str(hint):
        return {f"f{number}": words[:2_000] for number in range(room // 8_000)} | {
            "text": words[: room // 6],
            "name": words[:4_000],
        }
    return words[: min(room // 6, 1_000 if room < 30_000 else 19_000)]


def socket_calls(sender: Sender) -> list[Callable[[], None]]:
    def send(packet: str) -> None:
        with contextlib.suppress(AssertionError, OSError), Tab(int(sender.server.url.rsplit(":", 1)[1])) as tab:
            tab._socket.send(packet)
            tab.settle()

    packets = (
        '42/_event,["event",' + "[" * 200_000,
        "42/_event,[" + "1," * 120_000 + "1]",
        "451-/_event,[]",
        "4" * 200_000,
    )
    return [lambda packet=packet: sender.time("socket packet", lambda: send(packet)) for packet in packets]


def test_nobody_waits_long_and_memory_stays_bounded(tmp_path: Path, database_url: str, monkeypatch):
    settings: dict[str, Any] = {
        name: "100000 per minute" for name in Settings.model_fields if name.startswith("limit_")
    }
    settings |= {
        "secret_key": get_settings().secret,
        "log_level": "WARNING",
        "response_cache_mb": 8,
        "demo": "false",
    }
    settings |= {} if database_url.startswith("sqlite") else {"database_url": database_url}
    engine = database.make_engine(database_url)
    migrate(engine)
    with servers.serving(tmp_path, **settings) as server:
        servers.until(lambda: (tmp_path / "search").exists())
        monkeypatch.setattr(database, "new_session", lambda: Session(engine, expire_on_commit=False))
        sender = Sender(server)
        groups = api_calls(sender) | {
            "Pages": page_calls(sender),
            "Events of pages": event_calls(sender),
            "Websocket packets": socket_calls(sender),
            "Photos, build files, sitemaps": file_calls(sender),
            "Links in mails": mail_calls(sender),
        }
        # What the first calls load stays.
        for calls in groups.values():
            calls[0]()
        with watched(server) as bystander:
            for name, calls in groups.items():
                sender.costs[name] = _measured(sender, name, calls, bystander)
        log = server.log.read_text()
    engine.dispose()
    print(_table(sender.costs))
    assert {
        name: cost for name, cost in sender.costs.items() if cost.wait_s > WAIT_S or cost.growth > GROWTH_BYTES
    } == {}
    assert "request_failed" not in log
    assert "event_failed" not in log


def _measured(sender: Sender, name: str, calls: list[Callable[[], None]], bystander: Bystander) -> Cost:
    """Return the least of some tries, as other processes of the machine make anybody wait at times."""
    for number in range(TRIES):
        sender.costs[name] = cost = Cost()
        before, begun = memory_of(bystander.process), time.monotonic()
        for call in calls:
            call()
        cost.wait_s, highest = bystander.since(begun)
        cost.growth = max(0, highest - before)
        if (cost.wait_s <= WAIT_S and cost.growth <= GROWTH_BYTES) or number == TRIES - 1:
            return cost
    raise AssertionError


def _table(costs: dict[str, Cost]) -> str:
    lines = [f"{'group':45}{'sent':>6}{'longest s':>11}{'wait s':>8}{'MB':>6}  slowest"]
    lines += [
        f"{name:45}{cost.sent:6}{cost.longest_s:11.2f}{cost.wait_s:8.2f}{cost.growth / 1e6:6.0f}  {cost.slowest}"
        for name, cost in costs.items()
    ]
    return "\n".join(lines)
