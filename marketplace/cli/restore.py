"""`restore`: brings a backup back, into whichever database and store the settings name."""

import os
import sys
from pathlib import Path

from sqlalchemy import Connection, Engine, event, inspect, text
from sqlmodel import Session

from marketplace import backup, database
from marketplace.backup import Archive
from marketplace.cli import schema
from marketplace.cli.backup import fingerprint
from marketplace.cli.progress import bar, faults_told
from marketplace.domain import search
from marketplace.errors import Conflict, RuleBroken
from marketplace.integrations.storage import get_store
from marketplace.settings import get_settings
from marketplace.texts import t

_PATIENCE = "30s"


def run(path: Path, *, replace: bool) -> int:
    """Bring photos and database back, the database in one transaction; then say what there is.

    Args:
        path: the backup.
        replace: whether what is there may be thrown away.

    Returns:
        0.

    Raises:
        RuleBroken: the file is no backup that this program can read.
        Conflict: something is there already, and `replace` is not set.
        ConfigurationError: database, store or file failed; the database is as it was.
    """
    with faults_told(path):
        archive = Archive(path)
        try:
            return _restore(archive, path, replace=replace)
        except (ValueError, KeyError, UnicodeDecodeError) as error:
            raise RuleBroken(t("{file} is damaged: {reason}", file=path, reason=error)) from None
        finally:
            archive.close()


def _restore(archive: Archive, path: Path, *, replace: bool) -> int:
    if not schema.knows(archive.manifest.revision):
        raise RuleBroken(t("{file} was made by a newer version of this program. Update it first.", file=path))
    # A damaged one must be met before the database is another.
    secret = archive.read_secret()
    engine = _engine()
    try:
        with engine.connect().execution_options(**database.WILL_WRITE) as connection:
            edition = _look(connection, replace=replace)
            with bar(t("Photos"), archive.manifest.photos) as progress:
                backup.copy_in(archive, get_store(), progress)
            _replace_rows(connection, archive, edition)
            with bar(t("Indexing"), archive.manifest.tables.get("listings", 0)) as progress:
                live = search.reindex(Session(connection), progress=progress)
            connection.commit()
    finally:
        engine.dispose()
    _take_secret(secret, archive.manifest.secret)
    print(
        t(
            "Restored what was there on {moment}: {accounts} accounts, {live} live ads, {photos} photo files.",
            moment=archive.manifest.made_at[:16].replace("T", " ") + " UTC",
            accounts=f"{archive.manifest.tables.get('accounts', 0):,}",
            live=f"{live:,}",
            photos=f"{archive.manifest.photos:,}",
        )
    )
    return 0


def _engine() -> Engine:
    """An engine of our own, because SQLite must not check references while they are incomplete."""
    settings = get_settings()
    if not settings.database_url:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    engine = database.make_engine(settings.database)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys=OFF"))
    return engine


def _look(connection: Connection, *, replace: bool) -> int:
    """Refuse to overwrite; the edition of what is there."""
    if connection.dialect.name == "postgresql":
        # Whoever still works with the database holds its tables: better told than waited for.
        connection.execute(text(f"SET LOCAL lock_timeout = '{_PATIENCE}'"))
    tables = inspect(connection).get_table_names()
    if not replace and not (backup.is_empty(connection) and not backup.stored_keys(get_store())):
        raise Conflict(t("There is a marketplace here already. Add --replace to throw it away."))
    return (connection.scalar(text("SELECT max(number) FROM editions")) or 0) if "editions" in tables else 0


def _replace_rows(connection: Connection, archive: Archive, edition: int) -> None:
    backup.clear(connection)
    schema.move_to(connection, archive.manifest.revision)
    # Migrations may have put in first rows of their own.
    backup.clear(connection)
    with bar(t("Tables"), sum(archive.manifest.tables.values())) as progress:
        backup.load(connection, archive, progress)
    schema.move_to(connection, schema.newest())
    # Above both, so that no answer kept by anyone from before passes for a present one.
    connection.execute(
        text("UPDATE editions SET number = CASE WHEN number > :edition THEN number ELSE :edition END + 1"),
        {"edition": edition},
    )


def _take_secret(kept: str, known: str) -> None:
    settings = get_settings()
    if kept and not settings.secret_key:
        path = settings.data_dir / "secret_key"
        unfinished = path.with_suffix(".part")
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(kept)
        os.replace(unfinished, path)
    elif fingerprint(settings.secret) != known:
        print(
            t(
                "warning: this site signs with another secret key than the one that was backed up, so second factors "
                "and links in mails of before no longer work. Set MARKETPLACE_SECRET_KEY to the earlier one."
            ),
            file=sys.stderr,
        )
