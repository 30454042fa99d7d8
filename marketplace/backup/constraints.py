"""Disabling of triggers and foreign keys while whole tables are replaced.

Triggers would count rows that are counted already. Foreign keys between tables are circular, so no insertion order satisfies
all of them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, Table, text

_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name NOT LIKE 'search|_%' ESCAPE '|'"
_TABLES_WITH_TRIGGERS = (
    "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
    "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace"
)
_FOREIGN_KEYS = (
    "SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE contype = 'f' AND connamespace = current_schema()::regnamespace"
)


@contextmanager
def without_constraints(connection: Connection) -> Iterator[None]:
    """Disable triggers and foreign keys during the block. On SQLite, foreign keys must be off already."""
    if connection.dialect.name == "sqlite":
        triggers = connection.execute(text(_TRIGGERS)).all()
        for name, _ in triggers:
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        yield
        for _, sql in triggers:
            connection.exec_driver_sql(sql)
        return
    tables = connection.scalars(text(_TABLES_WITH_TRIGGERS)).all()
    foreign_keys = connection.execute(text(_FOREIGN_KEYS)).all()
    for table in tables:
        connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    for table, name, _ in foreign_keys:
        connection.exec_driver_sql(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    yield
    for table, name, definition in foreign_keys:
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
    for table in tables:
        connection.exec_driver_sql(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def check_references(connection: Connection) -> None:
    """Check all foreign keys on SQLite. PostgreSQL has checked them when they were created again.

    Raises:
        ValueError: a row refers to a missing row.
    """
    if connection.dialect.name != "sqlite":
        return
    if violation := connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise ValueError(f"a row of {violation[0]} refers to a missing row of {violation[2]}")


def advance_sequences(connection: Connection, tables: Sequence[Table]) -> None:
    """Set the sequences of PostgreSQL after the highest ids that were inserted."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables:
        for column in table.primary_key.columns:
            sequence = connection.scalar(
                text("SELECT pg_get_serial_sequence(:table, :column)"), {"table": table.name, "column": column.name}
            )
            if sequence:
                next_value = f"SELECT coalesce(max({column.name}), 0) + 1 FROM {table.name}"  # noqa: S608
                connection.execute(text(f"SELECT setval('{sequence}', ({next_value}), false)"))
