"""Tests of `doctor`: its findings and its exit code."""

import os
import socket
import sqlite3
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest
from sqlmodel import Session

from marketplace.cli import checks, doctor, listening
from marketplace.cli.checks import services
from marketplace.cli.checks.finding import warn
from marketplace.core import folder_locks
from marketplace.db import database
from marketplace.jobs.indexer import index_folder
from marketplace.settings import get_settings
from tests import factories, servers
from tests.cli.commands import refused, run, start
from tests.cli.conftest import Running
from tests.cli.installations import Installation
from tests.domain.rentals.test_parallel import shared

KEY = "k" * 40
__all__ = ["shared"]


@pytest.fixture
def installation(tmp_path: Path, monkeypatch):
    made = Installation(tmp_path)
    made.migrate()
    monkeypatch.setattr(get_settings(), "port", servers.free_port())
    with made.active():
        yield made


@contextmanager
def listener(answer: bytes = b""):
    """Yield the port of another process that sends `answer` to each client."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        def say() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = taken.accept()
                    with connection:
                        connection.recv(1024)
                        connection.sendall(answer)

        Thread(target=say, daemon=True).start()
        yield taken.getsockname()[1]
        # `shutdown` wakes the accepting thread.
        with suppress(OSError):
            taken.shutdown(socket.SHUT_RDWR)


def findings(capsys, subject: str) -> str:
    lines = capsys.readouterr().out.splitlines()
    return "\n".join(line for line in lines if line[6:].startswith(f"{subject} "))


def test_fresh_installation_is_ready(tmp_path: Path):
    done = start("doctor", data=tmp_path, port=str(servers.free_port()))
    assert (done.returncode, done.stderr) == (0, "")
    subjects = {line[6:].split()[0] for line in done.stdout.splitlines() if line[:4].strip()}
    assert set(checks.ALL) - {"accounts"} <= subjects
    assert "Ready to serve" in done.stdout
    assert list(tmp_path.iterdir()) == []


def snapshot(folder: Path) -> dict[str, tuple[float, bytes]]:
    """Return time and content of every file and folder, but of the memory that processes with an open database share."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
        if not path.name.endswith("-shm")
    }


def test_a_data_folder_that_does_not_exist_is_not_created(tmp_path: Path):
    done = run("doctor", data=tmp_path / "new" / "data", port=str(servers.free_port()))
    assert done.returncode == 0
    assert "There is no database yet" in done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("is_in_use", [False, True])
def test_an_existing_installation_is_not_changed(tmp_path: Path, is_in_use: bool):
    installation = Installation(tmp_path)
    installation.migrate()
    with installation.active():
        if is_in_use:
            with Session(database.get_engine()) as db:
                factories.admin(db)
                db.commit()
        else:
            database.get_engine().dispose()
        before = snapshot(tmp_path)
        assert ("marketplace.db-wal" in before) is is_in_use
        done = run("doctor", data=tmp_path, port=str(servers.free_port()))
        assert snapshot(tmp_path) == before
    assert done.returncode == 0, done.stdout
    assert f"SQLite, {tmp_path}/marketplace.db" in done.stdout


