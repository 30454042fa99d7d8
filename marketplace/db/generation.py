"""The cache generation: a number in the database that rises with every commit that changes public data.

A cached response is stored with the generation it was created in and with the tags of what was read for it
(`marketplace.db.tags`). It is valid while no later commit has raised one of them. The transaction that changes the data raises
the number and logs its tags (`marketplace.db.change_log`), so every writing process is covered: other workers, the job worker, the
command line.
"""

import asyncio
import mmap
import os
import sqlite3
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import structlog
from anyio import CapacityLimiter, to_thread
from sqlalchemy import Engine

from marketplace.core.events import Event
from marketplace.db import change_log
from marketplace.db.change_log import READ_LOG, READ_NUMBER, TOPIC, ChangeLog

# An anonymous request may use a number of this age, if no event has announced a newer one.
_MAX_AGE_S = 0.2
# The same for SQLite, where reading takes microseconds; shorter than any commit of another process.
_SQLITE_MAX_AGE_S = 0.002
# Concurrent reads on PostgreSQL. They have their own threads and connections, so that cached responses can be sent while
# all API threads wait for the database.
_MAX_CONCURRENT_READS = 4
_EVENT_BYTES = 16
# Shared memory of all workers forked from one process: an event that reaches one of them is known to all.
_last_event = mmap.mmap(-1, _EVENT_BYTES)
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Reading:
    """A result of reading the generation, the last event before it, and when the read started."""

    number: int | None
    last_event: bytes
    started: float


class GenerationReader:
    """Reads the current generation of one database."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._lock = Lock()
        self._log = ChangeLog()
        self._sqlite: sqlite3.Connection | None = None
        self._data_version: int | None = None
        self._number: int | None = None
        self._checked: tuple[bytes, float] | None = None
        self._reading: _Reading | None = None
        self._pending: tuple[bytes, asyncio.Future[int | None]] | None = None
        self._threads = CapacityLimiter(_MAX_CONCURRENT_READS)
        self._reading_alone = Lock()

    def on_event(self, event: Event) -> None:
        """Record that public data changed, in this process or in another worker."""
        if event.topic == TOPIC:
            # Random bytes instead of a counter: of two concurrent writers, neither can hide the other's change.
            _last_event[:] = os.urandom(_EVENT_BYTES)

    def is_unchanged(self, since: int, recorded: Collection[str]) -> bool:
        """Return whether a response from an earlier generation, made from data with these tags, is valid as of the last `current`."""
        return self._log.is_unchanged(since, recorded)

    async def current(self) -> int | None:
        """Return the current generation; None if the database can't be read, so that no cached response may be used."""
        if self._engine.dialect.name == "sqlite":
            return self._read_sqlite()
        if reading := self._recent():
            return reading.number
        last_event, pending = _last_event[:], self._pending
        if pending is None or pending[0] != last_event or pending[1].done():
            # A pending read is shared, unless an event arrived since that it may have been too early for.
            pending = self._pending = last_event, self._start(self._read)
        return await asyncio.shield(pending[1])

    def newest(self) -> int | None:
        """Return the newest generation that this worker knows, read anew if that is too old; None if it can't be read or
        another thread reads it.

        Only one thread reads at a time; the others do not wait for it.
        """
        if reading := self._recent():
            number = reading.number
        elif self._reading_alone.acquire(blocking=False):
            try:
                number = self._read()
            finally:
                self._reading_alone.release()
        else:
            return None
        # Of concurrent reads, the one that is kept may have the lower number.
        return None if number is None else self._log.position

    def _recent(self) -> _Reading | None:
        reading = self._reading
        is_recent = (
            reading is not None
            and reading.last_event == _last_event[:]
            and time.monotonic() - reading.started < _MAX_AGE_S
        )
        return reading if is_recent else None

    def _start(self, read: Callable[[], int | None]) -> asyncio.Future[int | None]:
        return asyncio.ensure_future(to_thread.run_sync(read, limiter=self._threads))

    def _read_sqlite(self) -> int | None:
        """Read the number only if another connection has committed since the last read (PRAGMA data_version)."""
        last_event, now, checked = _last_event[:], time.monotonic(), self._checked
        if checked is not None and checked[0] == last_event and now - checked[1] < _SQLITE_MAX_AGE_S:
            return self._number
        try:
            with self._lock:
                if self._sqlite is None:
                    self._sqlite = _open_sqlite(self._engine)
                data_version = self._sqlite.execute("PRAGMA data_version").fetchone()[0]
                if data_version != self._data_version:
                    sqlite = self._sqlite
                    number = sqlite.execute(READ_NUMBER).fetchone()[0]
                    self._log.follow(
                        number, lambda position: sqlite.execute(READ_LOG, {"position": position}).fetchall()
                    )
                    self._number = number
                    self._data_version = data_version
                self._checked = last_event, now
                return self._number
        except (sqlite3.Error, TypeError) as error:
            log.warning("generation_unknown", error=str(error))
            self.close()
            return None

    def _read(self) -> int | None:
        last_event, started = _last_event[:], time.monotonic()
        try:
            with self._engine.connect() as connection:
                number = change_log.read_number(connection)
                self._log.follow(number, lambda position: change_log.read_entries(connection, position))
        except Exception as error:
            log.warning("generation_unknown", error=str(error).strip().splitlines()[:1])
            number = None
        with self._lock:
            # Of concurrent reads, keep the one that started last.
            if self._reading is None or self._reading.started <= started:
                self._reading = _Reading(number, last_event, started)
        return number

    def close(self) -> None:
        """Close the SQLite connection and discard the last result."""
        with self._lock:
            if self._sqlite is not None:
                self._sqlite.close()
            self._sqlite = self._data_version = self._number = self._checked = self._reading = None
            self._log.reset()


def _open_sqlite(engine: Engine) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{engine.url.database}?mode=ro", uri=True, timeout=0.05, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA query_only=ON")
    return connection


@lru_cache
def get_generation_reader() -> GenerationReader:
    """Return the reader for this process's database."""
    from marketplace.db import database, postgres

    engine = database.get_engine()
    if engine.dialect.name == "postgresql":
        engine = database.make_engine(
            engine.url.render_as_string(hide_password=False),
            statement_timeout_s=postgres.REQUEST_TIMEOUT_S,
            pool_size=_MAX_CONCURRENT_READS,
            max_overflow=0,
        )
    return GenerationReader(engine)
