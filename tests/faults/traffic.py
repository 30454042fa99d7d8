"""Traffic during fault injection, and a ledger of acknowledged writes."""

import itertools
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread

import httpx
from sqlalchemy import Engine
from sqlmodel import Session, select

from marketplace.core import ids
from marketplace.db import database
from marketplace.models import Ad, Message
from tests import factories
from tests.conftest import migrate

# No rate limits, to get enough traffic.
UNLIMITED = dict.fromkeys(("limit_ads", "limit_messages", "limit_uploads", "limit_codes_hour"), "1000000 per minute")
SETTINGS: dict[str, object] = {"demo": "false", **UNLIMITED}
ACCEPTED = (200, 201)


@dataclass
class Ledger:
    """The outcome of all calls, as the clients saw it.

    Attributes:
        ads, messages: acknowledged, by id.
        statuses: number of responses by kind of call and status; status 0 means no response.
        odd: error responses that violate API contract, section 1.3.
    """

    ads: set[str] = field(default_factory=set)
    messages: set[str] = field(default_factory=set)
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    odd: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def note(self, kind: str, answer: httpx.Response | None) -> None:
        """Record a response; None if there was none."""
        with self.lock:
            self.statuses[kind, answer.status_code if answer is not None else 0] += 1
            if answer is not None and answer.status_code >= 400 and not _follows_contract(answer):
                self.odd.append(f"{kind} {answer.status_code}: {answer.text[:200]}")

    def count(self, kind: str, *statuses: int) -> int:
        """Return the number of calls of a kind with one of the statuses; of all calls if none is given."""
        with self.lock:
            return sum(
                n for (what, status), n in self.statuses.items() if what == kind and status in (statuses or (status,))
            )

    def answered(self) -> set[int]:
        """Return all statuses that occurred."""
        return {status for _, status in self.statuses}


def _follows_contract(answer: httpx.Response) -> bool:
    try:
        body = answer.json()
    except ValueError:
        return False
    waits = answer.status_code != 503 or "retry-after" in answer.headers
    return body.get("success") is False and bool(body.get("message")) and waits


@dataclass
class People:
    """A seller who posts ads, a buyer who writes messages, and an administrator."""

    seller: dict[str, str]
    buyer: dict[str, str]
    admin: dict[str, str]
    seller_id: str
    category_id: str


def create_people(engine: Engine) -> People:
    """Create the schema and the accounts."""
    migrate(engine)
    with Session(engine, expire_on_commit=False) as db:
        seller, buyer, shelf = factories.seller(db), factories.buyer(db), factories.category(db)
        admin = factories.bearer(db, factories.admin(db))
        return People(factories.bearer(db, seller), factories.bearer(db, buyer), admin, seller.id, shelf.id)


def engine_at(url: str, data: Path) -> Engine:
    """Return an engine for the database of the server under test."""
    data.mkdir(parents=True, exist_ok=True)
    return database.make_engine(url or f"sqlite:///{data / 'marketplace.db'}")


class Caller:
    """Calls the server and records the outcome in the ledger."""

    def __init__(self, url: str, people: People, ledger: Ledger):
        self._client = httpx.Client(base_url=url, timeout=30)
        self._people, self._ledger = people, ledger
        self._name, self._number = ids.new_id(), itertools.count(1)

    def _ask(self, kind: str, method: str, path: str, **options: object) -> httpx.Response | None:
        try:
            answer = self._client.request(method, path, **options)  # pyright: ignore
        except httpx.HTTPError:
            answer = None
        self._ledger.note(kind, answer)
        return answer

    def post(self) -> bool:
        """Post an ad; return whether it was acknowledged."""
        body = {"name": f"Kettle {next(self._number)}", "producttype": "sell", "categoryId": self._people.category_id}
        answer = self._ask("post", "POST", "/api/product", json=body, headers=self._people.seller)
        if answer is None or answer.status_code not in ACCEPTED:
            return False
        with self._ledger.lock:
            self._ledger.ads.add(answer.json()["data"]["_id"])
        return True

    def write(self) -> bool:
        """Send a message; return whether it was acknowledged."""
        body = {
            "receiverId": self._people.seller_id,
            "receiverType": "seller",
            "message": f"Hello from {self._name}, number {next(self._number)}",
        }
        answer = self._ask("write", "POST", "/api/messages", json=body, headers=self._people.buyer)
        if answer is None or answer.status_code not in ACCEPTED:
            return False
        with self._ledger.lock:
            self._ledger.messages.add(answer.json()["message"]["_id"])
        return True

    def look(self) -> bool:
        """Read a public list."""
        answer = self._ask("look", "GET", "/api/product/sell")
        return answer is not None and answer.status_code == 200

    def upload(self, photo: bytes) -> bool:
        """Upload a photo."""
        files = {"file": ("photo.jpg", photo, "image/jpeg")}
        answer = self._ask("upload", "POST", "/api/upload", files=files, headers=self._people.seller)
        return answer is not None and answer.status_code in ACCEPTED

    def ask_for_code(self, email: str) -> bool:
        """Start a registration, which queues a mail."""
        answer = self._ask("code", "POST", "/api/auth/sendOtpRegister", json={"email": email, "userType": "user"})
        return answer is not None and answer.status_code in ACCEPTED

    def health(self) -> dict[str, bool]:
        """Return which dependencies are available. Without the database, only its own state is known."""
        try:
            answer = self._client.get("/api/health", headers=self._people.admin).json()
        except (httpx.HTTPError, ValueError):
            return {}
        found = answer.get("dependencies", {} if answer.get("ready") else {"database": {"ok": False}})
        return {name: each["ok"] for name, each in found.items()}


@contextmanager
def going_on(url: str, people: People, ledger: Ledger, *kinds: str) -> Iterator[None]:
    """Repeat each kind of call in its own thread during the block."""
    ended = Event()

    def repeat(kind: str) -> None:
        caller = Caller(url, people, ledger)
        while not ended.wait(0.02):
            getattr(caller, kind)()

    threads = [Thread(target=repeat, args=(kind,), daemon=True) for kind in kinds]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join(60)


def lost(engine: Engine, ledger: Ledger) -> list[str]:
    """Return acknowledged writes that are missing or duplicated."""
    with Session(engine) as db:
        ads = set(db.exec(select(Ad.id)))
        texts = db.exec(select(Message.id, Message.text)).all()
    twice = [
        text for text, count in Counter(text for _, text in texts).items() if count > 1 and text.startswith("Hello")
    ]
    gone = (ledger.ads - ads) | (ledger.messages - {message_id for message_id, _ in texts})
    return sorted(gone) + twice
