"""The database's schema, as Alembic sees it, and what is in it at start."""

import logging

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlmodel import col, select

from marketplace import database, postgres
from marketplace.errors import ConfigurationError
from marketplace.models import Account, AccountKind
from marketplace.settings import ROOT, get_settings

# Any number, the same in every process: who migrates PostgreSQL holds this lock.
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
        # On SQLite those who come later wait here, instead of failing when they begin to write.
        with (
            postgres.patience(),
            database.get_engine().connect().execution_options(**database.WILL_WRITE) as connection,
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
    """The revision that the database has, None where it has no schema yet."""
    return MigrationContext.configure(connection).get_current_revision()


def knows(revision: str) -> bool:
    """Whether this program has the migration."""
    return revision in _revisions()


def newest() -> str:
    """The revision this program works with."""
    return _revisions()[-1]


def move_to(connection: Connection, revision: str) -> None:
    """Run the migrations up or down to a revision, within the connection's transaction.

    Raises:
        ConfigurationError: the database has a revision that this program does not know.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)
    order = _revisions()
    present = revision_of(connection)
    if present is not None and present not in order:
        raise ConfigurationError(_NEWER.format(revision=present))
    config = _config()
    config.attributes["connection"] = connection
    is_above = present is not None and order.index(present) > order.index(revision)
    (command.downgrade if is_above else command.upgrade)(config, revision)


def _revisions() -> list[str]:
    """All there are, the first first."""
    scripts = ScriptDirectory.from_config(_config())
    return [script.revision for script in scripts.walk_revisions()][::-1]


def is_empty() -> bool:
    """Whether nobody has an account yet."""
    with database.reading() as db:
        return db.exec(select(func.count()).select_from(select(Account.id).limit(1).subquery())).one() == 0


def demo_logins() -> list[str]:
    """The demo accounts that are there, as `email (what it is for)`."""
    meant = {AccountKind.BUYER: "browse, chat, enquire", AccountKind.SELLER: "sell", AccountKind.ADMIN: "moderate"}
    emails = ("buyer@example.com", "seller@example.com", "admin@example.com")
    with database.reading() as db:
        found = db.exec(select(Account.email, Account.kind).where(col(Account.email).in_(emails))).all()
    return [f"{email} ({meant[kind]})" for email, kind in sorted(found, key=lambda row: emails.index(row[0]))]


def has_demo() -> bool:
    """Whether the demo accounts are there."""
    return get_settings().loads_demo and bool(demo_logins())
