"""`backup`: the database as it is at one moment, and the photos it shows, in one file."""

from pathlib import Path

from sqlalchemy import Connection, text

from marketplace import backup, clock, database, ids, postgres
from marketplace.backup import ArchiveWriter, Manifest
from marketplace.cli import schema
from marketplace.cli.progress import bar, faults_told
from marketplace.domain.media import naming
from marketplace.errors import RuleBroken
from marketplace.integrations.storage import get_store
from marketplace.models import UploadKind
from marketplace.settings import get_settings
from marketplace.texts import t


@postgres.patience()
def run(path: Path) -> int:
    """Write the backup and say what is in it; the site may run meanwhile.

    Returns:
        0.

    Raises:
        RuleBroken: the file is there already, its folder is not, or there is no marketplace to take.
        ConfigurationError: database, store or disk failed; nothing is left of the file.
    """
    if path.exists():
        raise RuleBroken(t("{file} is there already. Name a new file.", file=path))
    if not path.parent.is_dir():
        raise RuleBroken(t("There is no folder {folder}. Make it first.", folder=path.parent))
    with faults_told(path):
        _need_schema()
        with backup.snapshot(database.get_engine()) as connection, ArchiveWriter(path) as archive:
            manifest = _write(connection, archive)
            wanted = _wanted_keys(connection)
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
    if missing := len(wanted.difference(backup.stored_keys(get_store()))):
        one = t("A photo file that the database names is not in the store.")
        print(one if missing == 1 else t("{n} photo files that the database names are not in the store.", n=missing))
    return 0


def _need_schema() -> None:
    with database.get_engine().connect() as connection:
        revision = schema.revision_of(connection)
    if revision is None:
        raise RuleBroken(t("There is no marketplace in this database yet."))


def _write(connection: Connection, archive: ArchiveWriter) -> Manifest:
    settings = get_settings()
    with bar(t("Tables"), backup.count_rows(connection)) as progress:
        tables = backup.dump(connection, archive, progress)
    # Listed after the moment of the tables: all they name is there, for photos are stored before their rows.
    keys = backup.stored_keys(get_store())
    with bar(t("Photos"), len(keys)) as progress:
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


def _wanted_keys(connection: Connection) -> set[str]:
    found = connection.execute(text("SELECT kind, digest, width FROM uploads"))
    keys: set[str] = set()
    for kind, digest, width in found:
        if kind == UploadKind.DOCUMENT:
            keys.add(naming.document_key(digest))
        else:
            keys.update(naming.image_key(digest, each) for each in naming.image_widths(width))
    return keys


def fingerprint(secret: str) -> str:
    """Tells whether two keys are the same without telling them."""
    return ids.sign(secret, "backup")[:16]
