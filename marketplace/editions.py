"""The edition of what the public sees: a number in the database that rises with every commit that changes it.

Whoever keeps an answer keeps the edition it was made from beside it, and uses it for as long as that is the current
one. The number is raised by the change's own transaction, so it covers every process that writes: other workers, jobs
that are set apart, the command line.
"""

import asyncio
import mmap
import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

import structlog
from anyio import CapacityLimiter, to_thread
from sqlalchemy import Connection, Engine, text

from marketplace.events import Event

TOPIC = "public"
# Tables that public pages and answers are made from, and the verbs that show: a new ad or account is shown by nothing
# until something else is written.
_ANY = frozenset({"insert", "update", "delete"})
_LATER = frozenset({"update", "delete"})
_SHOWN = {
    "accounts": _LATER,
    "account_photos": _ANY,
    "ads": _LATER,
    "ad_versions": _LATER,
    "ad_version_images": _LATER,
    "ad_version_values": _LATER,
    "listings": _ANY,
    "categories": _ANY,
    "subcategories": _ANY,
    "field_definitions": _ANY,
    "testimonials": _ANY,
    "uploads": _LATER,
    "ad_calendars": _ANY,
    "calendar_blocks": _ANY,
    "bookings": _ANY,
}
_KEY = "public_change"
_RAISE = text("UPDATE editions SET number = number + 1")
_READ = "SELECT number FROM editions"
# How old the number may be where no event has told of a newer one and nobody is signed in.
_GLANCE_S = 0.2
# The same for SQLite's file, which is asked in microseconds: shorter than any commit of another process takes.
_BLINK_S = 0.002
# Looks at PostgreSQL at the same time, each in a thread and with a connection that nobody else waits in or with: while all
# those of the API wait for the database, what is kept can be sent. A look takes a moment, and who comes late shares one.
_AT_ONCE = 4
_NEWS_BYTES = 16
# The same memory in all workers that are forked from one process: what one of them was told, all of them know at once.
_news = mmap.mmap(-1, _NEWS_BYTES)
log = structlog.get_logger()


def watch(connection: Connection, context: Any) -> None:
    """Note on the connection that a statement changes what the public sees; called for every statement."""
    if context is None or not (context.isinsert or context.isupdate or context.isdelete):
        return
    verb = "insert" if context.isinsert else "update" if context.isupdate else "delete"
    table = getattr(getattr(context.compiled, "statement", None), "table", None)
    if verb in _SHOWN.get(getattr(table, "name", ""), ()):
        connection.info[_KEY] = True


def forget(connection: Connection) -> None:
    """A transaction begins: what was noted before is not its own."""
    connection.info.pop(_KEY, None)


def raise_if_changed(connection: Connection) -> bool:
    """Raise the number if the transaction changed what the public sees.

    To be called last before the commit: on PostgreSQL two such transactions wait for each other from here to the end.
    """
    if not connection.info.pop(_KEY, False):
        return False
    connection.execute(_RAISE)
    return True


@dataclass(frozen=True, slots=True)
class _Look:
    """What a look at the database found, the news that had come before it, and when it began."""

    number: int | None
    news: bytes
    began: float


class Editions:
    """Knows the current edition of one database."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._lock = Lock()
        self._file: sqlite3.Connection | None = None
        self._seen: int | None = None
        self._number: int | None = None
        self._glanced: tuple[bytes, float] | None = None
        self._look: _Look | None = None
        self._looking: tuple[bytes, asyncio.Future[int | None]] | None = None
        self._next: asyncio.Future[int | None] | None = None
        self._threads = CapacityLimiter(_AT_ONCE)

    def hear(self, event: Event) -> None:
        """Something was committed, here or in another worker."""
        if event.topic == TOPIC:
            # Never the same twice, so that of two who write at the same time neither is missed.
            _news[:] = os.urandom(_NEWS_BYTES)

    async def current(self, *, exact: bool) -> int | None:
        """The number; None where the database can't tell, so that nothing kept may be used.

        Args:
            exact: as it is now, rather than a moment ago.
        """
        if self._engine.dialect.name == "sqlite":
            return self._glance(exact=exact)
        if exact:
            return await self._look_exactly()
        news = _news[:]
        look = self._look
        if look is not None and look.news == news and time.monotonic() - look.began < _GLANCE_S:
            return look.number
        looking = self._looking
        if looking is None or looking[0] != news or looking[1].done():
            # Whoever comes meanwhile waits for this look, unless there are news that it may have come too early for.
            looking = self._looking = news, self._begin(self._ask)
        return await asyncio.shield(looking[1])

    async def _look_exactly(self) -> int | None:
        following = self._next
        if following is None or following.done():
            # Whoever comes until a thread has begun with it is in time for this look too.
            following = self._next = self._begin(self._ask_next)
        return await asyncio.shield(following)

    def _begin(self, look: Callable[[], int | None]) -> asyncio.Future[int | None]:
        return asyncio.ensure_future(to_thread.run_sync(look, limiter=self._threads))

    def _ask_next(self) -> int | None:
        self._next = None
        return self._ask()

    def _glance(self, *, exact: bool) -> int | None:
        """SQLite tells in microseconds whether any other connection has committed since the last look."""
        news, now, last = _news[:], time.monotonic(), self._glanced
        if not exact and last is not None and last[0] == news and now - last[1] < _BLINK_S:
            return self._number
        try:
            with self._lock:
                if self._file is None:
                    self._file = _open(self._engine)
                seen = self._file.execute("PRAGMA data_version").fetchone()[0]
                if seen != self._seen:
                    self._number = self._file.execute(_READ).fetchone()[0]
                    self._seen = seen
                self._glanced = news, now
                return self._number
        except (sqlite3.Error, TypeError) as error:
            log.warning("edition_unknown", error=str(error))
            self.close()
            return None

    def _ask(self) -> int | None:
        news, began = _news[:], time.monotonic()
        try:
            with self._engine.connect() as connection:
                number = connection.execute(text(_READ)).scalar()
        except Exception as error:
            log.warning("edition_unknown", error=str(error).strip().splitlines()[:1])
            number = None
        with self._lock:
            # Of two looks at the same time, the one that began later knows more.
            if self._look is None or self._look.began <= began:
                self._look = _Look(number, news, began)
        return number

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._file is not None:
                self._file.close()
            self._file = self._seen = self._number = self._glanced = self._look = None


def _open(engine: Engine) -> sqlite3.Connection:
    made = sqlite3.connect(
        f"file:{engine.url.database}?mode=ro", uri=True, timeout=0.05, isolation_level=None, check_same_thread=False
    )
    made.execute("PRAGMA query_only=ON")
    return made


@lru_cache
def get_editions() -> Editions:
    """Of this process's database."""
    from marketplace import database, postgres

    engine = database.get_engine()
    if engine.dialect.name == "postgresql":
        engine = database.make_engine(
            engine.url.render_as_string(hide_password=False),
            longest_s=postgres.REQUEST_S,
            pool_size=_AT_ONCE,
            max_overflow=0,
        )
    return Editions(engine)
