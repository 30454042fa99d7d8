"""Tests of `backup` and `restore` on both databases and both media stores."""

import json
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, nullcontext
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from marketplace import backup as taking
from marketplace.cli import backup, restore
from marketplace.core.errors import ConfigurationError, Conflict, RuleBroken
from marketplace.db import database
from marketplace.domain import listings
from marketplace.integrations.storage import get_store
from tests import factories, services
from tests.cli.commands import refused, run, start
from tests.cli.installations import Installation, fill, find, new_postgres

MakeInstallation = Callable[..., Installation]


@pytest.fixture
def make_installation(tmp_path: Path) -> Iterator[MakeInstallation]:
    """Return a function that creates an empty installation on a kind of database."""
    with ExitStack() as stack:

        def make(name: str, kind: str = "sqlite", **values: str) -> Installation:
            url = stack.enter_context(new_postgres()) if kind == "postgresql" else ""
            return Installation(tmp_path / name, url, **values)

        yield make


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def filled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """An installation with all kinds of data, of which tests use copies."""
    with new_postgres() if request.param == "postgresql" else nullcontext("") as url:
        made = Installation(tmp_path_factory.mktemp("filled") / "data", url)
        made.migrate()
        with made.active():
            fill()
        yield made


@pytest.fixture
def source(filled: Installation, tmp_path: Path) -> Iterator[Installation]:
    """An installation with all kinds of data."""
    copied = new_postgres(filled.database_url) if filled.database_url else nullcontext("")
    with copied as url:
        made = filled.copy(tmp_path / "source", url)
        with made.active(), Session(database.get_engine()) as db:
            # The search index of the test has not seen these ads.
            listings.note_everything(db)
        yield made


