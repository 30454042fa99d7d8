"""Tests of the indexer: after any failure, the index finally contains exactly the listings of the database."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
import tantivy
from sqlmodel import Session
from structlog.testing import capture_logs

from marketplace.cli.reindex import analysis_pool
from marketplace.core import clock
from marketplace.db import database
from marketplace.domain import listings
from marketplace.domain.listings import changes
from marketplace.domain.search import projection
from marketplace.integrations import search_index
from marketplace.integrations.search_index import VERSION, IndexFolder, SearchIndex, write_position
from marketplace.jobs.indexer import Indexer, lag
from marketplace.models import AdStatus, metadata
from marketplace.settings import get_settings
from tests import factories
from tests.conftest import migrate
from tests.faults.test_disk import fill
from tests.jobs import dying


class Machine:
    """A data folder with its own database."""

    def __init__(self, folder: Path):
        self.folder = IndexFolder(folder / "search")
        self.engine = database.make_engine(f"sqlite:///{folder / 'marketplace.db'}")
        migrate(self.engine)
        with Session(self.engine, expire_on_commit=False) as db:
            self.seller, self.category = factories.seller(db), factories.category(db, "Things")

    def publish(self, *names: str) -> list[str]:
        """Publish ads and return their ids."""
        with Session(self.engine, expire_on_commit=False) as db:
            made = [factories.ad(db, self.seller, self.category, name=name).id for name in names]
            db.commit()
        return made

    def withdraw(self, ad_id: str) -> None:
        """Remove an ad from the lists."""
        with Session(self.engine) as db:
            ad = db.get(factories.Ad, ad_id)
            assert ad
            ad.status = AdStatus.SOLD
            db.add(ad)
            listings.refresh(db, ad_id)
            db.commit()

    def run(self, *arguments: str) -> int:
        """Run the indexer once in a child process that may kill itself (`dying.py`); return the exit code."""
        child = os.fork()
        if child == 0:
            try:
                dying.main(*arguments)
            finally:
                os._exit(0)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    def indexed(self, folder: IndexFolder | None = None) -> list[int]:
        """Return the numbers of the listings in the index, including duplicates."""
        searcher = SearchIndex(folder or self.folder).searcher()
        if searcher is None:
            return []
        hits = searcher.search(tantivy.Query.all_query(), limit=10_000, order_by_field="number").hits
        return sorted(number for number, _ in hits)

    def listed(self) -> list[int]:
        """Return the numbers of the listings in the database."""
        with self.engine.connect() as connection:
            return sorted(connection.scalars(sa.select(metadata.tables["listings"].c.number)))


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    search_index.set_index(None)
    made.engine.dispose()


@pytest.fixture
def here(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Make this process use the machine's database and index."""
    monkeypatch.setattr(get_settings(), "data_dir", tmp_path)
    monkeypatch.setattr(database, "new_session", lambda: Session(machine.engine, expire_on_commit=False))
    return machine


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", dying.STEPS)
def test_killed_at_any_step_the_index_is_complete_afterwards(here: Machine, step: str, when: str):
    first, _ = here.publish("sofa", "table")
    killed = here.run(step, when)
    if killed != 0:
        assert killed == -signal.SIGKILL
    assert here.run() == 0
    assert here.indexed() == here.listed()
    here.publish("chair")
    here.withdraw(first)
    here.run(step, when)
    assert here.run() == 0
    assert here.indexed() == here.listed()


def test_second_indexer_waits_for_the_lock(here: Machine):
    here.publish("sofa")
    first, second = Indexer(), Indexer()
    first.run_once()
    here.publish("table")
    second.run_once()
    assert len(here.indexed()) == 1
    first.stop()
    second.run_once()
    assert here.indexed() == here.listed()
    second.stop()


def test_rolled_back_change_is_not_indexed(here: Machine):
    indexer = Indexer()
    indexer.run_once()
    with Session(here.engine) as db:
        before = changes.last_position(db.connection())
        listings.refresh(db, "nothing")
        changes.note(db, [1])
        db.rollback()
        db.commit()
        assert changes.last_position(db.connection()) == before
    indexer.stop()


