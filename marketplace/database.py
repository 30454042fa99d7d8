"""The engine and the unit of work: the only place that commits."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from typing import Any

import structlog
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlmodel import Session

from marketplace import editions, events, postgres
from marketplace.errors import MarketplaceError, Unavailable
from marketplace.settings import get_settings
from marketplace.storable import make_storable

_BEGIN = "marketplace_begin"
# Execution options of a connection that will write: SQLite waits for other writers at its start.
WILL_WRITE = {_BEGIN: "BEGIN IMMEDIATE"}
_WRITES = "writes"
_AFTERWARDS = "afterwards"
_POOL_SIZE = 20
_writers = threading.RLock()
_readers = threading.RLock()
# What the thread that forks has taken for that.
_forking = threading.local()
# Whoever reads for longer than this holds nobody up any more.
LONGEST_TURN_S = 2.0
_BUSY_TIMEOUT_MS = 15_000
# Of SQLite's operational errors those that pass by themselves, or with room on the disk; the rest are ours to mend.
_SQLITE_PASSING = ("locked", "full", "disk i/o", "unable to open", "readonly")
log = structlog.get_logger()


def make_engine(url: str, *, longest_s: float | None = None, **options: Any) -> Engine:
    """An engine with the pragmas and the transaction behaviour the project relies on.

    SQLite: WAL, foreign keys, and a BEGIN of our own, so that a unit of work takes the write lock at its
    start and waits for it there, instead of failing in its middle.

    Args:
        longest_s: a statement of PostgreSQL may take outside of `postgres.patience`; None for as long as it takes.
    """
    if url.startswith("sqlite"):
        options.setdefault("connect_args", {"check_same_thread": False, "timeout": _BUSY_TIMEOUT_MS / 1000})
    else:
        options.setdefault("pool_pre_ping", True)
        options.setdefault("connect_args", postgres.connecting(longest_s))
    # A failing statement is logged; password hashes and the like must not come with it.
    options.setdefault("hide_parameters", True)
    options.setdefault("pool_size", _POOL_SIZE)
    options.setdefault("max_overflow", _POOL_SIZE)
    engine = create_engine(url, **options)
    event.listen(engine, "before_cursor_execute", _make_storable, retval=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        postgres.limit(engine, longest_s)
    return engine


def _make_storable(
    connection: Any, _cursor: Any, statement: str, parameters: Any, context: Any, _many: bool
) -> tuple[str, Any]:
    editions.watch(connection, context)
    # An id or a word with such a character is simply not found, instead of failing in the driver.
    return statement, make_storable(parameters)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver must not begin transactions by itself: `_begin_sqlite` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "foreign_keys=ON",
        "synchronous=NORMAL",
        f"busy_timeout={_BUSY_TIMEOUT_MS}",
        "cache_size=-65536",
        "mmap_size=268435456",
        "temp_store=MEMORY",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))


@lru_cache
def get_engine() -> Engine:
    """The engine of this process, which serves requests: what may take longer happens within `postgres.patience`."""
    settings = get_settings()
    if not settings.database_url:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    return make_engine(settings.database, longest_s=postgres.REQUEST_S)


def _take_turns() -> None:
    """A fork waits for those who are at it, for a while: whatever SQLite's library holds for them, nobody gives back in the
    child.
    """
    _forking.turns = [turn for turn in (_writers, _readers) if turn.acquire(timeout=LONGEST_TURN_S)]


def _give_turns_back() -> None:
    for turn in _forking.turns:
        turn.release()


def _leave_all_to_parent() -> None:
    """A worker must not wait for threads that only the process has which it was forked from, nor speak over connections that
    this goes on using.
    """
    global _writers, _readers
    _writers, _readers = threading.RLock(), threading.RLock()
    if get_engine.cache_info().currsize:
        get_engine().dispose(close=False)


os.register_at_fork(before=_take_turns, after_in_parent=_give_turns_back, after_in_child=_leave_all_to_parent)


def new_session() -> Session:
    """A session on the process's engine; tests replace this one function to share a transaction."""
    return Session(get_engine(), expire_on_commit=False)


