"""The database engine, and the transactions: `unit_of_work` for writing, `read_only` for reading."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import structlog
from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlmodel import Session

from marketplace.core import events
from marketplace.core.errors import MarketplaceError, Unavailable
from marketplace.core.sanitize import sanitize
from marketplace.db import memo, postgres, tags
from marketplace.settings import get_settings

_BEGIN = "marketplace_begin"
# Execution options of a connection that will write: SQLite takes the write lock when the transaction begins.
WRITE_TRANSACTION = {_BEGIN: "BEGIN IMMEDIATE"}
_MAY_WRITE = "may_write"
_AFTER_COMMIT = "after_commit"
_POOL_SIZE = 20
# The most connections that a process opens: the pool, its overflow, and those of the cache generation.
MOST_CONNECTIONS = 2 * _POOL_SIZE + 4
_write_lock = threading.RLock()
_read_lock = threading.RLock()
# Locks that the forking thread holds during the fork.
_forking = threading.local()
# Readers stop queueing behind a reader that takes longer than this.
READER_WAIT_S = 2.0
_BUSY_TIMEOUT_MS = 15_000
# SQLite's operational errors that are transient or go away when the disk has space; all others are bugs.
_SQLITE_TRANSIENT = ("locked", "full", "disk i/o", "unable to open", "readonly")
log = structlog.get_logger()


def make_engine(url: str, *, statement_timeout_s: float | None = None, **options: Any) -> Engine:
    """Create an engine with the pragmas, timeouts and transaction behaviour that the project relies on.

    On SQLite: WAL, foreign keys, and an explicit BEGIN, so that a unit of work waits for the write lock when it starts
    instead of failing later.

    Args:
        statement_timeout_s: seconds for one PostgreSQL statement outside of `postgres.statement_timeout`; None for no timeout.
        options: passed to `sqlalchemy.create_engine`.
    """
    if url.startswith("sqlite"):
        options.setdefault("connect_args", {"check_same_thread": False, "timeout": _BUSY_TIMEOUT_MS / 1000})
    else:
        options.setdefault("pool_pre_ping", True)
        options.setdefault("connect_args", postgres.connect_arguments(statement_timeout_s))
    # Failing statements are logged; their parameters may contain password hashes.
    options.setdefault("hide_parameters", True)
    options.setdefault("pool_size", _POOL_SIZE)
    options.setdefault("max_overflow", _POOL_SIZE)
    engine = create_engine(url, **options)
    event.listen(engine, "before_cursor_execute", _before_execute, retval=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _configure_sqlite)
        if engine.url.query.get("mode") != "ro":
            event.listen(engine, "connect", _use_write_ahead_log)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        postgres.enforce_timeouts(engine, statement_timeout_s)
    return engine


def _before_execute(
    connection: Any, _cursor: Any, statement: str, parameters: Any, context: Any, _many: bool
) -> tuple[str, Any]:
    tags.note_statement(connection, context)
    # A lookup by a text that the database can't hold finds nothing, instead of failing in the driver.
    return statement, sanitize(parameters)


def _configure_sqlite(connection: Any, _record: object) -> None:
    # Disable the driver's implicit transactions: `_begin_sqlite` begins them.
    connection.isolation_level = None
    # SQLite's own lowers ASCII only; `icontains` calls it, too. PostgreSQL lowers all letters.
    connection.create_function("lower", 1, _lower, deterministic=True)
    cursor = connection.cursor()
    for pragma in (
        "foreign_keys=ON",
        "synchronous=NORMAL",
        f"busy_timeout={_BUSY_TIMEOUT_MS}",
        "cache_size=-65536",
        "mmap_size=268435456",
        "temp_store=MEMORY",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _use_write_ahead_log(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA journal_mode=WAL").close()


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _begin_sqlite(connection: Any) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))


@lru_cache
def get_engine() -> Engine:
    """Return this process's engine. It has the timeout of a request; use `postgres.statement_timeout` for longer work."""
    settings = get_settings()
    if not settings.database_url:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    return make_engine(settings.database, statement_timeout_s=postgres.REQUEST_TIMEOUT_S)


def make_diagnostic_engine() -> Engine | None:
    """Create an engine that changes nothing, not even SQLite's auxiliary files; None if the SQLite file does not exist."""
    url = make_url(get_settings().database)
    if url.get_backend_name() == "sqlite":
        path = str(url.database)
        if not Path(path).exists():
            return None
        # Without a write-ahead log nobody has the file open. A reader would create one, and could not delete it.
        immutable = {} if Path(f"{path}-wal").exists() else {"immutable": "1"}
        url = url.set(database=f"file:{quote(path)}", query={"mode": "ro", "uri": "true", **immutable})
    return make_engine(url.render_as_string(hide_password=False), statement_timeout_s=postgres.REQUEST_TIMEOUT_S)