@pytest.fixture(scope="module")
def smallest(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """An installation with one account, of which tests use copies."""
    made = Installation(tmp_path_factory.mktemp("smallest") / "data")
    made.migrate()
    with made.active(), Session(database.get_engine()) as db:
        factories.buyer(db, name="Only One")
    return made


@pytest.fixture
def small(smallest: Installation, tmp_path: Path) -> Installation:
    """An installation with one account."""
    return smallest.copy(tmp_path / "small", "")


def take(installation: Installation, path: Path) -> Path:
    with installation.active():
        backup.run(path)
    return path


def bring(installation: Installation, path: Path, *, replace: bool = False) -> None:
    with installation.active():
        restore.run(path, replace=replace)


def contents(path: Path) -> dict[str, list[bytes]]:
    """Return the content of a backup, sorted, without the cache generation, which differs."""
    with zipfile.ZipFile(path) as file:
        names = [name for name in file.namelist() if name not in ("manifest.json", "tables/editions.jsonl")]
        return {name: sorted(file.read(name).splitlines()) for name in sorted(names)}


def alter(path: Path, **changes: object) -> Path:
    """Change values in the manifest of a backup."""
    altered = path.with_name("altered.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(altered, "w") as new:
        for name in old.namelist():
            if name == "manifest.json":
                new.writestr(name, json.dumps(json.loads(old.read(name)) | changes))
            else:
                new.writestr(name, old.read(name))
    return altered


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_restore_on_either_database(
    source: Installation, make_installation: MakeInstallation, kind: str, tmp_path: Path
):
    path = take(source, tmp_path / "one.zip")
    target = make_installation("target", kind)
    bring(target, path)
    held = contents(path)
    assert contents(take(target, tmp_path / "two.zip")) == held
    assert len([name for name in held if name.startswith("media/")]) == 8
    with target.active():
        assert find("pressure cooker") == ["Pressure cooker"]
        assert len(find("")) == 3


def test_restore_from_folder_to_s3_and_back(
    source: Installation, make_installation: MakeInstallation, tmp_path: Path, monkeypatch
):
    for name, value in services.AWS.items():
        monkeypatch.setenv(name, value)
    path = take(source, tmp_path / "one.zip")
    with services.s3(tmp_path) as endpoint:
        target = make_installation("target", media_url=f"s3://{services.BUCKET}/photos", s3_endpoint=endpoint)
        bring(target, path)
        assert contents(take(target, tmp_path / "two.zip")) == contents(path)
    with pytest.raises(ConfigurationError, match="store failed"):
        take(target, tmp_path / "three.zip")
    assert [path.name for path in tmp_path.iterdir() if "three" in path.name] == []


def test_constraints_and_triggers_work_after_restore(
    source: Installation, make_installation: MakeInstallation, tmp_path: Path
):
    kind = "postgresql" if source.database_url else "sqlite"
    target = make_installation("target", kind)
    bring(target, take(source, tmp_path / "one.zip"))
    with target.active(), Session(database.get_engine()) as db:
        with pytest.raises(DBAPIError, match="keeps every entry"):
            db.connection().execute(text("DELETE FROM audit_log"))
        db.rollback()
        with pytest.raises(DBAPIError):
            db.connection().execute(text("UPDATE ads SET seller_id = 'nobody'"))
        db.rollback()
        counted = text("SELECT sum(count) FROM listing_counts")
        before = db.connection().scalar(counted)
        shelf = factories.category(db)
        factories.ad(db, factories.seller(db), shelf)
        assert db.connection().scalar(counted) == before + 1


def test_backup_is_consistent_during_writes(source: Installation, tmp_path: Path):
    with source.active(), taking.snapshot(database.get_engine()) as connection:
        before = taking.count_rows(connection)
        with Session(database.get_engine()) as db:
            factories.buyer(db, name="Late Comer")
        with taking.ArchiveWriter(tmp_path / "one.zip") as archive:
            tables = taking.dump(connection, archive, lambda _: None)
    assert sum(tables.values()) == before
    assert b"Late Comer" not in b"".join(contents(tmp_path / "one.zip")["tables/accounts.jsonl"])


def test_restore_to_another_database_keeps_photos_in_place(
    source: Installation, make_installation: MakeInstallation, tmp_path: Path
):
    path = take(source, tmp_path / "all.zip")
    moved = make_installation("source", "postgresql")
    with pytest.raises(Conflict, match="--replace"):
        bring(moved, path)
    bring(moved, path, replace=True)
    assert contents(take(moved, tmp_path / "again.zip")) == contents(path)


def test_existing_data_is_not_overwritten(source: Installation, small: Installation, tmp_path: Path):
    path = take(small, tmp_path / "small.zip")
    with pytest.raises(Conflict, match="--replace"):
        bring(source, path)
    with source.active():
        assert find("cooker") == ["Pressure cooker"]
        with database.get_engine().connect() as connection:
            generation = connection.scalar(text("SELECT number FROM editions"))
    bring(source, path, replace=True)
    again = take(source, tmp_path / "again.zip")
    assert contents(again)["tables/accounts.jsonl"] == contents(path)["tables/accounts.jsonl"]
    with source.active(), database.get_engine().connect() as connection:
        assert find("cooker") == []
        # Responses that workers have cached must become invalid.
        assert connection.scalar(text("SELECT number FROM editions")) > generation


def test_existing_photos_are_not_overwritten(small: Installation, make_installation: MakeInstallation, tmp_path: Path):
    path = take(small, tmp_path / "small.zip")
    target = make_installation("target")
    with target.active():
        get_store().put(f"ab/{'ab' * 32}-160.webp", b"photo", "image/webp")
    with pytest.raises(Conflict):
        bring(target, path)


def test_failed_restore_leaves_the_database_unchanged(source: Installation, small: Installation, tmp_path: Path):
    path = take(small, tmp_path / "small.zip")
    tables = json.loads(zipfile.ZipFile(path).read("manifest.json"))["tables"]
    with pytest.raises(RuleBroken, match="damaged"):
        bring(source, alter(path, tables=tables | {"wishlist_items": 5}), replace=True)
    with source.active():
        assert find("cooker") == ["Pressure cooker"]


def test_stored_signing_key_is_in_the_backup(small: Installation, make_installation: MakeInstallation, tmp_path: Path):
    path = take(small, tmp_path / "small.zip")
    target = make_installation("target")
    bring(target, path)
    secret = target.data / "secret_key"
    assert secret.read_text() == (small.data / "secret_key").read_text()
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600


def test_configured_signing_key_is_not_in_the_backup(make_installation: MakeInstallation, tmp_path: Path, capsys):
    installation = make_installation("source", secret_key="k" * 40)
    installation.migrate()
    path = take(installation, tmp_path / "one.zip")
    assert "k" * 40 not in "".join(str(lines) for lines in contents(path).values())
    assert "secret_key" not in zipfile.ZipFile(path).namelist()
    bring(make_installation("other", secret_key="x" * 40), path)
    assert "signing key of this site differs" in capsys.readouterr().err
    bring(make_installation("same", secret_key="k" * 40), path)
    assert capsys.readouterr().err == ""


def test_backup_is_readable_by_its_owner_only(small: Installation, tmp_path: Path):
    path = take(small, tmp_path / "small.zip")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_missing_photos_are_reported(source: Installation, tmp_path: Path, capsys):
    with source.active():
        get_store().delete([next(iter(get_store().list())).key])
    take(source, tmp_path / "one.zip")
    assert "A photo file that the database refers to is missing in the store." in capsys.readouterr().out


class TestFaults:
    """Each failure is one sentence and leaves nothing partially written."""

    def test_existing_file_is_refused(self, small: Installation, tmp_path: Path):
        (tmp_path / "file").write_text("precious")
        with pytest.raises(RuleBroken, match="exists already"):
            take(small, tmp_path / "file")
        assert (tmp_path / "file").read_text() == "precious"

    def test_missing_folder_is_refused(self, tmp_path: Path):
        assert run("migrate", data=tmp_path).returncode == 0
        said = refused(start("backup", str(tmp_path / "none" / "b.zip"), data=tmp_path))
        assert f"The folder {tmp_path / 'none'} does not exist." in said

    def test_empty_database_is_refused(self, tmp_path: Path):
        assert "no marketplace" in refused(run("backup", str(tmp_path / "b.zip"), data=tmp_path))
        assert not (tmp_path / "b.zip").exists()

    def test_unavailable_database_is_reported(self, tmp_path: Path):
        url = "postgresql+psycopg://nobody@127.0.0.1:1/none"
        said = refused(run("backup", str(tmp_path / "b.zip"), data=tmp_path, database_url=url))
        assert "MARKETPLACE_DATABASE_URL" in said

    def test_unavailable_store_is_reported(self, small: Installation, tmp_path: Path):
        small.media_url = "ftp://nowhere"
        with pytest.raises(ConfigurationError):
            take(small, tmp_path / "b.zip")
        assert [path.name for path in tmp_path.iterdir() if "b.zip" in path.name] == []

    @pytest.mark.parametrize("made", ["missing", "text", "cut", "folder", "other zip"])
    def test_file_that_is_no_backup_is_refused(
        self, small: Installation, make_installation: MakeInstallation, tmp_path: Path, made: str
    ):
        path = tmp_path / "b.zip"
        if made == "text":
            path.write_text("not a backup")
        elif made == "cut":
            path.write_bytes(take(small, tmp_path / "whole.zip").read_bytes()[:-500])
        elif made == "folder":
            path.mkdir()
        elif made == "other zip":
            zipfile.ZipFile(path, "w").writestr("readme.txt", "hello")
        with pytest.raises(RuleBroken, match=r"b\.zip"):
            bring(make_installation("target"), path)

    def test_flipped_byte_is_detected(self, source: Installation, make_installation: MakeInstallation, tmp_path: Path):
        path = take(source, tmp_path / "one.zip")
        with zipfile.ZipFile(path) as file:
            entry = file.getinfo("tables/accounts.jsonl")
        raw = bytearray(path.read_bytes())
        raw[entry.header_offset + 30 + len(entry.filename) + entry.compress_size // 2] ^= 0xFF
        path.write_bytes(raw)
        target = make_installation("target")
        with pytest.raises((RuleBroken, ConfigurationError), match="damaged"):
            bring(target, path)
        with target.active(), database.get_engine().connect() as connection:
            assert taking.is_empty(connection)

    @pytest.mark.parametrize("changes", [{"format": 99}, {"revision": "9999"}])
    def test_backup_of_a_newer_version_is_refused(
        self, small: Installation, make_installation: MakeInstallation, tmp_path: Path, changes
    ):
        path = alter(take(small, tmp_path / "small.zip"), **changes)
        with pytest.raises(RuleBroken, match="newer version"):
            bring(make_installation("target"), path)
