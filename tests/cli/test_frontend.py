"""Tests of when the front end is built, and how a build replaces the one before."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from marketplace.cli import frontend
from marketplace.core.errors import ConfigurationError


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project without a build."""
    (tmp_path / "rxconfig.py").write_text("")
    monkeypatch.setattr(frontend, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def build(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Build with Reflex replaced: a build has one hashed script, which its page names."""

    def make(name: str, *, fails: bool = False, meanwhile: Callable[[], None] = lambda: None) -> Path:
        client = checkout / ".web" / "build" / "client"

        def export(*_arguments: object, **_options: object) -> subprocess.CompletedProcess[str]:
            shutil.rmtree(client, ignore_errors=True)
            (client / "assets").mkdir(parents=True)
            (client / "assets" / f"{name}.js").write_text(name)
            meanwhile()
            if not fails:
                (client / "index.html").write_text(f"/assets/{name}.js")
            return subprocess.CompletedProcess([], int(fails), "", "no memory")

        monkeypatch.setattr(subprocess, "run", export)
        (checkout / "rxconfig.py").write_text(name)
        frontend.build()
        return (checkout / ".builds" / "current").resolve()

    return make


def read_site(folder: Path) -> tuple[str, set[str]]:
    """Return the page of a build and the scripts that it can serve."""
    client = folder / "build" / "client"
    return (client / "index.html").read_text(), {path.name for path in (client / "assets").iterdir()}


def test_the_present_build_is_whole_while_the_next_is_made(checkout: Path, build: Callable[..., Path]):
    build("one")
    seen = []
    build("two", meanwhile=lambda: seen.append(read_site(checkout / ".builds" / "current")))
    assert seen == [("/assets/one.js", {"one.js"})]
    assert read_site(checkout / ".builds" / "current") == ("/assets/two.js", {"one.js", "two.js"})


def test_a_failed_build_changes_nothing(checkout: Path, build: Callable[..., Path]):
    first = build("one")
    with pytest.raises(ConfigurationError, match="no memory"):
        build("two", fails=True)
    assert (checkout / ".builds" / "current").resolve() == first
    assert read_site(first) == ("/assets/one.js", {"one.js"})
    assert not frontend.is_fresh()


def test_scripts_of_the_build_before_stay_for_open_tabs(build: Callable[..., Path]):
    build("one")
    build("two")
    assert read_site(build("three")) == ("/assets/three.js", {"two.js", "three.js"})


def test_a_build_in_use_outlives_the_next_ones(checkout: Path, build: Callable[..., Path]):
    first = build("one")
    program = "from marketplace.cli import frontend\nfrom pathlib import Path\nimport sys\n"
    program += "frontend.ROOT = Path(sys.argv[1])\nprint(frontend.use_current(), flush=True)\ninput()"
    with subprocess.Popen(
        [sys.executable, "-c", program, checkout], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert Path(server.stdout.readline().strip()) == first
        build("two")
        build("three")
        assert read_site(first) == ("/assets/one.js", {"one.js"})
        server.communicate("\n")
    last = build("four")
    assert {path.name for path in (checkout / ".builds").iterdir()} == {"current", last.name}


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
        ConfigurationError, match=r"There is no page nowhere\. Name a route or a folder .*: account, ad, .*wishlist"
    ):
        frontend.find_folder("nowhere")