def _lock_before_fork() -> None:
    """Wait, within limits, until no other thread is inside SQLite: its locks would stay locked in the child."""
    _forking.locks = [lock for lock in (_write_lock, _read_lock) if lock.acquire(timeout=READER_WAIT_S)]


def _unlock_in_parent() -> None:
    for lock in _forking.locks:
        lock.release()


def _reset_in_child() -> None:
    """Replace locks that threads of the parent may hold, and drop connections that the parent still uses."""
    global _write_lock, _read_lock
    _write_lock, _read_lock = threading.RLock(), threading.RLock()
    if get_engine.cache_info().currsize:
        get_engine().dispose(close=False)


os.register_at_fork(before=_lock_before_fork, after_in_parent=_unlock_in_parent, after_in_child=_reset_in_child)


def new_session() -> Session:
    """Open a session on the process's engine. Tests replace this function to share a transaction."""
    return Session(get_engine(), expire_on_commit=False)


@contextmanager
def unit_of_work() -> Iterator[Session]:
    """Run a write transaction: commit when the block ends normally, else roll back.

    A `MarketplaceError` with `commits` set is raised after a commit. Events that the domain records are published after the
    commit.

    Raises:
        Unavailable: the database can't be used at the moment.
    """
    session = new_session()
    refusal: MarketplaceError | None = None
    with _writing(session):
        try:
            tags.take_raised(session.connection(execution_options=WRITE_TRANSACTION))
            session.info[_MAY_WRITE] = True
            try:
                yield session
            except MarketplaceError as error:
                if not error.commits:
                    raise
                refusal = error
            session.commit()
        except (OperationalError, InterfaceError, PoolTimeoutError) as error:
            _roll_back(session)
            raise _translate(error) from error
        except BaseException:
            _roll_back(session)
            raise
        finally:
            session.close()
    # After releasing the write lock, because publishing may wait for Redis.
    _run_after_commit(session)
    if refusal:
        raise refusal


def _run_after_commit(session: Session) -> None:
    events.publish(session)
    for action in session.info.pop(_AFTER_COMMIT, ()):
        action()


def after_commit(db: Session, action: Callable[[], object]) -> None:
    """Call `action` once the unit of work has committed and released the write lock. Its exceptions reach the caller."""
    if may_write(db):
        db.info.setdefault(_AFTER_COMMIT, []).append(action)
    else:
        event.listen(db, "after_commit", lambda _session: action(), once=True)


def _writing(session: Session) -> AbstractContextManager[object]:
    # SQLite itself polls for its write lock in no particular order, so under load a writer can wait past the timeout.
    return _write_lock if session.get_bind().dialect.name == "sqlite" else nullcontext()


def may_write(db: Session) -> bool:
    """Return whether the session belongs to a unit of work, so that incidental writes will be committed."""
    return bool(db.info.get(_MAY_WRITE))


@contextmanager
def read_only(session: Session | None = None) -> Iterator[Session]:
    """Run a transaction that is always rolled back, in `session` instead of that of `new_session` if given.

    On SQLite it never waits for a writer, and waits for another reader of this process for at most READER_WAIT_S.

    Raises:
        Unavailable: the database can't be used at the moment.
    """
    session = session or new_session()
    memo.allow(session)
    with _reading(session):
        try:
            yield session
        except (OperationalError, InterfaceError, PoolTimeoutError) as error:
            raise _translate(error) from error
        finally:
            _roll_back(session)
            session.close()


@contextmanager
def _reading(session: Session) -> Iterator[None]:
    # SQLite's driver releases the GIL for each row. Concurrent readers spend more time switching threads than reading: one
    # after the other they finish up to three times sooner.
    lock = _read_lock
    is_locked = session.get_bind().dialect.name == "sqlite" and lock.acquire(timeout=READER_WAIT_S)
    try:
        yield
    finally:
        if is_locked:
            lock.release()


def _roll_back(session: Session) -> None:
    try:
        session.rollback()
    except (OperationalError, InterfaceError):
        # The connection is lost, and the transaction with it.
        session.invalidate()


def _translate(error: Exception) -> Exception:
    """Return `Unavailable` (503) for a transient failure of the database, else the error itself."""
    if not is_transient(error):
        return error
    log.error("database_unavailable", error=str(getattr(error, "orig", error)).strip().splitlines()[:1])
    return Unavailable()


def is_transient(error: Exception) -> bool:
    """Return whether a database failure is temporary: unreachable, restarting, overloaded or out of disk space."""
    if isinstance(error, PoolTimeoutError):
        return True
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    if type(error.orig).__module__.startswith("sqlite3"):
        return any(part in str(error.orig).lower() for part in _SQLITE_TRANSIENT)
    return True
