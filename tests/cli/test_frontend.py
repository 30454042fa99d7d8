"""The front end is built when it must be, and once."""

import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from marketplace.cli import frontend


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project, nothing built yet."""
    (tmp_path / "rxconfig.py").write_text("")
    web = tmp_path / ".web"
    for name, path in (("ROOT", tmp_path), ("WEB", web), ("STATIC", web / "build" / "client")):
        monkeypatch.setattr(frontend, name, path)
    monkeypatch.setattr(frontend, "_STAMP", web / "build" / "fingerprint")
    return tmp_path


def test_a_second_server_that_starts_meanwhile_waits_for_the_first_ones_build(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
):
    is_building, may_end = threading.Event(), threading.Event()
    builds: list[int] = []

    def export(*_arguments: object, **_options: object) -> subprocess.CompletedProcess[str]:
        builds.append(1)
        # What a first build does: the folder is made anew.
        shutil.rmtree(checkout / ".web", ignore_errors=True)
        (checkout / ".web" / "build" / "client").mkdir(parents=True)
        is_building.set()
        may_end.wait(10)
        (checkout / ".web" / "build" / "client" / "index.html").write_text("built")
        return subprocess.CompletedProcess([], 0, "", "")

    monkeypatch.setattr(subprocess, "run", export)
    first, second = (threading.Thread(target=frontend.build) for _ in range(2))
    first.start()
    assert is_building.wait(10)
    second.start()
    second.join(0.5)
    may_end.set()
    first.join(10)
    second.join(10)
    assert builds == [1]
    frontend.build()
    assert builds == [1]