@pytest.mark.parametrize("damage", ["folder", "meta", "position", "segment", "version"])
def test_damaged_index_is_rebuilt(here: Machine, damage: str):
    here.publish("sofa", "table")
    indexer = Indexer()
    indexer.run_once()
    indexer.stop()
    path = here.folder.path
    if damage == "folder":
        shutil.rmtree(path)
    elif damage == "meta":
        (path / "meta.json").write_text("{")
    elif damage == "position":
        (path / "position.json").write_text("")
    elif damage == "segment":
        for file in path.glob("*.*"):
            if file.suffix not in (".json", ".lock"):
                file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    else:
        path.rename(here.folder.root / f"v{VERSION - 1}")
    here.publish("chair")
    again = Indexer()
    again.run_once()
    again.stop()
    assert here.indexed() == here.listed()
    assert [it.name for it in here.folder.root.iterdir() if it.is_dir()] == [path.name]


def test_damaged_index_is_not_searched(here: Machine):
    here.publish("sofa")
    indexer = Indexer()
    indexer.run_once()
    indexer.stop()
    (here.folder.path / "meta.json").write_text("{")
    index = SearchIndex(here.folder)
    assert index.searcher() is None
    again = Indexer()
    again.run_once()
    again.stop()
    assert index.searcher() is not None
    assert here.indexed() == here.listed()


def test_index_of_a_restored_database_is_rebuilt(here: Machine, monkeypatch: pytest.MonkeyPatch):
    here.publish("sofa")
    indexer = Indexer()
    indexer.run_once()
    kept = here.folder.position
    # Like after a restored backup: other listings, and another position of the change counter.
    with Session(here.engine) as db:
        db.connection().execute(sa.delete(metadata.tables["listings"]))
        db.connection().execute(sa.delete(metadata.tables["listing_changes"]))
        db.connection().execute(sa.update(metadata.tables["listing_change_counter"]).values(last=(kept or 0) - 1))
        listings.note_everything(db)
        db.commit()
    indexer.run_once()
    assert here.indexed() == here.listed() == []
    indexer.stop()


def test_clock_going_back_hides_no_change(here: Machine, monkeypatch: pytest.MonkeyPatch):
    indexer = Indexer()
    with Session(here.engine) as db:
        listings.note_everything(db)
        db.commit()
    indexer.run_once()
    earlier = clock.now().replace(year=2020)
    monkeypatch.setattr(clock, "now", lambda: earlier)
    here.publish("sofa")
    with Session(here.engine) as db:
        listings.note_everything(db)
        db.commit()
    indexer.run_once()
    assert here.indexed() == here.listed()
    assert len(here.indexed()) == 1
    indexer.stop()


def test_full_disk_keeps_the_previous_index(here: Machine, monkeypatch: pytest.MonkeyPatch):
    here.publish("sofa")
    indexer = Indexer()
    indexer.run_once()
    here.publish("table")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as held:
        held.setattr("marketplace.integrations.search_index.store.Writer.commit", full)
        with pytest.raises(OSError, match="No space"):
            indexer.run_once()
        assert len(here.indexed()) == 1
    indexer.run_once()
    assert here.indexed() == here.listed()
    indexer.stop()


@pytest.fixture
def small_disk(here: Machine) -> Iterator[Path]:
    """A file system of 256 kB for the index alone."""
    folder = here.folder.root
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "marketplace-test", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a small file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_index_on_a_disk_that_is_really_full_is_searched_and_completed(here: Machine, small_disk: Path):
    here.publish("sofa")
    indexer = Indexer()
    indexer.run_once()
    filler = fill(small_disk)
    here.publish("table")
    for _ in range(2):
        with pytest.raises((OSError, ValueError)):
            indexer.run_once()
        assert len(here.indexed()) == 1
    filler.unlink()
    indexer.run_once()
    assert here.indexed() == here.listed()
    assert len(here.indexed()) == 2
    indexer.stop()


def test_pruned_changes_cause_a_rebuild(here: Machine, monkeypatch: pytest.MonkeyPatch):
    here.publish("sofa")
    indexer = Indexer()
    indexer.run_once()
    here.publish("table", "chair")
    monkeypatch.setattr(get_settings(), "search_changes_kept", 1)
    with Session(here.engine) as db:
        listings.prune_changes(db)
        db.commit()
    indexer.run_once()
    assert here.indexed() == here.listed()
    indexer.stop()


