"""Runs the migrations on the database the settings name, or on a connection handed in by tests."""

from typing import Literal

import sqlalchemy as sa
from alembic import context
from alembic.operations import ops
from sqlalchemy import Connection
from sqlmodel.sql.sqltypes import AutoString

from marketplace import models
from marketplace.db import database, postgres
from marketplace.models import UtcDateTime

# Made by SQLite for its own use.
_NOT_OURS = ("sqlite_",)


def _include(item: object, name: str | None, kind: str, reflected: bool, compare_to: object) -> bool:
    del item, compare_to
    return not (reflected and kind in ("table", "index") and name and name.startswith(_NOT_OURS))


def _render(kind: str, item: object, _context: object) -> str | Literal[False]:
    # Migrations name plain SQL types only, so that they never depend on today's types.
    if kind == "type":
        if isinstance(item, sa.Enum):
            return f"sa.String({item.length})"
        if isinstance(item, AutoString):
            return f"sa.String({item.length})" if item.length else "sa.Text()"
        if isinstance(item, UtcDateTime):
            return "sa.DateTime(timezone=True)"
    return False


def _give_defaults(directives: list[ops.MigrationScript]) -> None:
    """Give each new column that may not be NULL a default, for the rows that exist."""
    steps = directives[0].upgrade_ops.ops if directives[0].upgrade_ops else ()
    for step in (step for table in steps for step in getattr(table, "ops", ())):
        if isinstance(step, ops.AddColumnOp) and not step.column.nullable and step.column.server_default is None:
            default = getattr(step.column.default, "arg", None)
            if isinstance(default, str | int | float):
                step.column.server_default = sa.DefaultClause(
                    str(int(default) if isinstance(default, bool) else default)
                )


def _avoid_batches(directives: list[ops.MigrationScript]) -> None:
    """Write columns and indexes as plain ALTER TABLE, which SQLite has as well.

    A batch copies the table and drops the old one, which SQLite refuses while rows of other tables refer to it.
    """
    script = directives[0]
    for part in filter(None, (script.upgrade_ops, script.downgrade_ops)):
        for change in tuple(part.ops):
            if isinstance(change, ops.ModifyTableOps) and all(map(_needs_no_batch, change.ops)):
                at = part.ops.index(change)
                part.ops[at : at + 1] = change.ops


def _needs_no_batch(change: object) -> bool:
    return isinstance(change, (ops.AddColumnOp, ops.DropColumnOp, ops.CreateIndexOp, ops.DropIndexOp))


def _finish(_context: object, _revision: object, directives: list[ops.MigrationScript]) -> None:
    _give_defaults(directives)
    _avoid_batches(directives)


def _run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=models.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
        include_object=_include,
        render_item=_render,
        transaction_per_migration=True,
        process_revision_directives=_finish,
    )
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    raise SystemExit("Migrations run against a database; offline SQL is not supported.")

given = context.config.attributes.get("connection")
if given is not None:
    _run(given)
else:
    with postgres.statement_timeout(), database.get_engine().connect() as connection:
        _run(connection)
        connection.commit()
