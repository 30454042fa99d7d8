"""`backup`: writes a consistent snapshot of the database, and the photos, into one file."""

from pathlib import Path

from sqlalchemy import Connection, text

from marketplace import backup
from marketplace.backup import ArchiveWriter, Manifest
from marketplace.cli import schema
from marketplace.cli.progress import progress_bar, translate_errors
from marketplace.core import clock, ids
from marketplace.core.errors import RuleBroken
from marketplace.db import database, postgres
from marketplace.domain.media import naming
from marketplace.i18n.texts import t
from marketplace.integrations.storage import get_store
from marketplace.models import UploadKind
from marketplace.settings import get_settings


@postgres.statement_timeout()
def run(path: Path) -> None:
    """Write a backup into a new file and print a summary. The site may run meanwhile.

    Raises:
        RuleBroken: the file exists, its folder does not, or the database is empty.
        ConfigurationError: the database, the store or the disk failed. No file is left behind.
    """
    if path.exists():
        raise RuleBroken(t("{file} exists already. Choose a new file.", file=path))
    if not path.parent.is_dir():
        raise RuleBroken(t("The folder {folder} does not exist. Create it first.", folder=path.parent))
    with translate_errors(path):
        _require_schema()
        with backup.snapshot(database.get_engine()) as connection, ArchiveWriter(path) as archive:
            manifest = _write(connection, archive)
            referenced = _referenced_keys(connection)
    rows = sum(manifest.tables.values())
    size = path.stat().st_size / 1024**2
    print(
        t(
            "{file}: {rows} rows of {tables} tables and {photos} photo files, {size} MB.",
            file=path,
            rows=f"{rows:,}",
            tables=len(manifest.tables),
            photos=f"{manifest.photos:,}",
            size=f"{size:.1f}",
        )
    )
    if missing := len(referenced.difference(backup.stored_keys(get_store()))):
        one = t("A photo file that the database refers to is missing in the store.")
        print(
            one
            if missing == 1
            else t("{n} photo files that the database refers to are missing in the store.", n=missing)
        )


def _require_schema() -> None:
    with database.get_engine().connect() as connection:
        revision = schema.revision_of(connection)
    if revision is None:
        raise RuleBroken(t("There is no marketplace in this database yet."))


def _write(connection: Connection, archive: ArchiveWriter) -> Manifest:
    settings = get_settings()
    with progress_bar(t("Tables"), backup.count_rows(connection)) as progress:
        tables = backup.dump(connection, archive, progress)
    # Listed after the snapshot of the tables, so that it contains every photo they refer to: photos are stored before rows.
    keys = backup.stored_keys(get_store())
    with progress_bar(t("Photos"), len(keys)) as progress:
        photos = backup.copy_out(get_store(), keys, archive, progress)
    if not settings.secret_key:
        archive.write_secret(settings.secret)
    manifest = Manifest(
        made_at=clock.now().isoformat(),
        site=settings.url,
        revision=schema.revision_of(connection) or "",
        secret=fingerprint(settings.secret),
        tables=tables,
        photos=photos,
    )
    archive.write_manifest(manifest)
    return manifest


def _referenced_keys(connection: Connection) -> set[str]:
    uploads = connection.execute(text("SELECT kind, digest, width FROM uploads"))
    keys: set[str] = set()
    for kind, digest, width in uploads:
        if kind == UploadKind.DOCUMENT:
            keys.add(naming.document_key(digest))
        else:
            keys.update(naming.image_key(digest, stored) for stored in naming.image_widths(width))
    return keys


def fingerprint(secret: str) -> str:
    """Return a text that is equal for equal keys and does not reveal the key."""
    return ids.sign(secret, "backup")[:16]
