"""Reads of anonymous callers on streaming replicas of PostgreSQL, if DATABASE_REPLICA_URL names some.

A replica is used for a read only if it has replayed every public commit that this worker knows of: its cache generation
(`marketplace.db.generation`) must not be older. So no reader sees less than what was announced, and neither the response
cache nor `marketplace.db.memo` can store an older result under a newer generation.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from itertools import count
from threading import Lock, Thread
from typing import Any, TypeVar

import structlog
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlmodel import Session

from marketplace.db import change_log, database, postgres
from marketplace.db.generation import get_generation_reader
from marketplace.settings import get_settings

Result = TypeVar("Result")
# A replica that was left out is checked again after this time. One that is behind for less counts as current in reports.
_CHECK_S = 1.0
_READ_STATE = text(
    """
    SELECT number, CASE
        WHEN NOT pg_is_in_recovery() THEN 'it is not a replica'
        WHEN pg_is_wal_replay_paused() THEN 'its replay is paused'
        WHEN NOT EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 'it receives nothing from the primary'
        ELSE '' END
    FROM editions
    """
)
# Which database of which server: copies of a server have its number.
_READ_IDENTITY = text("SELECT system_identifier || '/' || current_database() FROM pg_control_system()")
# Connections of this process to one replica. Reads that find them all busy go elsewhere at once, so a replica that hangs holds at
# most half of the threads that read for pages (`web/base/threads.py`).
MOST_READERS = 6
_turns = count()
log = structlog.get_logger()


class _NotUsable(Exception):
    """The replica can't be used for this read."""


class Replica:
    """A streaming replica, named by host and port. Reads use it after a check, until it fails."""

    def __init__(self, url: str):
        self.engine = database.make_engine(
            url,
            statement_timeout_s=postgres.REQUEST_TIMEOUT_S,
            pool_size=MOST_READERS,
            max_overflow=0,
            pool_timeout=0,
        )
        self.name = f"{self.engine.url.host or 'localhost'}:{self.engine.url.port or 5432}"
        self._lock = Lock()
        # Empty while reads may use the replica.
        self._problem = "it was not checked yet"
        # Time of `time.monotonic` from which the next check may start; infinite while one runs.
        self._next_check = 0.0
        # That of the primary; empty until the first read, since checks don't need the primary.
        self._identity = ""

    def is_available(self) -> bool:
        """Return whether reads may use the replica. If not, a thread checks it again, so that no read waits for it."""
        with self._lock:
            if not self._problem or time.monotonic() < self._next_check:
                return not self._problem
            self._next_check = float("inf")
        Thread(target=self._check, name="replica-check", daemon=True).start()
        return False

    def read(self, call: Callable[[Session], Result], generation: int) -> Result:
        """Call a function with a session on the replica.

        Raises:
            _NotUsable: the replica has not replayed this generation, is busy, or failed.
        """
        with database.read_only(Session(self.engine, expire_on_commit=False)) as db:
            try:
                connection = db.connection()
                number, problem = _read_state(connection)
                problem = problem or self._compare_with_primary(connection)
            except PoolTimeoutError as error:
                raise _NotUsable from error
            except SQLAlchemyError as error:
                self._set_problem(_describe(error))
                raise _NotUsable from error
            if problem:
                self._set_problem(problem)
            if problem or number < generation:
                raise _NotUsable
            driver: Any = connection.connection.dbapi_connection
            try:
                result = call(db)
            except Exception as error:
                self._require_intact(driver, error)
                raise
            # A page catches errors of its sections, to show the others.
            self._require_intact(driver, None)
            return result

    def _compare_with_primary(self, connection: Connection) -> str:
        """Return a problem if this is no copy of the primary. Only the first read asks; checks do so from then on."""
        if self._identity:
            return ""
        with database.get_engine().connect() as primary:
            identity = _read_identity(primary)
        problem = _compare(connection, identity)
        if problem:
            self._set_problem(problem)
        # Last, so that concurrent first reads compare as well.
        self._identity = identity
        return problem

    def find_problem(self, generation: int, identity: str = "") -> str:
        """Return why the replica can't be used, given the generation and the identity (empty: any) of the primary; empty if it can."""
        try:
            with self.engine.connect() as connection:
                number, problem = _read_state(connection)
                if not problem and number < generation:
                    time.sleep(_CHECK_S)
                    number, problem = _read_state(connection)
                problem = problem or (_compare(connection, identity) if identity else "")
        except PoolTimeoutError:
            # Reads use all connections, so their last result is current.
            return self._problem
        except SQLAlchemyError as error:
            return _describe(error)
        return problem or (f"public changes that it lacks: {generation - number}" if number < generation else "")

    def _check(self) -> None:
        problem = "the check failed"
        try:
            problem = self.find_problem(0, self._identity)
        finally:
            self._set_problem(problem)

    def _set_problem(self, problem: str) -> None:
        with self._lock:
            before, self._problem = self._problem, problem
            self._next_check = time.monotonic() + _CHECK_S
        if problem != before:
            log.warning("replica_left_out" if problem else "replica_available", replica=self.name, reason=problem)

    def _require_intact(self, driver: Any, error: Exception | None) -> None:
        """Raise `_NotUsable` if a statement failed: the connection is lost, or a conflict with the replay cancelled it."""
        status = driver.info.transaction_status
        if status in (TransactionStatus.INTRANS, TransactionStatus.IDLE):
            return
        if status == TransactionStatus.UNKNOWN:
            self._set_problem("the connection was lost")
        raise _NotUsable from error