@contextmanager
def unit_of_work() -> Iterator[Session]:
    """A transaction that may write: commits when the block ends well, else rolls all of it back.

    An error with `commits` set is an answer, not an accident: what was written before it stays. Events recorded by
    the domain are published after the commit, never before it.
    """
    session = new_session()
    answer: MarketplaceError | None = None
    with _turn(session):
        try:
            editions.forget(session.connection(execution_options=WILL_WRITE))
            session.info[_WRITES] = True
            try:
                yield session
            except MarketplaceError as error:
                if not error.commits:
                    raise
                answer = error
            _commit(session)
        except (OperationalError, InterfaceError, PoolTimeoutError) as error:
            _roll_back(session)
            raise _told(error) from error
        except BaseException:
            _roll_back(session)
            raise
        finally:
            session.close()
    # Not before, for it may ask Redis, and others wait for their turn.
    _follow_up(session)
    if answer:
        raise answer


def _follow_up(session: Session) -> None:
    events.publish(session)
    for action in session.info.pop(_AFTERWARDS, ()):
        action()


def after_commit(db: Session, action: Callable[[], object]) -> None:
    """Do something once the unit of work is committed and keeps nobody waiting any more; what it raises is raised there."""
    if may_write(db):
        db.info.setdefault(_AFTERWARDS, []).append(action)
    else:
        event.listen(db, "after_commit", lambda _session: action(), once=True)


def _commit(session: Session) -> None:
    session.flush()
    if editions.raise_if_changed(session.connection()):
        events.record(session, editions.TOPIC)
    session.commit()


def _turn(session: Session) -> AbstractContextManager[object]:
    # SQLite's own waiting is polling, in no order: under load a writer can starve past its timeout.
    return _writers if session.get_bind().dialect.name == "sqlite" else nullcontext()


def may_write(db: Session) -> bool:
    """Whether the session belongs to a unit of work, so that what is written in passing will be kept."""
    return bool(db.info.get(_WRITES))


@contextmanager
def reading() -> Iterator[Session]:
    """A transaction that only reads; whatever it did is rolled back. On SQLite it never waits for a writer, and for another
    reader of this process no longer than LONGEST_TURN_S.
    """
    session = new_session()
    with _reading_turn(session):
        try:
            yield session
        except (OperationalError, InterfaceError, PoolTimeoutError) as error:
            raise _told(error) from error
        finally:
            _roll_back(session)
            session.close()


@contextmanager
def _reading_turn(session: Session) -> Iterator[None]:
    # SQLite's driver lets another thread run before each row. Where several read at once, handing the interpreter to and
    # fro takes longer than the reading: one after the other they are done up to three times as soon.
    turn = _readers
    is_ours = session.get_bind().dialect.name == "sqlite" and turn.acquire(timeout=LONGEST_TURN_S)
    try:
        yield
    finally:
        if is_ours:
            turn.release()


def _roll_back(session: Session) -> None:
    try:
        session.rollback()
    except (OperationalError, InterfaceError):
        # The connection is gone, and with it the transaction.
        session.invalidate()


def _told(error: Exception) -> Exception:
    """What the doors should make of it: 503 where the database is away for now, else the error itself."""
    if not is_passing(error):
        return error
    log.error("database_away", error=str(getattr(error, "orig", error)).strip().splitlines()[:1])
    return Unavailable()


def is_passing(error: Exception) -> bool:
    """Whether a failure of the database passes by itself: away, restarting, overloaded, full."""
    if isinstance(error, PoolTimeoutError):
        return True
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    if type(error.orig).__module__.startswith("sqlite3"):
        return any(part in str(error.orig).lower() for part in _SQLITE_PASSING)
    return True
