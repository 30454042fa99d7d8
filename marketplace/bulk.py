"""Very many rows at once: what a large load saves itself of what a request pays for each row.

Everything happens in the caller's transaction, so a load that is killed leaves the database as it was.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

from sqlalchemy import Connection, Engine, Table, text

from marketplace.storable import make_storable

_CACHE_KIB = 262_144
_SORTING = "SET LOCAL maintenance_work_mem = '256MB'"
# Those that keep a constraint stay: rows must not contradict each other meanwhile either.
_INDEXES = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = :table",
    "postgresql": """
        SELECT kept.relname, pg_get_indexdef(own.indexrelid) FROM pg_index own
        JOIN pg_class kept ON kept.oid = own.indexrelid
        WHERE own.indrelid = CAST(:table AS regclass)
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = own.indexrelid)""",
}


def insert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all name the same columns; on PostgreSQL as COPY does it."""
    if not rows:
        return
    dialect = connection.dialect
    names = list(rows[0])
    makers = [table.c[name].type.dialect_impl(dialect).bind_processor(dialect) for name in names]
    columns = [
        [row[name] for row in rows] if make is None else [make(row[name]) for row in rows]
        for name, make in zip(names, makers, strict=True)
    ]
    write(connection, table.name, names, list(zip(*map(make_storable, columns), strict=True)))


def write(connection: Connection, table: str, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Insert rows whose values are already as the driver takes them."""
    cursor: Any = connection.connection.cursor()
    quoted = ", ".join(f'"{name}"' for name in names)
    target = f"{table} ({quoted})"
    try:
        if connection.dialect.name == "postgresql":
            with cursor.copy(f"COPY {target} FROM STDIN") as copying:
                for row in rows:
                    copying.write_row(row)
        else:
            marks = ", ".join("?" * len(names))
            cursor.executemany(f"INSERT INTO {target} VALUES ({marks})", rows)  # noqa: S608
    finally:
        cursor.close()


@contextmanager
def without_indexes(
    connection: Connection, *tables: str, progress: Callable[[int], None] | None = None
) -> Iterator[None]:
    """Take the tables' plain indexes away, and build them whole at the end: sorted once instead of row by row.

    On PostgreSQL nobody else can read the tables until the transaction ends.

    Args:
        progress: is told of each index that was built.
    """
    taken = _indexes(connection, tables)
    for name, _ in taken:
        connection.execute(text(f'DROP INDEX "{name}"'))
    yield
    if connection.dialect.name == "postgresql":
        connection.execute(text(_SORTING))
    for _, definition in taken:
        connection.exec_driver_sql(definition)
        if progress:
            progress(1)


def count_indexes(connection: Connection, *tables: str) -> int:
    """How many indexes `without_indexes` takes away."""
    return len(_indexes(connection, tables))


def _indexes(connection: Connection, tables: Sequence[str]) -> list[tuple[str, str]]:
    statement = text(_INDEXES[connection.dialect.name])
    return [(name, made) for table in tables for name, made in connection.execute(statement, {"table": table})]


def straight(engine: Engine) -> Any:
    """A block in which a transaction of gigabytes goes straight into SQLite's file, instead of through the log of a
    database that others read meanwhile. Nothing changes where others have it open, nor on other databases.
    """
    return _straight(engine) if engine.dialect.name == "sqlite" else nullcontext()


@contextmanager
def _straight(engine: Engine) -> Iterator[None]:
    # The mode can change only while nothing else has the file open, this process's other connections included.
    engine.dispose()
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        connection.rollback()
        patience = driver.execute("PRAGMA busy_timeout").fetchone()[0]
        driver.execute("PRAGMA busy_timeout=0")
        # Refused where others have it open; then the log it stays.
        with suppress(driver.OperationalError):
            driver.execute("PRAGMA journal_mode=DELETE").fetchone()
        driver.execute(f"PRAGMA busy_timeout={patience}")
        driver.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")
    try:
        # The pool's only connection is the one prepared here; the next ones set the usual mode again.
        yield
    finally:
        engine.dispose()
        with engine.connect():
            pass
