"""Tests of when the front end is built."""

import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from marketplace.cli import frontend
from marketplace.core.errors import ConfigurationError


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project without a build."""
    (tmp_path / "rxconfig.py").write_text("")
    web = tmp_path / ".web"
    for name, path in (("ROOT", tmp_path), ("WEB", web), ("STATIC", web / "build" / "client")):
        monkeypatch.setattr(frontend, name, path)
    monkeypatch.setattr(frontend, "_FINGERPRINT", web / "build" / "fingerprint")
    return tmp_path


def test_concurrent_starts_build_once(checkout: Path, monkeypatch: pytest.MonkeyPatch):
    is_building, may_end = threading.Event(), threading.Event()
    builds: list[int] = []

    def export(*_arguments: object, **_options: object) -> subprocess.CompletedProcess[str]:
        builds.append(1)
        # Like the first build, which creates the folder anew.
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


def test_a_page_alone_has_a_name_and_leaves_no_fresh_build(checkout: Path):
    assert [frontend.find_folder(page) for page in ("wishlist", "about", "/deals/[deal_id]")] == [
        "wishlist",
        "static",
        "deal",
    ]
    with pytest.raises(
        ConfigurationError, match=r"There is no page nowhere\. Name a route or a folder .*: ad, .*wishlist"
    ):
        frontend.find_folder("nowhere")
    (checkout / ".web" / "build").mkdir(parents=True)
    frontend._FINGERPRINT.write_text("old")
    frontend.mark_stale()
    frontend.mark_stale()
    assert not frontend.is_fresh()