def test_two_machines_index_the_same_changes(here: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sofa, _ = here.publish("sofa", "table")
    first = Indexer()
    monkeypatch.setattr(get_settings(), "data_dir", tmp_path / "other")
    second, other = Indexer(), IndexFolder(tmp_path / "other" / "search")
    first.run_once()
    assert here.indexed() == here.listed()
    assert here.indexed(other) == []
    here.withdraw(sofa)
    second.run_once()
    assert here.indexed(other) == here.listed()
    here.publish("chair")
    second.run_once()
    assert here.indexed(other) == here.listed() != here.indexed()
    # The faster machine did not consume the changes.
    first.run_once()
    assert here.indexed() == here.listed()
    assert here.folder.position == other.position
    first.stop()
    second.stop()


def test_previous_version_is_searched_until_the_new_one_is_complete(here: Machine, monkeypatch: pytest.MonkeyPatch):
    here.publish("sofa")
    indexer = Indexer()
    indexer.run_once()
    indexer.stop()
    before = here.indexed()
    here.folder.path.rename(here.folder.root / f"v{VERSION - 1}")
    here.publish("table")
    reader, seen = SearchIndex(here.folder), []
    make = IndexFolder.finish_building

    def look(folder: IndexFolder, position: int) -> None:
        searcher = reader.searcher()
        assert searcher is not None
        seen.append((searcher.num_docs, folder.percent_built, lag()))
        make(folder, position)

    monkeypatch.setattr(IndexFolder, "finish_building", look)
    search_index.set_index(reader)
    assert here.indexed() == before
    again = Indexer()
    again.run_once()
    again.stop()
    searcher = reader.searcher()
    assert seen == [(1, 99, 1)]
    assert searcher is not None
    assert searcher.num_docs == 2
    assert here.folder.percent_built is None
    assert lag() == 0
    assert [it.name for it in here.folder.root.iterdir() if it.is_dir()] == [f"v{VERSION}"]


def test_open_index_is_searched_while_its_folder_is_replaced(here: Machine):
    here.publish("sofa")
    indexer = Indexer()
    indexer.run_once()
    reader = SearchIndex(here.folder)
    assert reader.searcher() is not None
    here.folder.path.rename(here.folder.root / "elsewhere")
    assert reader.searcher() is not None
    indexer.stop()


def test_index_with_other_fields_is_not_searched(here: Machine):
    old = here.folder.root / f"v{VERSION - 1}"
    old.mkdir(parents=True)
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("name")
    tantivy.Index(builder.build(), str(old))
    write_position(old, 1)
    search_index.set_index(SearchIndex(here.folder))
    assert here.folder.served == old
    assert search_index.get_index().searcher() is None
    assert lag() is None
    indexer = Indexer()
    indexer.run_once()
    indexer.stop()
    assert lag() == 0


def test_stopped_build_is_repeated_completely(here: Machine, monkeypatch: pytest.MonkeyPatch):
    here.publish("sofa", "table", "chair")
    monkeypatch.setattr(projection, "_BATCH", 1)
    stopped, again = Indexer(), Indexer()
    with monkeypatch.context() as held:
        held.setattr(IndexFolder, "report_percent", lambda *_: stopped.request_stop())
        stopped.run_once()
    assert here.folder.position is None
    stopped.stop()
    again.run_once()
    again.stop()
    assert here.indexed() == here.listed()
    assert len(here.indexed()) == 3


def test_build_logs_its_progress(here: Machine, monkeypatch: pytest.MonkeyPatch):
    here.publish("sofa", "table")
    monkeypatch.setattr(projection, "_BATCH", 1)
    monkeypatch.setattr("marketplace.jobs.indexer._LOG_EVERY_S", 0.0)
    indexer = Indexer()
    with capture_logs() as logs:
        indexer.run_once()
    indexer.stop()
    assert [line["percent"] for line in logs if line["event"] == "search_index_building"] == [50, 99]


def test_parallel_build_equals_the_serial_one(here: Machine, monkeypatch: pytest.MonkeyPatch):
    here.publish("teak sofa", "mez", "कुर्सी 5.2 kg", "washing machine")
    monkeypatch.setattr(projection, "_BATCH", 1)
    monkeypatch.setattr(projection, "_AHEAD", 2)
    with here.engine.connect() as connection:
        with analysis_pool() as pool:
            by_processes = list(projection.all_entries(connection, pool))
        assert by_processes == list(projection.all_entries(connection))
    assert len(by_processes) == 4