def read(call: Callable[[Session], Result], *, is_public: bool) -> Result:
    """Call a function that only reads, on a replica if there is one, else on the primary.

    Args:
        call: called again on the primary if the replica fails.
        is_public: the caller is anonymous, and the function reads what everybody sees. Signed-in people must see their own
            changes, also those that advance no generation, so they always read the primary.

    Raises:
        Unavailable: the primary can't be used at the moment.
    """
    available = [replica for replica in get_replicas() if replica.is_available()] if is_public else []
    if available and (generation := get_generation_reader().newest()) is not None:
        turn = next(_turns) % len(available)
        for replica in available[turn:] + available[:turn]:
            with suppress(_NotUsable):
                return replica.read(call, generation)
    with database.read_only() as db:
        return call(db)


def find_problems(primary: Connection) -> dict[str, str]:
    """Return why each replica can't be used, by its name; empty for those that can."""
    replicas = get_replicas()
    if not replicas:
        return {}
    generation, identity = change_log.read_number(primary), _read_identity(primary)
    return {replica.name: replica.find_problem(generation, identity) for replica in replicas}


@lru_cache
def get_replicas() -> tuple[Replica, ...]:
    """Return the replicas of this process."""
    return tuple(Replica(url) for url in get_settings().database_replica_url.split(",") if url)


def _read_state(connection: Connection) -> tuple[int, str]:
    number, problem = connection.execute(_READ_STATE).one()
    return number, problem


def _read_identity(connection: Connection) -> str:
    """Return the number of the server, which its copies share, and the name of the database."""
    return connection.execute(_READ_IDENTITY).scalar_one()


def _compare(connection: Connection, identity: str) -> str:
    return "" if _read_identity(connection) == identity else "it is not a copy of the primary's database"


def _describe(error: SQLAlchemyError) -> str:
    return "".join(str(getattr(error, "orig", None) or error).strip().splitlines()[:1]) or type(error).__name__


def _reset_in_child() -> None:
    """Drop connections that the parent process still uses."""
    for replica in get_replicas() if get_replicas.cache_info().currsize else ():
        replica.engine.dispose(close=False)
    get_replicas.cache_clear()


os.register_at_fork(after_in_child=_reset_in_child)
