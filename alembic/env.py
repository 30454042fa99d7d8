"""Runs the migrations on the database the settings name, or on a connection handed in by tests."""

import sqlalchemy as sa
from alembic import context
from sqlalchemy import Connection
from sqlmodel.sql.sqltypes import AutoString

from marketplace import database, models, postgres
from marketplace.models import UtcDateTime

# Made and kept by hand-written migrations; no table class describes them.
_NOT_OURS = ("search_index", "search_", "sqlite_")


def _include(item: object, name: str | None, kind: str, reflected: bool, compare_to: object) -> bool:
    del item, compare_to
    return not (reflected and kind in ("table", "index") and name and name.startswith(_NOT_OURS))


def _render(kind: str, item: object, _context: object) -> str | bool:
    # Migrations name plain SQL types only, so that they never depend on today's types.
    if kind == "type":
        if isinstance(item, sa.Enum):
            return f"sa.String({item.length})"
        if isinstance(item, AutoString):
            return f"sa.String({item.length})" if item.length else "sa.Text()"
        if isinstance(item, UtcDateTime):
            return "sa.DateTime(timezone=True)"
    return False


def _run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=models.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
        include_object=_include,
        render_item=_render,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    raise SystemExit("Migrations run against a database; offline SQL is not supported.")

given = context.config.attributes.get("connection")
if given is not None:
    _run(given)
else:
    with postgres.patience(), database.get_engine().connect() as connection:
        _run(connection)
        connection.commit()
