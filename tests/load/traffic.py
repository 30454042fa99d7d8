"""Concurrent traffic of hundreds of people, and the errors they saw."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import urlencode

import httpx
import reflex as rx
from simple_websocket import AioClient, ConnectionClosed

from marketplace.core import ids
from marketplace.http import cookies
from marketplace.web.pages.messages.state import MessagesState
from tests.domain.media import corpus
from tests.load.people import People, Person

_OPENING = 20
_TIMEOUT_S = 60
_WORDS = ("phone", "sofa", "2bhk under 30k", "bike", "samsng gallaxy", "almirah", "camera", "saree")


def names() -> dict[str, str]:
    """Return the client-side names of the States and handlers that are used."""
    return {
        "see": f"{MessagesState.get_full_name()}.see",
        "hydrate": f"{rx.State.get_full_name()}.hydrate_and_load",
    }


class Tab:
    """A tab with an open conversation, which marks received messages as read."""

    def __init__(self, url: str, me: Person, other: Person, role: str, named: dict[str, str]):
        self._url, self._me, self._other, self._role, self._names = url, me, other, role, named
        self.ready = asyncio.Event()
        self.heard = ""
        self.ended = ""

    async def run(self) -> None:
        """Connect like the compiled client, and react to messages until the connection ends."""
        query = urlencode({"EIO": "4", "transport": "websocket", "token": ids.new_token()})
        address = f"{self._url.replace('http', 'ws', 1)}/_event/?{query}"
        link = await AioClient.connect(address, headers={"Cookie": f"{cookies.SESSION}={self._me.token}"})
        try:
            while True:
                frame = str(await link.receive())
                # Frames of python-engineio 4 and python-socketio 5: 0 open, 2 ping, 40 connect, 42 event.
                if frame == "2":
                    await link.send("3")
                elif frame.startswith("0"):
                    await link.send("40/_event," + json.dumps({"event": self._event("hydrate")}))
                elif frame.startswith("42/_event,") and self._take(frame):
                    await link.send("42/_event," + json.dumps(["event", self._event("see")]))
        except ConnectionClosed as error:
            self.ended = f"a tab lost its connection: {error}"

    def _take(self, frame: str) -> bool:
        if '"is_hydrated_rx_state_":true' in frame.replace(" ", ""):
            self.ready.set()
            return False
        if "soak-" in frame:
            # The server sends only the newest page of the conversation, so keep earlier messages.
            self.heard += frame
        return self.ready.is_set() and '"unseen_rx_state_"' in frame

    def _event(self, name: str) -> dict[str, Any]:
        path = f"/{self._role}/messages"
        query = {("user" if self._role == "seller" else "seller"): self._other.id}
        router = {"pathname": path, "query": query, "asPath": f"{path}?{urlencode(query)}"}
        return {"name": self._names[name], "payload": {}, "router_data": router}


class Traffic:
    """The traffic of all people.

    Attributes:
        done: how often each thing was done.
        problems: what should not have happened, a line each.
    """

    def __init__(self, url: str, people: People, named: dict[str, str]):
        self._url, self._people, self._names = url, people, named
        self._client = httpx.AsyncClient(base_url=url, timeout=30)
        self._tabs: dict[str, Tab] = {}
        self._running: list[asyncio.Task[None]] = []
        self._said: dict[str, str] = {}
        self._withdrawn: set[str] = set()
        self._random = random.Random(1)
        self.done: Counter[str] = Counter()
        self.problems: list[str] = []

    async def open_tabs(self, count: int) -> None:
        """Open tabs for both parties of each conversation."""
        for buyer, seller in self._people.pairs[: count // 2]:
            self._tabs[buyer.id] = Tab(self._url, buyer, seller, "user", self._names)
            self._tabs[seller.id] = Tab(self._url, seller, buyer, "seller", self._names)
        tabs = list(self._tabs.values())
        for start in range(0, len(tabs), _OPENING):
            group = tabs[start : start + _OPENING]
            self._running += [asyncio.create_task(tab.run()) for tab in group]
            await asyncio.wait_for(asyncio.gather(*(tab.ready.wait() for tab in group)), _TIMEOUT_S)

    async def close_tabs(self) -> None:
        """Wait for the last messages, then close all tabs."""
        deadline = time.monotonic() + _TIMEOUT_S
        while self.unheard() and time.monotonic() < deadline:  # noqa: ASYNC110 - tabs note what they hear by themselves
            await asyncio.sleep(0.5)
        self.problems += sorted({tab.ended for tab in self._tabs.values() if tab.ended})
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._client.aclose()

    def unheard(self) -> list[str]:
        """Return acknowledged messages that did not reach the other party's open tab."""
        return [words for words, receiver in self._said.items() if words not in self._tabs[receiver].heard]

    async def run(self, until: float) -> None:
        """Run all kinds of traffic concurrently until a time of the monotonic clock."""
        kinds = ((self._read_page, 0.1), (self._read_api, 0.1), (self._say, 0.2), (self._save, 0.5), (self._sell, 3.0))
        await asyncio.gather(*(self._again(kind, pause, until) for kind, pause in kinds))

    def table(self) -> str:
        """Return the number of completed actions by kind."""
        return "\n".join(f"{name:14}{count:>8}" for name, count in sorted(self.done.items()))

    async def _again(self, kind: Callable[[], Coroutine[Any, Any, None]], pause: float, until: float) -> None:
        name = kind.__name__.strip("_")
        while time.monotonic() < until:
            try:
                await kind()
                self.done[name] += 1
            except (httpx.HTTPError, KeyError, ValueError) as error:
                self.problems.append(f"{name}: {error!r}")
            await asyncio.sleep(pause)

    async def _ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        answer = await self._client.request(method, path, **options)
        if not answer.is_success:
            self.problems.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
        return answer.raise_for_status()

    def _anyone(self) -> tuple[Person, Person]:
        return self._random.choice(self._people.pairs)

    async def _read_page(self) -> None:
        word = self._random.choice(_WORDS)
        paths = ("/", "/categories", "/products/sell?page=2", f"/products/search?{urlencode({'keyword': word})}")
        await self._ask("GET", self._random.choice(paths))

    async def _read_api(self) -> None:
        buyer, _ = self._anyone()
        kind = self._random.choice(("sell", "rent", "lease"))
        page = self._random.randint(1, 5)
        found = await self._ask("GET", f"/api/product/{kind}?page={page}", headers=buyer.bearer)
        path = f"/api/product/{self._random.choice(found.json()['products'])['_id']}"
        answer = await self._client.get(path, headers=buyer.bearer)
        # An ad can be withdrawn between the list and its page.
        if not answer.is_success and (answer.status_code != 410 or path not in self._withdrawn):
            self.problems.append(f"GET {path}: {answer.status_code} {answer.text[:200]}")

    async def _say(self) -> None:
        sender, receiver = self._random.sample(self._anyone(), 2)
        words = f"soak-{len(self._said):07d}."
        body = {"receiverId": receiver.id, "message": words}
        await self._ask("POST", "/api/messages", json=body, headers=sender.bearer)
        self._said[words] = receiver.id

    async def _save(self) -> None:
        buyer, _ = self._anyone()
        found = await self._ask("GET", "/api/product/rent")
        ad = self._random.choice(found.json()["products"])
        answer = await self._client.post("/api/wishlist", json={"productId": ad["_id"]}, headers=buyer.bearer)
        if answer.status_code not in (200, 201, 409):
            self.problems.append(f"wishlist: {answer.status_code} {answer.text[:200]}")

    async def _sell(self) -> None:
        """Post an ad with a photo, approve it, find it, and withdraw it."""
        _, seller = self._anyone()
        files = {"file": ("a.jpg", corpus.jpeg(), "image/jpeg")}
        photo = (await self._ask("POST", "/api/upload", files=files, headers=seller.bearer)).json()["fileUrl"]
        name = f"Sofa {ids.new_id()[-12:]}"
        made = await self._ask("POST", "/api/product", json=self._ad(name, photo), headers=seller.bearer)
        ad_id = made.json()["data"]["_id"]
        await self._ask("POST", f"/api/admin/products/{ad_id}/approve", json={}, headers=self._people.admin.bearer)
        await self._ask("GET", f"/api/product/{ad_id}")
        self._withdrawn.add(f"/api/product/{ad_id}")
        await self._ask("DELETE", f"/api/product/{ad_id}", headers=seller.bearer)
        gone = await self._client.get(f"/api/product/{ad_id}")
        if gone.is_success:
            self.problems.append(f"{ad_id} is still shown")

    def _ad(self, name: str, photo: str) -> dict[str, Any]:
        return {
            "name": name,
            "title": "Three seats",
            "shortDescription": "Hardly used",
            "description": "From a smoke-free home.",
            "termsandcondition": "Pick up only.",
            "price": 18500,
            "state": "Maharashtra",
            "city": "Pune",
            "place": "Kothrud",
            "latitude": "18.507412",
            "longitude": "73.807749",
            "producttype": "sell",
            "categoryId": self._random.choice(self._people.categories),
            "images": [{"url": photo}],
        }
