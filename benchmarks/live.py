"""How fast a message reaches an open tab: many tabs on one worker, messages through the API, milliseconds.

    python -m benchmarks.live --tabs 2000 --rate 20 --seconds 30 --storm
    python -m benchmarks.live --tabs 5000 --workers 4 --redis redis://127.0.0.1:6379/9 --storm

Starts the production server on a port and a data folder of its own. Each tab is a websocket that does what the compiled page
does: it opens a conversation, and marks received messages as seen. One tab is the buyer's, the next the seller's. `shown` is
the time from sending until the receiver's tab has the text. `memory` is what the server's processes use more than without tabs.
With `--storm`, all tabs lose their connection at once and come back as the client library does, with its delays.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import httpx
from simple_websocket import AioClient, ConnectionClosed, ConnectionError

from benchmarks.serving import ROOT, Running, free_port

START_S = 300
OPENING = 40
WAIT_S = 10
# Of socket.io-client: the first attempt after a second, the next ones after twice the time, each by up to a half sooner or later.
RECONNECT_S, MOST_RECONNECT_S, SPREAD = 1.0, 5.0, 0.5


@dataclass(frozen=True)
class Person:
    """An account of the benchmark and the token of its session."""

    id: str
    token: str


@dataclass
class Tab:
    """A page with one conversation open."""

    url: str
    me: Person
    other: Person
    role: str
    names: dict[str, str]
    token: str = field(default_factory=lambda: str(uuid4()))
    socket: Any = None
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    sent_at: dict[str, float] = field(default_factory=dict)
    shown_at: dict[str, float] = field(default_factory=dict)

    async def run(self) -> None:
        """Connect as the compiled client does, and react until the connection ends."""
        query = urlencode({"EIO": "4", "transport": "websocket", "token": self.token})
        # Frames as python-engineio 4 and python-socketio 5 write them: 2 ping, 40 connect, 42 event.
        socket_ = self.socket = await AioClient.connect(
            f"{self.url.replace('http', 'ws', 1)}/_event/?{query}",
            headers={"Cookie": f"marketplace_session={self.me.token}"},
        )
        try:
            # Not after the frame that opens: the library may keep that one until the next.
            await socket_.send("40/_event," + json.dumps({"event": self._event(self.names["hydrate"])}))
            while True:
                frame = await socket_.receive()
                if frame == "2":
                    await socket_.send("3")
                elif frame.startswith("42/_event,") and self._take(frame):
                    await socket_.send("42/_event," + json.dumps(["event", self._event(self.names["mark_read"])]))
        except (ConnectionClosed, asyncio.CancelledError):
            return

    async def come_back(self) -> None:
        """Lose the connection and connect again until the page is complete; then stay until the connection ends."""
        self.ready.clear()
        self.socket.wsock.transport.abort()
        delay = RECONNECT_S
        while not self.ready.is_set():
            await asyncio.sleep(delay * random.uniform(1 - SPREAD, 1 + SPREAD))
            delay = min(2 * delay, MOST_RECONNECT_S)
            with contextlib.suppress(ConnectionError, OSError):
                await self.run()

    def _take(self, frame: str) -> bool:
        """Record what the frame shows; return whether the page would mark messages as seen."""
        now = time.perf_counter()
        for text in [text for text in self.sent_at if text not in self.shown_at and text in frame]:
            self.shown_at[text] = now
        if '"is_hydrated_rx_state_":true' in frame.replace(" ", ""):
            self.ready.set()
            return False
        return self.ready.is_set() and '"unseen_rx_state_"' in frame

    def _event(self, name: str) -> dict:
        path = f"/{self.role}/messages"
        query = {("user" if self.role == "seller" else "seller"): self.other.id}
        router = {"pathname": path, "query": query, "asPath": f"{path}?{urlencode(query)}"}
        return {"name": name, "payload": {}, "router_data": router}


@contextmanager
def serving(folder: Path, workers: int, redis: str) -> Iterator[Running]:
    """The site on a free port, until the block ends."""
    # A tab is a socket of both sides.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    port = free_port()
    os.environ |= {
        "MARKETPLACE_DATA_DIR": str(folder),
        "MARKETPLACE_PORT": str(port),
        "MARKETPLACE_HOST": "127.0.0.1",
        "MARKETPLACE_DEMO": "false",
        "MARKETPLACE_LOG_LEVEL": "WARNING",
        # All tabs have one address here.
        "MARKETPLACE_SOCKETS_PER_ADDRESS": "100000",
        "MARKETPLACE_LIMIT_EVENTS_ADDRESS": "1000000 per 10 seconds",
        "MARKETPLACE_WORKERS": str(workers),
        "MARKETPLACE_REDIS_URL": redis,
    }
    server = Running([sys.executable, "-m", "marketplace", "serve"], port, ROOT, dict(os.environ))
    try:
        server.wait("/api/category")
        yield server
    finally:
        server.stop()


def make_people(count: int) -> list[tuple[Person, Person]]:
    """Pairs of a buyer and a seller, signed in."""
    from marketplace.core import clock, ids
    from marketplace.db.database import unit_of_work
    from marketplace.models import Account, AccountKind, AccountSession

    def make(db, kind: AccountKind, number: int) -> Person:
        name = f"{kind.value}{number}"
        account = Account(
            kind=kind,
            email=f"{name}@example.org",
            username=name,
            username_key=name,
            password_hash="!",  # noqa: S106
            name=name,
        )
        person = Person(account.id, ids.new_token())
        expires = clock.now() + timedelta(hours=1)
        db.add(account)
        db.flush()
        db.add(AccountSession(account_id=account.id, token_hash=ids.hash_token(person.token), expires_at=expires))
        return person

    with unit_of_work() as db:
        return [(make(db, AccountKind.BUYER, n), make(db, AccountKind.SELLER, n)) for n in range(count)]


def state_names() -> dict[str, str]:
    """Return the client-side names of the States and handlers that are used."""
    import reflex as rx

    from marketplace.web.pages.messages.state import MessagesState

    return {
        "mark_read": f"{MessagesState.get_full_name()}.mark_read",
        "hydrate": f"{rx.State.get_full_name()}.hydrate_and_load",
    }


async def send(client: httpx.AsyncClient, sender: Person, tab: Tab, number: int) -> None:
    """Write one message to the tab's account."""
    text = f"message-{number:06d}."
    tab.sent_at[text] = time.perf_counter()
    answer = await client.post(
        "/api/messages",
        json={"receiverId": tab.me.id, "message": text},
        headers={"Authorization": f"Bearer {sender.token}"},
    )
    answer.raise_for_status()


