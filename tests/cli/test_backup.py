"""`backup` and `restore`: what comes back is what was there, on either database and either store."""

import json
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from marketplace import backup as taking
from marketplace import database
from marketplace.cli import backup, restore
from marketplace.errors import ConfigurationError, Conflict, RuleBroken
from marketplace.integrations.storage import get_store
from tests import factories, services
from tests.cli.places import Place, find, new_postgres, settle
from tests.cli.test_faults import refused, run

MakePlace = Callable[..., Place]


@pytest.fixture
def make_place(tmp_path: Path) -> Iterator[MakePlace]:
    """Makes an empty place on a database of the given kind."""
    with ExitStack() as stack:

        def make(name: str, kind: str = "sqlite", **values: str) -> Place:
            url = stack.enter_context(new_postgres()) if kind == "postgresql" else ""
            return Place(tmp_path / name, url, **values)

        yield make


@pytest.fixture(params=["sqlite", "postgresql"])
def source(request: pytest.FixtureRequest, make_place: MakePlace) -> Place:
    """A place with something of everything in it."""
    made = make_place("source", request.param)
    made.migrate()
    with made.entered():
        settle()
    return made


@pytest.fixture
def small(make_place: MakePlace) -> Place:
    """A place with one account."""
    made = make_place("small")
    made.migrate()
    with made.entered(), Session(database.get_engine()) as db:
        factories.buyer(db, name="Only One")
    return made


def take(place: Place, path: Path) -> Path:
    with place.entered():
        assert backup.run(path) == 0
    return path


def bring(place: Place, path: Path, *, replace: bool = False) -> None:
    with place.entered():
        assert restore.run(path, replace=replace) == 0


def contents(path: Path) -> dict[str, list[bytes]]:
    """What a backup holds; the order of rows is each database's own, and the edition rises."""
    with zipfile.ZipFile(path) as file:
        names = [name for name in file.namelist() if name not in ("manifest.json", "tables/editions.jsonl")]
        return {name: sorted(file.read(name).splitlines()) for name in sorted(names)}


def alter(path: Path, **changes: object) -> Path:
    """The backup with other values in its manifest."""
    altered = path.with_name("altered.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(altered, "w") as new:
        for name in old.namelist():
            if name == "manifest.json":
                new.writestr(name, json.dumps(json.loads(old.read(name)) | changes))
            else:
                new.writestr(name, old.read(name))
    return altered


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_everything_comes_back_on_either_database(source: Place, make_place: MakePlace, kind: str, tmp_path: Path):
    path = take(source, tmp_path / "one.zip")
    target = make_place("target", kind)
    bring(target, path)
    held = contents(path)
    assert contents(take(target, tmp_path / "two.zip")) == held
    assert len([name for name in held if name.startswith("media/")]) == 8
    with target.entered():
        assert find("pressure cooker") == ["Pressure cooker"]
        assert len(find("")) == 3


def test_from_a_folder_to_s3_and_back(source: Place, make_place: MakePlace, tmp_path: Path, monkeypatch):
    for name, value in services.AWS.items():
        monkeypatch.setenv(name, value)
    path = take(source, tmp_path / "one.zip")
    with services.s3(tmp_path) as endpoint:
        target = make_place("target", media_url=f"s3://{services.BUCKET}/photos", s3_endpoint=endpoint)
        bring(target, path)
        assert contents(take(target, tmp_path / "two.zip")) == contents(path)
    with pytest.raises(ConfigurationError, match="store failed"):
        take(target, tmp_path / "three.zip")
    assert [path.name for path in tmp_path.iterdir() if "three" in path.name] == []


def test_the_rules_of_the_database_hold_afterwards(source: Place, make_place: MakePlace, tmp_path: Path):
    kind = "postgresql" if source.database_url else "sqlite"
    target = make_place("target", kind)
    bring(target, take(source, tmp_path / "one.zip"))
    with target.entered(), Session(database.get_engine()) as db:
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


def test_it_is_one_moment_while_others_write(source: Place, tmp_path: Path):
    with source.entered(), taking.snapshot(database.get_engine()) as connection:
        before = taking.count_rows(connection)
        with Session(database.get_engine()) as db:
            factories.buyer(db, name="Late Comer")
        with taking.ArchiveWriter(tmp_path / "one.zip") as archive:
            tables = taking.dump(connection, archive, lambda _: None)
    assert sum(tables.values()) == before
    assert b"Late Comer" not in b"".join(contents(tmp_path / "one.zip")["tables/accounts.jsonl"])


def test_to_another_database_photos_stay_in_their_folder(source: Place, make_place: MakePlace, tmp_path: Path):
    path = take(source, tmp_path / "all.zip")
    moved = make_place("source", "postgresql")
    with pytest.raises(Conflict, match="--replace"):
        bring(moved, path)
    bring(moved, path, replace=True)
    assert contents(take(moved, tmp_path / "again.zip")) == contents(path)


def test_what_is_there_is_not_overwritten(source: Place, small: Place, tmp_path: Path):
    path = take(small, tmp_path / "small.zip")
    with pytest.raises(Conflict, match="--replace"):
        bring(source, path)
    with source.entered():
        assert find("cooker") == ["Pressure cooker"]
        with database.get_engine().connect() as connection:
            edition = connection.scalar(text("SELECT number FROM editions"))
    bring(source, path, replace=True)
    again = take(source, tmp_path / "again.zip")
    assert contents(again)["tables/accounts.jsonl"] == contents(path)["tables/accounts.jsonl"]
    with source.entered(), database.get_engine().connect() as connection:
        assert find("cooker") == []
        # Answers that workers have kept are made from an earlier edition than this.
        assert connection.scalar(text("SELECT number FROM editions")) > edition


def test_photos_alone_are_something_too(small: Place, make_place: MakePlace, tmp_path: Path):
    path = take(small, tmp_path / "small.zip")
    target = make_place("target")
    with target.entered():
        get_store().put(f"ab/{'ab' * 32}-160.webp", b"photo", "image/webp")
    with pytest.raises(Conflict):
        bring(target, path)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_of_an_earlier_schema(make_place: MakePlace, kind: str, tmp_path: Path):
    old, target = make_place("old", kind), make_place("target", kind)
    old.migrate("0002")
    path = take(old, tmp_path / "old.zip")
    target.migrate()
    bring(target, path)
    with target.entered(), database.get_engine().connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) > "0005"
        assert connection.scalar(text("SELECT count(*) FROM editions")) == 1


