"""The disk is full: writes get 503, reads work, acknowledged writes are kept, and free space is enough to recover."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import servers
from tests.conftest import REQUIRE_SERVICES
from tests.faults import traffic
from tests.faults.test_unavailable import photo
from tests.faults.traffic import Caller, Ledger

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.xdist_group("servers")]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 24 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=24m", "marketplace-test", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        if REQUIRE_SERVICES and os.geteuid() == 0:
            pytest.fail("a small file system can't be mounted")
        pytest.skip("only root may mount a small file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Fill the disk."""
    path = folder / "filler"
    with path.open("ab", buffering=0) as file:
        for size in (65_536, 512):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue
    return path


def test_full_disk_and_recovery(small_disk: Path, tmp_path: Path):
    engine = traffic.engine_at("", small_disk)
    people, ledger = traffic.create_people(engine), Ledger()
    logs = tmp_path / "logs"
    logs.mkdir()
    # The log is on another disk.
    with servers.serving(logs, **traffic.SETTINGS, data_dir=small_disk) as server:
        caller = Caller(server.url, people, ledger)
        with traffic.going_on(server.url, people, ledger, "post", "write", "look"):
            for _ in range(2):
                before = len(ledger.ads), len(ledger.messages)
                servers.until(lambda b=before: len(ledger.ads) > b[0] + 5 and len(ledger.messages) > b[1] + 5)
                refused = {kind: ledger.count(kind, 503) for kind in ("post", "write")}
                filler = fill(small_disk)
                servers.until(lambda refused=refused: all(ledger.count(k, 503) > n + 3 for k, n in refused.items()))
                looked = ledger.count("look", 200)
                servers.until(lambda looked=looked: ledger.count("look", 200) > looked + 3)
                assert not caller.upload(photo(9))
                servers.until(lambda: caller.health().get("disk") is False)
                filler.unlink()
                before = len(ledger.ads), len(ledger.messages)
                servers.until(lambda b=before: len(ledger.ads) > b[0] and len(ledger.messages) > b[1])
        assert caller.upload(photo(9))
    assert traffic.lost(engine, ledger) == []
    assert ledger.odd == []
    assert ledger.answered() <= {200, 201, 503}
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    engine.dispose()


def test_backup_on_a_full_disk_leaves_no_file(small_disk: Path, tmp_path: Path):
    from tests.cli.test_faults import refused, run

    assert run("migrate", data=tmp_path / "data").returncode == 0
    media = tmp_path / "data" / "media" / "ab"
    media.mkdir(parents=True)
    for number in range(40):
        (media / f"ab{number:062d}-800.webp").write_bytes(os.urandom(1024 * 1024))
    assert "No space left" in refused(run("backup", str(small_disk / "b.zip"), data=tmp_path / "data"))
    assert list(small_disk.iterdir()) == []
    shutil.rmtree(tmp_path / "data")
