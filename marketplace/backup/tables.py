"""Rows of any of the databases as plain values, read from one moment and written to any other.

Tables are taken as the database has them, not as the models say: a backup may be older than the program.
"""

import base64
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from itertools import islice
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Date,
    DateTime,
    Engine,
    LargeBinary,
    MetaData,
    Table,
    Time,
    func,
    select,
    text,
)

from marketplace.backup import quiet
from marketplace.backup.archive import Archive, ArchiveWriter

_BATCH = 1_000
# The text index differs from database to database and is made anew; the schema's revision is in the manifest.
_NOT_TAKEN = ("search_", "sqlite_", "alembic_")
Progress = Callable[[int], None]


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one moment of the database, while others go on writing."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        # The first statement is what fixes the moment.
        connection.execute(text("SELECT 1 FROM alembic_version"))
        yield connection


def _tables(connection: Connection) -> list[Table]:
    metadata = MetaData()
    with warnings.catch_warnings():
        # Indexes on expressions can't be described, and nobody asks for them here.
        warnings.simplefilter("ignore")
        metadata.reflect(connection, only=lambda name, _: not name.startswith(_NOT_TAKEN))
        return sorted(metadata.tables.values(), key=lambda table: table.name)


def count_rows(connection: Connection) -> int:
    """How many rows there are to take."""
    return sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in _tables(connection))


def is_empty(connection: Connection) -> bool:
    """Whether nothing that a person made is there; what migrations put in does not count."""
    made_by_people = [table for table in _tables(connection) if table.name in ("accounts", "ads", "categories")]
    return all(connection.execute(select(table).limit(1)).first() is None for table in made_by_people)


def dump(connection: Connection, archive: ArchiveWriter, progress: Progress) -> dict[str, int]:
    """Write all tables; how many rows each had."""
    return {
        table.name: archive.write_table(table.name, table.columns.keys(), _rows(connection, table, progress))
        for table in _tables(connection)
    }


def _rows(connection: Connection, table: Table, progress: Progress) -> Iterator[list[Any]]:
    statement = select(table).order_by(*table.primary_key.columns)
    found = connection.execute(statement, execution_options={"yield_per": _BATCH})
    for batch in found.partitions():
        for row in batch:
            yield [_plain(value) for value in row]
        progress(len(batch))


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        aware = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        return aware.isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value


def clear(connection: Connection) -> None:
    """Take out every row; needs a database that nobody else writes to until the end of the transaction."""
    with quiet.rules_at_rest(connection):
        tables = [table.name for table in _tables(connection)]
        if not tables:
            return
        quote = connection.dialect.identifier_preparer.quote
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"TRUNCATE {', '.join(map(quote, tables))}"))
            return
        for name in tables:
            connection.execute(text(f"DELETE FROM {quote(name)}"))  # noqa: S608


def load(connection: Connection, archive: Archive, progress: Progress) -> None:
    """Write the rows of a backup into tables of the same schema.

    Raises:
        ValueError: the rows don't hold together.
    """
    with quiet.rules_at_rest(connection):
        present = {table.name: table for table in _tables(connection)}
        for name, count in archive.manifest.tables.items():
            rows = archive.read_table(name)
            if _load_table(connection, present[name], rows, progress) != count:
                raise ValueError(f"{name} has not the {count} rows it should have")
    quiet.check_references(connection)
    quiet.move_sequences(connection, list(present.values()))


def _load_table(connection: Connection, table: Table, rows: Iterator[dict[str, Any]], progress: Progress) -> int:
    readers = {column.name: reader for column in table.columns if (reader := _reader(connection, column))}
    count = 0
    while batch := list(islice(rows, _BATCH)):
        for row in batch:
            for name, reader in readers.items():
                if row[name] is not None:
                    row[name] = reader(row[name])
        connection.execute(table.insert(), batch)
        count += len(batch)
        progress(len(batch))
    return count


def _reader(connection: Connection, column: Column[Any]) -> Callable[[Any], Any] | None:
    match column.type:
        case DateTime():
            # SQLite keeps no zone: what is there is UTC.
            naive = connection.dialect.name == "sqlite"
            return lambda value: _moment(value, naive=naive)
        case Date():
            return date.fromisoformat
        case Time():
            return time.fromisoformat
        case LargeBinary():
            return base64.b64decode
        case JSON():
            # JSON's own null and no value at all come back as the same; the column tells which can be meant.
            column.type.none_as_null = bool(column.nullable)
    return None


def _moment(value: str, *, naive: bool) -> datetime:
    moment = datetime.fromisoformat(value)
    return moment.replace(tzinfo=None) if naive else moment
