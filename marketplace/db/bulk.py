"""Bulk loading: inserts that bypass the ORM, and indexes that are built after the rows.

All of it runs in the caller's transaction, so an interrupted load leaves the database unchanged.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

from sqlalchemy import Connection, Engine, Table, text

from marketplace.core.sanitize import sanitize

_CACHE_KIB = 262_144
_INDEX_MEMORY = "SET LOCAL maintenance_work_mem = '256MB'"
# Indexes that enforce a constraint are not dropped: rows must stay consistent during the load.
_INDEXES = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = :table",
    "postgresql": """
        SELECT kept.relname, pg_get_indexdef(own.indexrelid) FROM pg_index own
        JOIN pg_class kept ON kept.oid = own.indexrelid
        WHERE own.indrelid = CAST(:table AS regclass)
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = own.indexrelid)""",
}


def insert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all have the same columns, with COPY on PostgreSQL."""
    if not rows:
        return
    dialect = connection.dialect
    names = list(rows[0])
    processors = [table.c[name].type.dialect_impl(dialect).bind_processor(dialect) for name in names]
    columns = [
        [row[name] for row in rows] if process is None else [process(row[name]) for row in rows]
        for name, process in zip(names, processors, strict=True)
    ]
    insert_raw(connection, table.name, names, list(zip(*map(sanitize, columns), strict=True)))


def insert_raw(connection: Connection, table: str, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Insert rows whose values are already converted to the types of the driver."""
    cursor: Any = connection.connection.cursor()
    quoted = ", ".join(f'"{name}"' for name in names)
    target = f"{table} ({quoted})"
    try:
        if connection.dialect.name == "postgresql":
            with cursor.copy(f"COPY {target} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            placeholders = ", ".join("?" * len(names))
            cursor.executemany(f"INSERT INTO {target} VALUES ({placeholders})", rows)  # noqa: S608
    finally:
        cursor.close()


@contextmanager
def without_indexes(
    connection: Connection, *tables: str, progress: Callable[[int], None] | None = None
) -> Iterator[None]:
    """Drop the tables' indexes, which makes bulk inserts faster, and create them again when the block ends; each calls `progress(1)`.

    On PostgreSQL the tables are locked for all other connections until the transaction ends.
    """
    dropped = _indexes(connection, tables)
    for name, _ in dropped:
        connection.execute(text(f'DROP INDEX "{name}"'))
    yield
    if connection.dialect.name == "postgresql":
        connection.execute(text(_INDEX_MEMORY))
    for _, definition in dropped:
        connection.exec_driver_sql(definition)
        if progress:
            progress(1)


def count_indexes(connection: Connection, *tables: str) -> int:
    """Return how many indexes `without_indexes` drops."""
    return len(_indexes(connection, tables))


def _indexes(connection: Connection, tables: Sequence[str]) -> list[tuple[str, str]]:
    statement = text(_INDEXES[connection.dialect.name])
    return [
        (name, definition) for table in tables for name, definition in connection.execute(statement, {"table": table})
    ]


def without_wal(engine: Engine) -> Any:
    """Return a context manager that turns off SQLite's write-ahead log, so that a huge transaction is written only once.

    It has no effect while another process has the database open, and on other databases.
    """
    return _without_wal(engine) if engine.dialect.name == "sqlite" else nullcontext()


@contextmanager
def _without_wal(engine: Engine) -> Iterator[None]:
    # The journal mode can change only while no other connection has the file open.
    engine.dispose()
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        connection.rollback()
        busy_timeout = driver.execute("PRAGMA busy_timeout").fetchone()[0]
        driver.execute("PRAGMA busy_timeout=0")
        # Fails if another process has the file open; the load then uses the write-ahead log.
        with suppress(driver.OperationalError):
            driver.execute("PRAGMA journal_mode=DELETE").fetchone()
        driver.execute(f"PRAGMA busy_timeout={busy_timeout}")
        driver.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")
    try:
        # The pool reuses the connection configured here. New connections set WAL again.
        yield
    finally:
        engine.dispose()
        with engine.connect():
            pass
