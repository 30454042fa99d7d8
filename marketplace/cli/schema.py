"""The database schema: revisions and migrations through Alembic, and checks for existing data."""

import logging

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlmodel import col, select

from marketplace.core.errors import ConfigurationError
from marketplace.db import database, postgres
from marketplace.models import Account, AccountKind
from marketplace.settings import ROOT, get_settings

# Key of the PostgreSQL advisory lock that serializes migrations; an arbitrary number.
_MIGRATION_LOCK = 7_202_611
_NEWER = (
    "The database is from a newer version of this program (revision {revision}). "
    "Update the program, or use another database."
)


def _config() -> Config:
    return Config(str(ROOT / "alembic.ini"))


def upgrade() -> None:
    """Run the migrations that are missing; several processes starting at once take turns.

    Raises:
        ConfigurationError: the database can't be reached, or knows a revision that this program does not.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = _config()
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    try:
        # On SQLite, concurrent processes wait here, instead of failing when they start to write.
        with (
            postgres.statement_timeout(),
            database.get_engine().connect().execution_options(**database.WRITE_TRANSACTION) as connection,
        ):
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
            present = MigrationContext.configure(connection).get_current_heads()
            if unknown := [revision for revision in present if revision not in known]:
                raise ConfigurationError(_NEWER.format(revision=", ".join(unknown)))
            if set(present) != set(scripts.get_heads()):
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
            connection.commit()
    except OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise ConfigurationError(f"The database can't be reached: {reason}. Check MARKETPLACE_DATABASE_URL.") from None
    except SQLAlchemyError as error:
        reason = str(error).strip().splitlines()[0]
        raise ConfigurationError(f"The database can't be used: {reason}. Check MARKETPLACE_DATABASE_URL.") from None


def revision_of(connection: Connection) -> str | None:
    """Return the schema revision of the database; None if it has no schema yet."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str) -> bool:
    """Return whether this program has the migration."""
    return revision in _revisions()


def newest_revision() -> str:
    """Return the schema revision of this program."""
    return _revisions()[-1]


def move_to(connection: Connection, revision: str) -> None:
    """Migrate up or down to a revision, within the connection's transaction.

    Raises:
        ConfigurationError: the database has a revision of a newer program.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)
    revisions = _revisions()
    present = revision_of(connection)
    if present is not None and present not in revisions:
        raise ConfigurationError(_NEWER.format(revision=present))
    config = _config()
    config.attributes["connection"] = connection
    is_downgrade = present is not None and revisions.index(present) > revisions.index(revision)
    (command.downgrade if is_downgrade else command.upgrade)(config, revision)


def _revisions() -> list[str]:
    """Return all revisions, the oldest first."""
    scripts = ScriptDirectory.from_config(_config())
    return [script.revision for script in scripts.walk_revisions()][::-1]


def is_empty() -> bool:
    """Return whether there are no accounts yet."""
    with database.read_only() as db:
        return db.exec(select(func.count()).select_from(select(Account.id).limit(1).subquery())).one() == 0


def demo_logins() -> list[str]:
    """Return the existing demo accounts, as `email (purpose)`."""
    purposes = {AccountKind.BUYER: "browse, chat, enquire", AccountKind.SELLER: "sell", AccountKind.ADMIN: "moderate"}
    emails = ("buyer@example.com", "seller@example.com", "admin@example.com")
    with database.read_only() as db:
        found = db.exec(select(Account.email, Account.kind).where(col(Account.email).in_(emails))).all()
    return [
        f"{email} ({purposes[AccountKind(kind)]})"
        for email, kind in sorted(found, key=lambda row: emails.index(row[0]))
    ]


def has_demo() -> bool:
    """Return whether there are demo accounts."""
    return get_settings().loads_demo and bool(demo_logins())
