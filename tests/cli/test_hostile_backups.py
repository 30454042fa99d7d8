"""A backup that somebody has changed is refused with one sentence, in bounded memory, and leaves the database as it was."""

import json
import os
import signal
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session

from marketplace.backup import archive as archives
from marketplace.cli import backup, restore
from marketplace.core.errors import RuleBroken
from marketplace.db import database
from tests import factories
from tests.cli.installations import Installation
from tests.servers import ROOT

Entries = dict[str, bytes]
Alter = Callable[[Entries], object]
ACCOUNTS, MANIFEST = "tables/accounts.jsonl", "manifest.json"


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """An installation with one account; no restore of this module may change it."""
    made = Installation(tmp_path_factory.mktemp("hostile") / "data")
    made.migrate()
    with made.active():
        with Session(database.get_engine()) as db:
            factories.buyer(db, name="Only One")
        yield made


@pytest.fixture(scope="module")
def taken(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Entries:
    """The entries of its backup."""
    path = tmp_path_factory.mktemp("taken") / "good.zip"
    backup.run(path)
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


@pytest.fixture
def restored(installation: Installation, taken: Entries, tmp_path: Path) -> Iterator[Callable[[Alter], str]]:
    """Return a function that restores a changed backup and returns the sentence of the refusal."""

    def run(alter: Alter) -> str:
        entries = dict(taken)
        alter(entries)
        with zipfile.ZipFile(tmp_path / "odd.zip", "w", zipfile.ZIP_DEFLATED) as file:
            for name, data in entries.items():
                file.writestr(name, data)
        return refusal(tmp_path / "odd.zip")

    yield run
    with database.get_engine().connect() as connection:
        assert connection.scalars(text("SELECT name FROM accounts")).all() == ["Only One"]


def refusal(path: Path) -> str:
    with pytest.raises(RuleBroken) as caught:
        restore.run(path, replace=True)
    message = str(caught.value.message)
    assert len(message) < 400
    assert message.isprintable()
    return message.replace(str(path), "FILE")


def manifest(entries: Entries, **changes: object) -> None:
    entries[MANIFEST] = json.dumps(json.loads(entries[MANIFEST]) | changes).encode()


def tables(entries: Entries, **changes: int) -> None:
    manifest(entries, tables=json.loads(entries[MANIFEST])["tables"] | changes)


def row(entries: Entries, **changes: object) -> None:
    """Change values of the only account."""
    columns, values = (json.loads(line) for line in entries[ACCOUNTS].splitlines())
    changed = dict(zip(columns, values, strict=True)) | changes
    entries[ACCOUNTS] = json.dumps(columns).encode() + b"\n" + json.dumps(list(changed.values())).encode() + b"\n"


def line(data: bytes) -> Alter:
    def alter(entries: Entries) -> None:
        entries[ACCOUNTS] = entries[ACCOUNTS].splitlines()[0] + b"\n" + data + b"\n"

    return alter


def column(change: Callable[[list[object], list[object]], object]) -> Alter:
    def alter(entries: Entries) -> None:
        columns, values = (json.loads(line) for line in entries[ACCOUNTS].splitlines())
        change(columns, values)
        entries[ACCOUNTS] = json.dumps(columns).encode() + b"\n" + json.dumps(values).encode() + b"\n"

    return alter


def unknown_table(entries: Entries) -> None:
    entries["tables/surprises.jsonl"] = b'["id"]\n["1"]\n'
    tables(entries, surprises=1)


def missing_table(entries: Entries) -> None:
    left = json.loads(entries[MANIFEST])["tables"]
    del left["audit_log"], entries["tables/audit_log.jsonl"]
    manifest(entries, tables=left)


HOSTILE: dict[str, tuple[Alter, str]] = {
    "table without an announcement": (lambda e: e.update({"tables/surprises.jsonl": b"[]\n"}), "contains 'tables/surprises.jsonl'"),
    "unknown table": (unknown_table, "the tables are not those of its version: 'surprises'"),
    "table of the schema": (lambda e: (e.update({"tables/alembic_version.jsonl": b"[]"}), tables(e, alembic_version=0)), "alembic_version"),
    "missing table": (missing_table, "the tables are not those of its version: 'audit_log'"),
    "missing entry": (lambda e: e.pop(ACCOUNTS) and None, "damaged"),
    "other entry": (lambda e: e.update({"readme.txt": b""}), "contains 'readme.txt'"),
    "control characters": (lambda e: e.update({"\x1b[2J.txt": b""}), r"contains '\x1b[2J.txt'"),
    "path": (lambda e: e.update({"../../x": b""}), "contains '../../x'"),
    "unknown column": (column(lambda c, v: (c.append("extra"), v.append(1))), "the columns of accounts are not those of its version"),
    "missing column": (column(lambda c, v: (c.pop(), v.pop())), "the columns of accounts"),
    "column twice": (column(lambda c, v: (c.append(c[0]), v.append(v[0]))), "the columns of accounts"),
    "columns that are no names": (column(lambda c, v: c.__setitem__(0, [1])), "damaged"),
    "short row": (column(lambda c, v: v.pop()), "line 2 of accounts is incomplete"),
    "no list": (line(b'{"a": 1}'), "line 2 of accounts is not a list in JSON"),
    "no JSON": (line(b"[1, "), "line 2 of accounts is not a list in JSON"),
    "not UTF-8": (line(b'["\xff"]'), "line 2 of accounts is not a list in JSON"),
    "deep": (line(b"[" * 200_000 + b"]" * 200_000), "line 2 of accounts is not a list in JSON"),
    "many values": (line(b"[" + b"[]," * 300_000 + b"[]]"), "line 2 of accounts has more than 500,000 values"),
    "long line": (line(b'["' + b"x" * 9_000_000 + b'"]'), "line 2 of accounts is longer than 8 MB"),
    "long number": (line(b"[" + b"1" * 100_000 + b"]"), "line 2 of accounts is not a list in JSON"),
    "large number": (lambda e: row(e, totp_step=2**70), "totp_step of a row of accounts is invalid"),
    "number as text": (lambda e: row(e, created_at=5), "created_at of a row of accounts is invalid"),
    "text as number": (lambda e: row(e, name=5), "name of a row of accounts is invalid"),
    "text as object": (lambda e: row(e, name={"a": 1}), "name of a row of accounts is invalid"),
    "no date": (lambda e: row(e, created_at="yesterday"), "created_at of a row of accounts is invalid"),
    "more rows than announced": (lambda e: e.update({ACCOUNTS: e[ACCOUNTS] + e[ACCOUNTS].splitlines()[1] + b"\n"}), "expected 1 rows"),
    "fewer rows than announced": (lambda e: tables(e, accounts=2), "expected 2 rows"),
    "manifest of another form": (lambda e: e.update({MANIFEST: b"[]"}), "not a complete backup"),
    "deep manifest": (lambda e: e.update({MANIFEST: b"[" * 100_000}), "not a complete backup"),
    "long manifest": (lambda e: e.update({MANIFEST: e[MANIFEST] + b" " * 2_000_000}), "not a complete backup"),
    "tables of another form": (lambda e: manifest(e, tables=[1]), "not a complete backup"),
    "counts of another form": (lambda e: tables(e, accounts="1"), "not a complete backup"),  # pyright: ignore
    "format of another form": (lambda e: manifest(e, format="1"), "not a complete backup"),
    "made at no time": (lambda e: manifest(e, made_at=None), "not a complete backup"),
    "long key": (lambda e: e.update({"secret_key": b"x" * 100_000}), "larger than 4096 bytes"),
    "key that is no text": (lambda e: e.update({"secret_key": b"\xff" * 40}), "damaged"),
    "large photo": (lambda e: e.update({f"media/ab/ab{'0' * 62}-160.webp": bytes(65 * 1024**2)}), "larger than 67108864 bytes"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_changed_backup_is_refused(restored: Callable[[Alter], str], name: str):
    alter, expected = HOSTILE[name]
    assert expected in restored(alter)


def test_entry_that_stands_twice_is_refused(installation: Installation, taken: Entries, tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "odd.zip", "w") as file:
        for name, data in taken.items():
            file.writestr(name, data)
        with pytest.warns(UserWarning, match="Duplicate"):
            file.writestr(ACCOUNTS, taken[ACCOUNTS])
    assert refusal(tmp_path / "odd.zip") == f"FILE is not a backup: it contains '{ACCOUNTS}'."


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_other_compression_is_refused(installation: Installation, taken: Entries, tmp_path: Path, method: int):
    with zipfile.ZipFile(tmp_path / "odd.zip", "w", method) as file:
        for name, data in taken.items():
            file.writestr(name, data, zipfile.ZIP_STORED if name == MANIFEST else method)
    assert "contains" in refusal(tmp_path / "odd.zip")


def test_link_is_refused(installation: Installation, taken: Entries, tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "odd.zip", "w") as file:
        for name, data in taken.items():
            entry = zipfile.ZipInfo(name)
            entry.create_system, entry.external_attr = (
                3,
                ((stat.S_IFLNK if name == ACCOUNTS else stat.S_IFREG) | 0o777) << 16,
            )
            file.writestr(entry, data)
    assert "contains 'tables/accounts.jsonl'" in refusal(tmp_path / "odd.zip")


def test_more_bytes_than_declared_are_refused(installation: Installation, taken: Entries, tmp_path: Path):
    path = tmp_path / "odd.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in taken.items():
            file.writestr(name, data)
        entry = file.getinfo(ACCOUNTS)
        entry.file_size -= 10
    assert "damaged" in refusal(path)


def test_row_that_could_not_be_restored_is_not_backed_up(tmp_path: Path):
    with pytest.raises(RuleBroken, match="jobs can't be backed up: row 2 is longer than 8 MB"):
        with archives.ArchiveWriter(tmp_path / "b.zip") as writer:
            writer.write_table("jobs", ["a"], [["small"], ["x" * 9_000_000]])
    assert list(tmp_path.iterdir()) == []


def test_memory_does_not_grow_with_the_length_of_a_line(installation: Installation, taken: Entries, tmp_path: Path):
    peaks = []
    for megabytes in (1, 200):
        path = tmp_path / f"{megabytes}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
            for name, data in taken.items():
                if name != ACCOUNTS:
                    file.writestr(name, data)
            with file.open(ACCOUNTS, "w") as entry:
                entry.write(taken[ACCOUNTS].splitlines()[0] + b'\n["')
                for _ in range(megabytes):
                    entry.write(b"x" * 1024**2)
                entry.write(b'"]\n')
        peaks.append(peak_mb(path, installation))
    assert peaks[1] - peaks[0] < 60


def peak_mb(path: Path, installation: Installation) -> float:
    """Return the most memory of a process that refuses to restore the file."""
    environment = {**os.environ, "MARKETPLACE_DATA_DIR": str(installation.data)}
    process = subprocess.Popen(
        [sys.executable, "-m", "marketplace", "restore", "--replace", str(path)],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 1
    return usage.ru_maxrss / 1024


_KILLED = """
import os, signal, sys
from marketplace.backup import constraints
from marketplace.__main__ import main
# All rows are inserted then, and nothing is committed.
constraints.check_references = lambda _: os.kill(os.getpid(), signal.SIGKILL)
main(["restore", "--replace", sys.argv[1]])
"""


def test_killed_restore_leaves_the_database_unchanged(tmp_path: Path, taken: Entries):
    target = Installation(tmp_path / "data")
    target.migrate()
    with zipfile.ZipFile(tmp_path / "good.zip", "w") as file:
        for name, data in taken.items():
            file.writestr(name, data)
    with target.active():
        with Session(database.get_engine()) as db:
            factories.buyer(db, name="Still Here")
        environment = {**os.environ, "MARKETPLACE_DATA_DIR": str(target.data)}
        command = [sys.executable, "-c", _KILLED, str(tmp_path / "good.zip")]
        assert subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == -signal.SIGKILL
        with database.get_engine().connect() as connection:
            assert connection.scalars(text("SELECT name FROM accounts")).all() == ["Still Here"]
        restore.run(tmp_path / "good.zip", replace=True)
        with database.get_engine().connect() as connection:
            assert connection.scalars(text("SELECT name FROM accounts")).all() == ["Only One"]
