"""Tests of start-up errors: one sentence and a non-zero exit code, never a traceback."""

import socket
import sqlite3
from pathlib import Path

import pytest

from tests.cli.commands import refused, run, start
from tests.servers import free_port


def test_port_in_use(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"Port {port} can't be used" in refused(start("serve", data=tmp_path, port=str(port)))


def test_invalid_host(tmp_path: Path):
    assert "MARKETPLACE_HOST" in refused(run("serve", data=tmp_path, host="nohost.invalid"))


@pytest.mark.parametrize("setting", ["host", "metrics_host"])
def test_address_of_another_machine(tmp_path: Path, setting: str):
    # Reserved for documentation, so no machine has it.
    error = refused(
        run("serve", data=tmp_path, port=str(free_port()), metrics_port=str(free_port()), **{setting: "192.0.2.7"})
    )
    assert f"MARKETPLACE_{setting.upper()}: 192.0.2.7 is not an address of this machine" in error
    assert "Stop the process" not in error


def test_metrics_port_in_use_is_reported_first(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        error = refused(run("serve", data=tmp_path, port=str(free_port()), metrics_port=str(port)))
    assert f"Port {port} can't be used for metrics" in error
    assert "MARKETPLACE_METRICS_PORT" in error
    assert list(tmp_path.iterdir()) == []


def test_data_folder_not_writable(tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("")
    assert "can't be written" in refused(run("migrate", data=file / "below"))


def test_unknown_setting(tmp_path: Path):
    assert "MARKETPLACE_PROT" in refused(run("migrate", data=tmp_path, prot="3000"))


@pytest.mark.parametrize(
    ("setting", "value", "expected"),
    [
        ("port", "http", "MARKETPLACE_PORT"),
        ("port", "70000", "MARKETPLACE_PORT"),
        ("database_url", "oracle://x", "sqlite:/// or postgresql+psycopg://"),
        ("site_url", "market.example.org", "https://"),
        ("site_url", "https://market.example.org", "MARKETPLACE_SECRET_KEY"),
        ("secret_key", "short", "32 characters"),
        ("workers", "2", "REDIS_URL"),
        ("log_level", "LOUD", "DEBUG"),
    ],
)
def test_invalid_setting(tmp_path: Path, setting: str, value: str, expected: str):
    assert expected in refused(run("migrate", data=tmp_path, **{setting: value}))


def test_unreachable_database(tmp_path: Path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"postgresql+psycopg://nobody@127.0.0.1:{port}/none"
    assert "The database can't be reached" in refused(run("migrate", data=tmp_path, database_url=url))


def test_invalid_database_file(tmp_path: Path):
    (tmp_path / "marketplace.db").write_text("this is a shopping list\n" * 100)
    assert "The database can't be" in refused(run("migrate", data=tmp_path))


def test_database_of_a_newer_version(tmp_path: Path):
    assert run("migrate", data=tmp_path).returncode == 0
    with sqlite3.connect(tmp_path / "marketplace.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in refused(run("migrate", data=tmp_path))


def test_migrating_twice_changes_nothing(tmp_path: Path):
    assert start("migrate", data=tmp_path).returncode == 0
    again = run("migrate", data=tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
