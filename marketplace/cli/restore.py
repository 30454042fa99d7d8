"""`restore`: restores a backup into the database and media store of the settings."""

import os
import sys
from pathlib import Path

from sqlalchemy import Connection, Engine, event, inspect, text
from sqlmodel import Session

from marketplace import backup
from marketplace.backup import Archive
from marketplace.cli import schema
from marketplace.cli.backup import fingerprint
from marketplace.cli.progress import progress_bar, translate_errors
from marketplace.core.errors import Conflict, RuleBroken
from marketplace.db import database
from marketplace.domain import listings
from marketplace.i18n.texts import t
from marketplace.integrations.storage import get_store
from marketplace.settings import get_settings

_LOCK_TIMEOUT = "30s"


def run(path: Path, *, replace: bool) -> None:
    """Restore photos and database, the database in one transaction, in place of existing data if `replace`, and print a summary.

    Raises:
        RuleBroken: the file is not a readable backup.
        Conflict: there is existing data, and `replace` is not set.
        ConfigurationError: the database, the store or the file failed. The database is unchanged.
    """
    with translate_errors(path):
        archive = Archive(path)
        try:
            _restore(archive, path, replace=replace)
        except (ValueError, KeyError, UnicodeDecodeError) as error:
            raise RuleBroken(t("{file} is damaged: {reason}", file=path, reason=error)) from None
        finally:
            archive.close()


def _restore(archive: Archive, path: Path, *, replace: bool) -> None:
    if not schema.is_known(archive.manifest.revision):
        raise RuleBroken(t("{file} was made by a newer version of this program. Update it first.", file=path))
    # Read it first, to detect damage before the database is changed.
    secret = archive.read_secret()
    engine = _engine()
    try:
        with engine.connect().execution_options(**database.WRITE_TRANSACTION) as connection:
            generation = _check_target(connection, replace=replace)
            with progress_bar(t("Photos"), archive.manifest.photos) as progress:
                backup.copy_in(archive, get_store(), progress)
            _replace_rows(connection, archive, generation)
            session = Session(connection)
            listings.note_everything(session)
            session.commit()
            live = archive.manifest.tables.get("listings", 0)
            connection.commit()
    finally:
        engine.dispose()
    _restore_secret(secret, archive.manifest.secret)
    print(
        t(
            "Restored the backup of {moment}: {accounts} accounts, {live} live ads, {photos} photo files.",
            moment=archive.manifest.made_at[:16].replace("T", " ") + " UTC",
            accounts=f"{archive.manifest.tables.get('accounts', 0):,}",
            live=f"{live:,}",
            photos=f"{archive.manifest.photos:,}",
        )
    )


def _engine() -> Engine:
    """Create an engine that does not check foreign keys on SQLite, because they are incomplete during the restore."""
    settings = get_settings()
    if not settings.database_url:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    engine = database.make_engine(settings.database)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys=OFF"))
    return engine


def _check_target(connection: Connection, *, replace: bool) -> int:
    """Refuse to overwrite data unless `replace` is set. Return the current cache generation; 0 without tables."""
    if connection.dialect.name == "postgresql":
        # Fail instead of waiting forever if another process still uses the tables.
        connection.execute(text(f"SET LOCAL lock_timeout = '{_LOCK_TIMEOUT}'"))
    tables = inspect(connection).get_table_names()
    if not replace and not (backup.is_empty(connection) and not backup.stored_keys(get_store())):
        raise Conflict(t("There is a marketplace here already. Add --replace to delete it."))
    return (connection.scalar(text("SELECT max(number) FROM editions")) or 0) if "editions" in tables else 0


def _replace_rows(connection: Connection, archive: Archive, generation: int) -> None:
    backup.clear(connection)
    schema.move_to(connection, archive.manifest.revision)
    # Migrations may have inserted rows.
    backup.clear(connection)
    with progress_bar(t("Tables"), sum(archive.manifest.tables.values())) as progress:
        backup.load(connection, archive, progress)
    schema.move_to(connection, schema.newest_revision())
    # Higher than in the old and the restored database, so that no cached response remains valid.
    connection.execute(
        text("UPDATE editions SET number = CASE WHEN number > :previous THEN number ELSE :previous END + 1"),
        {"previous": generation},
    )


def _restore_secret(secret: str, expected_fingerprint: str) -> None:
    settings = get_settings()
    if secret and not settings.secret_key:
        path = settings.data_dir / "secret_key"
        temporary = path.with_suffix(".part")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secret)
        os.replace(temporary, path)
    elif fingerprint(settings.secret) != expected_fingerprint:
        print(
            t(
                "warning: the signing key of this site differs from that of the backup, so second factors and links in older "
                "mails do not work. Set MARKETPLACE_SECRET_KEY to the previous key."
            ),
            file=sys.stderr,
        )
