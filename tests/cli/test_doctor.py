"""`doctor`: names what is wrong and what to do, and its exit code says whether the site can serve."""

import socket
import sqlite3
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest
from sqlmodel import Session

from marketplace import database
from marketplace.cli import checks, doctor
from marketplace.settings import get_settings
from tests import factories, servers
from tests.cli.places import Place
from tests.cli.test_faults import refused, run

KEY = "k" * 40


@pytest.fixture
def place(tmp_path: Path, monkeypatch):
    made = Place(tmp_path)
    made.migrate()
    monkeypatch.setattr(get_settings(), "port", servers.free_port())
    with made.entered():
        yield made


@contextmanager
def listener(answer: bytes = b""):
    """The port of somebody else, who says this to whoever connects."""
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
        # Only a shutdown wakes the thread that waits for connections.
        with suppress(OSError):
            taken.shutdown(socket.SHUT_RDWR)


def said(capsys, subject: str) -> str:
    lines = capsys.readouterr().out.splitlines()
    return "\n".join(line for line in lines if line[6:].startswith(f"{subject} "))


def test_a_fresh_place_is_ready(tmp_path: Path):
    done = run("doctor", data=tmp_path, port=str(servers.free_port()))
    assert (done.returncode, done.stderr) == (0, "")
    subjects = {line[6:].split()[0] for line in done.stdout.splitlines() if line[:4].strip()}
    assert set(checks.ALL) - {"people"} <= subjects
    assert "Ready to serve" in done.stdout
    assert [path.name for path in (tmp_path / "media").rglob("*") if path.is_file()] == []


def test_all_that_is_away_is_told_at_once(tmp_path: Path):
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
    # What the log says of the same would stand between the findings.
    assert done.stderr == ""


def test_a_wrong_setting_is_one_sentence(tmp_path: Path):
    assert "MARKETPLACE_WORKERS" in refused(run("doctor", data=tmp_path, workers="0"))


@pytest.mark.parametrize("setting", ["host", "metrics_host"])
def test_an_address_that_is_not_of_this_machine(place: Place, capsys, monkeypatch, setting: str):
    monkeypatch.setattr(get_settings(), "metrics_port", servers.free_port())
    assert doctor.run() == 0
    monkeypatch.setattr(get_settings(), setting, "192.0.2.7")
    assert doctor.run() == 1
    assert f"MARKETPLACE_{setting.upper()}: 192.0.2.7 is no address of this machine" in said(capsys, "ports")


@pytest.mark.parametrize("setting", ["port", "metrics_port"])
@pytest.mark.parametrize(
    "answer", [b"", b"-ERR unknown command\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"]
)
def test_a_port_that_something_else_has(place: Place, capsys, monkeypatch, setting: str, answer: bytes):
    with listener(answer) as port:
        monkeypatch.setattr(get_settings(), setting, port)
        assert doctor.run() == 1
    told = said(capsys, "ports")
    assert f"Port {port} can't be used" in told
    assert f"MARKETPLACE_{setting.upper()}" in told


@pytest.mark.xdist_group("servers")
def test_beside_the_running_site_it_is_ready(place: Place, capsys, monkeypatch):
    port = servers.free_port()
    with servers.serving(place.data / "running", metrics_port=port) as server:
        monkeypatch.setattr(get_settings(), "port", int(server.url.rsplit(":", 1)[1]))
        monkeypatch.setattr(get_settings(), "metrics_port", port)
        assert doctor.run() == 0
    told = said(capsys, "ports")
    assert told.count("a marketplace runs there") == 2


def test_nobody_who_can_approve(place: Place, capsys):
    assert doctor.run() == 0
    assert "create-admin" in said(capsys, "people")
    with Session(database.get_engine()) as db:
        factories.admin(db)
    assert doctor.run() == 0
    assert "create-admin" not in said(capsys, "people")


def test_demo_accounts_on_a_public_site(place: Place, capsys, monkeypatch):
    with Session(database.get_engine()) as db:
        factories.buyer(db, email="buyer@example.com")
    assert doctor.run() == 0
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example.org")
    assert doctor.run() == 1
    assert "BAD   people     Demo accounts" in capsys.readouterr().out


def test_mails_as_files_on_a_public_site(place: Place, capsys, monkeypatch):
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example.org")
    assert doctor.run() == 1
    assert "MARKETPLACE_SMTP_URL" in said(capsys, "mail")


def test_a_signing_key_that_others_may_read(place: Place, capsys):
    (place.data / "secret_key").write_text(KEY)
    (place.data / "secret_key").chmod(0o644)
    assert doctor.run() == 1
    assert "chmod 600" in said(capsys, "secret")


@pytest.mark.parametrize(("revision", "code", "told"), [("0005", 0, "Take a backup"), ("9999", 1, "newer version")])
def test_a_schema_of_another_version(place: Place, capsys, revision: str, code: int, told: str):
    with sqlite3.connect(place.data / "marketplace.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.close()
    assert doctor.run() == code
    assert told in said(capsys, "database")


def test_a_damaged_database(tmp_path: Path):
    assert run("migrate", data=tmp_path).returncode == 0
    path = tmp_path / "marketplace.db"
    raw = bytearray(path.read_bytes())
    raw[8192:40_000] = b"\xff" * (40_000 - 8192)
    path.write_bytes(raw)
    done = run("doctor", data=tmp_path)
    assert done.returncode == 1
    assert "BAD   database" in done.stdout


def test_a_full_disk(place: Place, capsys, monkeypatch):
    monkeypatch.setattr(checks.here.shutil, "disk_usage", lambda _path: type("Usage", (), {"free": 1024**2}))
    assert doctor.run() == 1
    assert "Make room" in said(capsys, "folder")


def test_a_check_that_hangs_is_not_waited_for(place: Place, monkeypatch, capsys):
    from threading import Event

    ended, codes = Event(), []
    monkeypatch.setattr(doctor, "_PATIENCE_S", 0.5)
    monkeypatch.setattr(doctor.checks, "ALL", {"media": lambda: [ended.wait(60)]})
    monkeypatch.setattr(doctor.os, "_exit", codes.append)
    doctor.run()
    ended.set()
    assert codes == [1]
    assert "no answer" in capsys.readouterr().out