@dataclass
class Result:
    """What was measured.

    Attributes:
        memory_kb: memory of a tab.
        storm_s: until all tabs were back; None without a storm.
    """

    tabs: list[Tab]
    memory_kb: float
    storm_s: float | None = None


async def measure(server: Running, tabs: int, rate: float, seconds: float, *, storm: bool) -> Result:
    """Open the tabs, send messages, wait for the last one; with `storm`, cut all connections at the end."""
    url = server.url
    pairs, names = make_people(tabs // 2), state_names()
    before_mb = server.megabytes()
    opened: list[Tab] = []
    running: list[asyncio.Task] = []
    for buyer, seller in pairs:
        opened += [Tab(url, buyer, seller, "user", names), Tab(url, seller, buyer, "seller", names)]
    for start in range(0, len(opened), OPENING):
        group = opened[start : start + OPENING]
        running += [asyncio.create_task(tab.run()) for tab in group]
        await asyncio.wait_for(asyncio.gather(*(tab.ready.wait() for tab in group)), START_S)
    result = Result(opened, (server.megabytes() - before_mb) * 1024 / len(opened))
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        random.seed(1)
        begun, sending = time.perf_counter(), []
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
            tab = random.choice(opened)
            sending.append(asyncio.create_task(send(client, tab.other, tab, number)))
        await asyncio.gather(*sending)
    await asyncio.sleep(WAIT_S)
    if storm:
        begun = time.perf_counter()
        running += [asyncio.create_task(tab.come_back()) for tab in opened]
        # Each of them clears its event first.
        await asyncio.sleep(0)
        await asyncio.wait_for(asyncio.gather(*(tab.ready.wait() for tab in opened)), START_S)
        result.storm_s = time.perf_counter() - begun
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    return result


def show(result: Result) -> None:
    """Print the table."""
    opened = result.tabs
    sent = sum(len(tab.sent_at) for tab in opened)
    print(f"\n{len(opened)} tabs, {sent} messages\n")
    print(f"{'':8}{'median':>10}{'95 %':>10}{'99 %':>10}{'most':>10}{'missing':>10}")
    times = [(at - tab.sent_at[text]) * 1000 for tab in opened for text, at in tab.shown_at.items()]
    cuts = statistics.quantiles(times, n=100)
    numbers = (statistics.median(times), cuts[94], cuts[98], max(times))
    print(f"{'shown':8}" + "".join(f"{number:>10.0f}" for number in numbers) + f"{sent - len(times):>10}")
    print(f"\nmemory of a tab: {result.memory_kb:.0f} KB")
    if result.storm_s is not None:
        print(f"all tabs back after {result.storm_s:.1f} s")


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tabs", type=int, default=1000, help="open tabs, half of them buyers'")
    parser.add_argument("--rate", type=float, default=20, help="messages a second")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--workers", type=int, default=1, help="more than one need --redis")
    parser.add_argument("--redis", default="", help="address, with a database of its own")
    parser.add_argument("--storm", action="store_true", help="at the end, cut all connections at once")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="marketplace-bench-") as folder,
        serving(Path(folder), asked.workers, asked.redis) as server,
    ):
        show(asyncio.run(measure(server, asked.tabs, asked.rate, asked.seconds, storm=asked.storm)))


if __name__ == "__main__":
    main()
