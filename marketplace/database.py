"""The engine and the unit of work: the only place that commits."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlmodel import Session

from marketplace import events
from marketplace.errors import MarketplaceError
from marketplace.settings import get_settings
from marketplace.storable import make_storable

_BEGIN = "marketplace_begin"
_WRITES = "writes"
_POOL_SIZE = 20
_writers = threading.RLock()
_BUSY_TIMEOUT_MS = 15_000


def make_engine(url: str, **options: Any) -> Engine:
    """An engine with the pragmas and the transaction behaviour the project relies on.

    SQLite: WAL, foreign keys, and a BEGIN of our own, so that a unit of work takes the write lock at its
    start and waits for it there, instead of failing in its middle.
    """
    if url.startswith("sqlite"):
        options.setdefault("connect_args", {"check_same_thread": False, "timeout": _BUSY_TIMEOUT_MS / 1000})
    else:
        options.setdefault("pool_pre_ping", True)
        options.setdefault("connect_args", {"connect_timeout": 5, "options": "-c timezone=UTC"})
    # A failing statement is logged; password hashes and the like must not come with it.
    options.setdefault("hide_parameters", True)
    options.setdefault("pool_size", _POOL_SIZE)
    options.setdefault("max_overflow", _POOL_SIZE)
    engine = create_engine(url, **options)
    event.listen(engine, "before_cursor_execute", _make_storable, retval=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_storable(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> tuple[str, Any]:
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
    """The engine of this process."""
    settings = get_settings()
    if not settings.database_url:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    return make_engine(settings.database)


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
    with _turn(session):
        try:
            session.connection(execution_options={_BEGIN: "BEGIN IMMEDIATE"})
            session.info[_WRITES] = True
            yield session
            session.commit()
        except MarketplaceError as error:
            if error.commits:
                session.commit()
                events.publish(session)
            else:
                session.rollback()
            raise
        except BaseException:
            session.rollback()
            raise
        finally:
            session.close()
    events.publish(session)


def _turn(session: Session) -> AbstractContextManager[object]:
    # SQLite's own waiting is polling, in no order: under load a writer can starve past its timeout.
    return _writers if session.get_bind().dialect.name == "sqlite" else nullcontext()


def may_write(db: Session) -> bool:
    """Whether the session belongs to a unit of work, so that what is written in passing will be kept."""
    return bool(db.info.get(_WRITES))


@contextmanager
def reading() -> Iterator[Session]:
    """A transaction that only reads; whatever it did is rolled back. On SQLite it never waits for a writer."""
    session = new_session()
    try:
        yield session
    finally:
        session.rollback()
        session.close()
