"""Conversion of table rows to and from JSON values, for SQLite and PostgreSQL.

Columns are reflected from the database instead of taken from the models, because a backup may be older than the program.
"""

import base64
import math
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Date,
    DateTime,
    Engine,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    Numeric,
    String,
    Table,
    Time,
    func,
    inspect,
    literal,
    select,
    table,
    text,
)

from marketplace.backup import constraints
from marketplace.backup.archive import Archive, ArchiveWriter

_BATCH = 1_000
_BATCH_BYTES = 8 * 1024 * 1024
# The logs of changes belong to the search indexes and caches of this database; the schema revision is in the manifest.
_EXCLUDED_PREFIXES = ("listing_change", "cache_change", "sqlite_", "alembic_")
Progress = Callable[[int], None]


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Open a connection that reads a consistent snapshot while other connections write."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        # The first statement takes the snapshot.
        connection.execute(text("SELECT 1 FROM alembic_version"))
        yield connection


def _tables(connection: Connection) -> list[Table]:
    metadata = MetaData()
    with warnings.catch_warnings():
        # SQLAlchemy warns that it can't reflect indexes on expressions; they are not needed.
        warnings.simplefilter("ignore")
        metadata.reflect(connection, only=lambda name, _: not name.startswith(_EXCLUDED_PREFIXES))
        return sorted(metadata.tables.values(), key=lambda table: table.name)


def _names(connection: Connection) -> list[str]:
    return [name for name in inspect(connection).get_table_names() if not name.startswith(_EXCLUDED_PREFIXES)]


def count_rows(connection: Connection) -> int:
    """Return the number of rows to back up."""
    counts = [select(func.count()).select_from(table(name)) for name in _names(connection)]
    return sum(connection.scalar(count) or 0 for count in counts)


def is_empty(connection: Connection) -> bool:
    """Return whether there are no accounts, ads and categories. Rows inserted by migrations do not count."""
    user_tables = {"accounts", "ads", "categories"} & set(_names(connection))
    first_rows = [select(literal(1)).select_from(table(name)).limit(1) for name in user_tables]
    return all(connection.execute(row).first() is None for row in first_rows)


def dump(connection: Connection, archive: ArchiveWriter, progress: Progress) -> dict[str, int]:
    """Write all tables to a backup. Return the number of rows by table."""
    return {
        table.name: archive.write_table(table.name, table.columns.keys(), _rows(connection, table, progress))
        for table in _tables(connection)
    }


def _rows(connection: Connection, table: Table, progress: Progress) -> Iterator[list[Any]]:
    statement = select(table).order_by(*table.primary_key.columns)
    result = connection.execute(statement, execution_options={"yield_per": _BATCH})
    for batch in result.partitions():
        for row in batch:
            yield [_to_json(value) for value in row]
        progress(len(batch))


def _to_json(value: Any) -> Any:
    if isinstance(value, datetime):
        aware = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        return aware.isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value


def clear(connection: Connection) -> None:
    """Delete every row. Nobody else may write to the database until the end of the transaction."""
    with constraints.without_constraints(connection):
        tables = _names(connection)
        if not tables:
            return
        quote = connection.dialect.identifier_preparer.quote
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"TRUNCATE {', '.join(map(quote, tables))}"))
            return
        for name in tables:
            connection.execute(text(f"DELETE FROM {quote(name)}"))  # noqa: S608


def load(connection: Connection, archive: Archive, progress: Progress) -> None:
    """Insert the rows of a backup into tables of the same schema.

    Raises:
        ValueError: tables, columns or rows are missing or unknown, have values of another type, or refer to missing rows.
    """
    with constraints.without_constraints(connection):
        present = {table.name: table for table in _tables(connection)}
        if odd := sorted(present.keys() ^ archive.manifest.tables.keys()):
            raise ValueError(f"the tables are not those of its version: {', '.join(map(ascii, odd))}")
        for name, count in archive.manifest.tables.items():
            _load_table(connection, present[name], archive, count, progress)
    constraints.check_references(connection)
    constraints.advance_sequences(connection, list(present.values()))


def _load_table(connection: Connection, table: Table, archive: Archive, expected: int, progress: Progress) -> None:
    parsers = {column.name: _parser(connection, column) for column in table.columns}
    count = 0
    for batch in _batches(archive.read_table(table.name, parsers)):
        count += len(batch)
        if count > expected:
            break
        for row in batch:
            for name, parser in parsers.items():
                if row[name] is not None:
                    try:
                        row[name] = parser(row[name])
                    except (ValueError, TypeError):
                        raise ValueError(f"{name} of a row of {table.name} is invalid") from None
        connection.execute(table.insert(), batch)
        progress(len(batch))
    if count != expected:
        raise ValueError(f"{table.name} does not have the expected {expected} rows")


def _batches(rows: Iterable[tuple[dict[str, Any], int]]) -> Iterator[list[dict[str, Any]]]:
    """Yield rows together, up to a number of rows and of bytes."""
    batch: list[dict[str, Any]] = []
    held = 0
    for row, size in rows:
        batch.append(row)
        held += size
        if len(batch) == _BATCH or held > _BATCH_BYTES:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def _parser(connection: Connection, column: Column[Any]) -> Callable[[Any], Any]:
    """Return the function from a JSON value to that of the column. SQLite itself would store values of other types."""
    match column.type:
        case DateTime():
            # SQLite stores UTC without a time zone.
            naive = connection.dialect.name == "sqlite"
            return lambda value: _parse_datetime(value, naive=naive)
        case Date():
            return date.fromisoformat
        case Time():
            return time.fromisoformat
        case LargeBinary():
            return base64.b64decode
        case JSON():
            # JSON null and SQL NULL are equal in the backup; a nullable column means SQL NULL.
            column.type.none_as_null = bool(column.nullable)
            return lambda value: value
        case Boolean() | Integer():
            return _parse_integer
        case Numeric() | Float():
            return _parse_number
        case String():
            return _parse_text
    raise TypeError(f"no backup of columns of type {column.type}")


def _parse_integer(value: Any) -> Any:
    if not isinstance(value, int) or not -(2**63) <= value < 2**63:
        raise ValueError
    return value


def _parse_number(value: Any) -> Any:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError
    return value


def _parse_text(value: Any) -> Any:
    if not isinstance(value, str):
        raise TypeError
    return value


def _parse_datetime(value: str, *, naive: bool) -> datetime:
    parsed = datetime.fromisoformat(value)
    return parsed.replace(tzinfo=None) if naive else parsed