def test_an_older_schema_is_not_migrated(tmp_path: Path):
    installation = Installation(tmp_path)
    installation.migrate()
    with sqlite3.connect(tmp_path / "marketplace.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.close()
    before = snapshot(tmp_path)
    assert "Its schema is 0001" in run("doctor", data=tmp_path, port=str(servers.free_port())).stdout
    assert snapshot(tmp_path) == before


def test_a_folder_that_can_not_be_written_is_reported(installation: Installation, capsys, monkeypatch):
    monkeypatch.setattr(checks.machine.os, "access", lambda *_arguments: False)
    assert doctor.run() == 1
    assert "MARKETPLACE_DATA_DIR" in findings(capsys, "disk")


def test_all_unavailable_services_are_reported(tmp_path: Path):
    done = run(
        "doctor",
        data=tmp_path,
        port=str(servers.free_port()),
        site_url="https://market.example.org",
        secret_key=KEY,
        database_url="postgresql+psycopg://nobody@127.0.0.1:1/none",
        redis_url="redis://127.0.0.1:1",
        smtp_url="smtp://127.0.0.1:1",
        geocoder_url="http://127.0.0.1:1",
    )
    assert done.returncode == 1
    bad = {line[6:].split()[0]: line for line in done.stdout.splitlines() if line.startswith("BAD")}
    assert set(bad) == {"database", "redis", "mail"}
    for name, setting in (("database", "DATABASE_URL"), ("redis", "REDIS_URL"), ("mail", "SMTP_URL")):
        assert setting in bad[name]
    assert "GEOCODER_URL" in done.stdout
    assert "TRUSTED_PROXY_HOPS" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    # Log lines would clutter the findings.
    assert done.stderr == ""


def test_invalid_setting_is_one_sentence(tmp_path: Path):
    assert "MARKETPLACE_WORKERS" in refused(run("doctor", data=tmp_path, workers="0"))


@pytest.mark.parametrize("setting", ["host", "metrics_host"])
def test_address_of_another_machine_is_reported(installation: Installation, capsys, monkeypatch, setting: str):
    monkeypatch.setattr(get_settings(), "metrics_port", servers.free_port())
    assert doctor.run() == 0
    monkeypatch.setattr(get_settings(), setting, "192.0.2.7")
    assert doctor.run() == 1
    assert f"MARKETPLACE_{setting.upper()}: 192.0.2.7 is not an address of this machine" in findings(capsys, "ports")


@pytest.mark.parametrize("setting", ["port", "metrics_port"])
@pytest.mark.parametrize(
    "answer", [b"", b"-ERR unknown command\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"]
)
def test_port_in_use_is_reported(installation: Installation, capsys, monkeypatch, setting: str, answer: bytes):
    with listener(answer) as port:
        monkeypatch.setattr(get_settings(), setting, port)
        assert doctor.run() == 1
    output = findings(capsys, "ports")
    assert f"Port {port} can't be used" in output
    assert f"MARKETPLACE_{setting.upper()}" in output


@pytest.mark.xdist_group("servers")
def test_ready_while_the_site_is_running(installation: Installation, running: Running, capsys, monkeypatch):
    monkeypatch.setattr(get_settings(), "port", running.port)
    monkeypatch.setattr(get_settings(), "metrics_port", running.metrics_port)
    monkeypatch.setattr(get_settings(), "data_dir", running.data)
    assert doctor.run() == 0
    output = findings(capsys, "ports")
    assert output.count("this marketplace is running there") == 2


@pytest.mark.parametrize("is_served", [True, False])
def test_a_marketplace_of_another_folder_is_told_from_this_one(
    installation: Installation, capsys, monkeypatch, is_served: bool
):
    answer = b'HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"live":true}'
    held = folder_locks.hold(get_settings().data_dir) if is_served else None
    with listener(answer) as port:
        monkeypatch.setattr(get_settings(), "port", port)
        assert doctor.run() == (0 if is_served else 1)
    output = findings(capsys, "ports")
    assert ("this marketplace is running there" in output) is is_served
    assert ("a marketplace of another data folder is running there" in output) is not is_served
    if held is not None:
        os.close(held)


def test_a_data_folder_is_served_until_the_server_ends(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(get_settings(), "data_dir", tmp_path / "data")
    assert not listening.is_data_folder_held()
    (tmp_path / "data").mkdir()
    assert not listening.is_data_folder_held()
    held = [folder_locks.hold(get_settings().data_dir) for _ in range(2)]
    for handle in held:
        assert listening.is_data_folder_held()
        os.close(handle)
    assert not listening.is_data_folder_held()


def test_progress_of_the_search_index_is_reported(installation: Installation, capsys):
    folder = index_folder()
    assert doctor.run() == 0
    assert "no search index yet" in findings(capsys, "search")
    folder.start_building()
    folder.report_percent(40)
    assert doctor.run() == 0
    assert "40 % built" in findings(capsys, "search")


def test_missing_administrator_is_reported(installation: Installation, capsys):
    assert doctor.run() == 0
    assert "create-admin" in findings(capsys, "accounts")
    with Session(database.get_engine()) as db:
        factories.admin(db)
    assert doctor.run() == 0
    assert "create-admin" not in findings(capsys, "accounts")


def test_one_of_a_kind_is_singular(installation: Installation, capsys, monkeypatch):
    with Session(database.get_engine()) as db:
        factories.admin(db)
        db.commit()
    monkeypatch.setattr(checks, "ALL", {"accounts": services.accounts, "site": lambda: iter([warn("Look.")])})
    assert doctor.run() == 0
    output = capsys.readouterr().out
    assert "1 administrator\n" in output
    assert "1 warning." in output


def test_demo_accounts_on_a_public_site_are_reported(installation: Installation, capsys, monkeypatch):
    with Session(database.get_engine()) as db:
        factories.buyer(db, email="buyer@example.com")
    assert doctor.run() == 0
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example.org")
    assert doctor.run() == 1
    assert "BAD   accounts   There are demo accounts" in capsys.readouterr().out


def test_missing_mail_server_on_a_public_site_is_reported(installation: Installation, capsys, monkeypatch):
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example.org")
    assert doctor.run() == 1
    assert "MARKETPLACE_SMTP_URL" in findings(capsys, "mail")


def test_readable_signing_key_is_reported(installation: Installation, capsys):
    (installation.data / "secret_key").write_text(KEY)
    (installation.data / "secret_key").chmod(0o644)
    assert doctor.run() == 1
    assert "chmod 600" in findings(capsys, "secret")


@pytest.mark.parametrize(("revision", "code", "expected"), [("9999", 1, "newer version")])
def test_newer_schema_is_reported(installation: Installation, capsys, revision: str, code: int, expected: str):
    with sqlite3.connect(installation.data / "marketplace.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.close()
    assert doctor.run() == code
    assert expected in findings(capsys, "database")


def test_damaged_database_is_reported(tmp_path: Path):
    Installation(tmp_path).migrate()
    path = tmp_path / "marketplace.db"
    raw = bytearray(path.read_bytes())
    raw[8192:40_000] = b"\xff" * (40_000 - 8192)
    path.write_bytes(raw)
    done = run("doctor", data=tmp_path)
    assert done.returncode == 1
    assert "BAD   database" in done.stdout


def test_full_disk_is_reported(installation: Installation, capsys, monkeypatch):
    monkeypatch.setattr(checks.machine.shutil, "disk_usage", lambda _path: type("Usage", (), {"free": 1024**2}))
    assert doctor.run() == 1
    assert "Free some space" in findings(capsys, "disk")


def test_hanging_check_is_reported_after_the_timeout(installation: Installation, monkeypatch, capsys):
    from threading import Event

    ended, codes = Event(), []
    monkeypatch.setattr(doctor, "_TIMEOUT_S", 0.5)
    monkeypatch.setattr(doctor.checks, "ALL", {"media": lambda: [ended.wait(60)]})
    monkeypatch.setattr(doctor.os, "_exit", codes.append)
    doctor.run()
    ended.set()
    assert codes == [1]
    assert "no answer" in capsys.readouterr().out


@pytest.mark.postgres
@pytest.mark.parametrize("shared", ["postgres"], indirect=True)
@pytest.mark.parametrize(("workers", "is_reported"), [(1, False), (64, True)])
def test_workers_that_may_open_too_many_connections_are_reported(shared, monkeypatch, workers, is_reported):
    monkeypatch.setattr(get_settings(), "workers", workers)
    with shared.connect() as connection:
        assert (
            any("max_connections" in found.message for found in services._check_connections(connection)) is is_reported
        )
