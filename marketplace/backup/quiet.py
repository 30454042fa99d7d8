"""Rules of the database laid aside while whole tables are replaced, and put back as they were.

Triggers would count what is counted already, and the references between tables go round in circles, so there is no order in
which every row would find what it points at.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, Table, text

_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name NOT LIKE 'search|_%' ESCAPE '|'"
_TABLES_WITH_TRIGGERS = (
    "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
    "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace"
)
_REFERENCES = (
    "SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE contype = 'f' AND connamespace = current_schema()::regnamespace"
)


@contextmanager
def rules_at_rest(connection: Connection) -> Iterator[None]:
    """No trigger fires and no reference is checked during the block; on SQLite references must be off already."""
    if connection.dialect.name == "sqlite":
        triggers = connection.execute(text(_TRIGGERS)).all()
        for name, _ in triggers:
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        yield
        for _, sql in triggers:
            connection.exec_driver_sql(sql)
        return
    tables = connection.scalars(text(_TABLES_WITH_TRIGGERS)).all()
    references = connection.execute(text(_REFERENCES)).all()
    for table in tables:
        connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    for table, name, _ in references:
        connection.exec_driver_sql(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    yield
    for table, name, definition in references:
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
    for table in tables:
        connection.exec_driver_sql(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def check_references(connection: Connection) -> None:
    """PostgreSQL looked when the references were put back; SQLite is asked.

    Raises:
        ValueError: a row points at one that is not there.
    """
    if connection.dialect.name != "sqlite":
        return
    if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise ValueError(f"a row of {broken[0]} points at one of {broken[2]} that is not there")


def move_sequences(connection: Connection, tables: Sequence[Table]) -> None:
    """Numbers that PostgreSQL gives out go on after those that were written."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables:
        for column in table.primary_key.columns:
            sequence = connection.scalar(
                text("SELECT pg_get_serial_sequence(:table, :column)"), {"table": table.name, "column": column.name}
            )
            if sequence:
                most = f"SELECT coalesce(max({column.name}), 0) + 1 FROM {table.name}"  # noqa: S608
                connection.execute(text(f"SELECT setval('{sequence}', ({most}), false)"))