def test_a_fault_in_the_middle_leaves_the_database_as_it_was(source: Place, small: Place, tmp_path: Path):
    path = take(small, tmp_path / "small.zip")
    tables = json.loads(zipfile.ZipFile(path).read("manifest.json"))["tables"]
    with pytest.raises(RuleBroken, match="damaged"):
        bring(source, alter(path, tables=tables | {"wishlist_items": 5}), replace=True)
    with source.entered():
        assert find("cooker") == ["Pressure cooker"]


def test_a_signing_key_of_the_folder_comes_with_it(small: Place, make_place: MakePlace, tmp_path: Path):
    path = take(small, tmp_path / "small.zip")
    target = make_place("target")
    bring(target, path)
    secret = target.data / "secret_key"
    assert secret.read_text() == (small.data / "secret_key").read_text()
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600


def test_a_signing_key_of_the_settings_does_not(make_place: MakePlace, tmp_path: Path, capsys):
    place = make_place("place", secret_key="k" * 40)
    place.migrate()
    path = take(place, tmp_path / "one.zip")
    assert "k" * 40 not in "".join(str(lines) for lines in contents(path).values())
    assert "secret_key" not in zipfile.ZipFile(path).namelist()
    bring(make_place("other", secret_key="x" * 40), path)
    assert "another secret key" in capsys.readouterr().err
    bring(make_place("same", secret_key="k" * 40), path)
    assert capsys.readouterr().err == ""


def test_only_the_owner_may_read_it(small: Place, tmp_path: Path):
    path = take(small, tmp_path / "small.zip")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_photos_that_are_missing_are_told(source: Place, tmp_path: Path, capsys):
    with source.entered():
        get_store().delete([next(iter(get_store().list())).key])
    take(source, tmp_path / "one.zip")
    assert "A photo file that the database names is not in the store." in capsys.readouterr().out


class TestFaults:
    """Each is one sentence, and leaves nothing half-done."""

    def test_a_file_that_is_there(self, small: Place, tmp_path: Path):
        (tmp_path / "file").write_text("precious")
        with pytest.raises(RuleBroken, match="is there already"):
            take(small, tmp_path / "file")
        assert (tmp_path / "file").read_text() == "precious"

    def test_a_folder_that_is_not(self, tmp_path: Path):
        assert run("migrate", data=tmp_path).returncode == 0
        said = refused(run("backup", str(tmp_path / "none" / "b.zip"), data=tmp_path))
        assert f"There is no folder {tmp_path / 'none'}." in said

    def test_nothing_to_take(self, tmp_path: Path):
        assert "no marketplace" in refused(run("backup", str(tmp_path / "b.zip"), data=tmp_path))
        assert not (tmp_path / "b.zip").exists()

    def test_a_database_that_is_away(self, tmp_path: Path):
        url = "postgresql+psycopg://nobody@127.0.0.1:1/none"
        said = refused(run("backup", str(tmp_path / "b.zip"), data=tmp_path, database_url=url))
        assert "MARKETPLACE_DATABASE_URL" in said

    def test_a_store_that_is_away(self, small: Place, tmp_path: Path):
        small.media_url = "ftp://nowhere"
        with pytest.raises(ConfigurationError):
            take(small, tmp_path / "b.zip")
        assert [path.name for path in tmp_path.iterdir() if "b.zip" in path.name] == []

    @pytest.mark.parametrize("made", ["missing", "text", "cut", "folder", "other zip"])
    def test_a_file_that_is_no_backup(self, small: Place, make_place: MakePlace, tmp_path: Path, made: str):
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
            bring(make_place("target"), path)

    def test_a_flipped_byte(self, source: Place, make_place: MakePlace, tmp_path: Path):
        path = take(source, tmp_path / "one.zip")
        with zipfile.ZipFile(path) as file:
            entry = file.getinfo("tables/accounts.jsonl")
        raw = bytearray(path.read_bytes())
        raw[entry.header_offset + 30 + len(entry.filename) + entry.compress_size // 2] ^= 0xFF
        path.write_bytes(raw)
        target = make_place("target")
        with pytest.raises((RuleBroken, ConfigurationError), match="damaged"):
            bring(target, path)
        with target.entered(), database.get_engine().connect() as connection:
            assert taking.is_empty(connection)

    @pytest.mark.parametrize("changes", [{"format": 99}, {"revision": "9999"}])
    def test_a_backup_of_a_newer_program(self, small: Place, make_place: MakePlace, tmp_path: Path, changes):
        path = alter(take(small, tmp_path / "small.zip"), **changes)
        with pytest.raises(RuleBroken, match="newer version"):
            bring(make_place("target"), path)
