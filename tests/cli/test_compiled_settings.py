"""Tests that every setting compiled into the pages is part of the build's fingerprint."""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from marketplace.cli import frontend
from marketplace.settings import get_settings
from tests import servers

# All tests run in one process, because each process would compile all pages.
pytestmark = pytest.mark.xdist_group("compiled settings")
# Read while pages are compiled, but not part of them.
NOT_COMPILED_IN = {
    ("rxconfig.py", "host"): "where the server listens",
    ("rxconfig.py", "port"): "compiled in as an address that the page replaces by its own",
    ("rxconfig.py", "redis_url"): "for the server's states",
    ("rxconfig.py", "trusted_proxy_hops"): "for the server",
    ("rxconfig.py", "url"): "whom the server answers; Reflex compiles it into a sitemap only, which is turned off",
    ("marketplace/marketplace.py", "log_level"): "for the server's log",
    ("rxconfig.py", "dev_page"): "for development; production has every page",
    ("marketplace/marketplace.py", "dev_page"): "for development; production has every page",
}
# In a separate process, to include settings that are read while modules are imported.
_PROGRAM = """
import json, sys
from pathlib import Path

from marketplace import settings

names = {*settings.Settings.model_fields}
names |= {name for name, value in vars(settings.Settings).items() if isinstance(value, property)}
read = set()


class RecordingSettings(settings.Settings):
    def __getattribute__(self, name):
        reader = Path(sys._getframe(1).f_code.co_filename)
        # Ignore settings that are read by properties of the settings.
        if name in names and reader != Path(settings.__file__):
            read.add((reader.relative_to(settings.ROOT).as_posix(), name))
        return super().__getattribute__(name)


settings.load = lambda: RecordingSettings.model_validate({})
from marketplace.marketplace import app, list_pages

for page in list_pages():
    page.component()
for wrap in app.app_wraps.values():
    wrap(True)
print("read:", json.dumps(sorted(read)))
"""


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """File and setting for each read while all pages are compiled."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        cwd=servers.ROOT,
        env=servers.environment(tmp_path_factory.mktemp("data"), support_url="https://help.example.org"),
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    [line] = [line for line in done.stdout.splitlines() if line.startswith("read: ")]
    return {(file, name) for file, name in json.loads(line.removeprefix("read: "))}


def test_all_settings_read_by_pages_are_part_of_the_build(read: set[tuple[str, str]]):
    readers: dict[str, set[str]] = defaultdict(set)
    for file, name in read - NOT_COMPILED_IN.keys():
        readers[name].add(file)
    assert {name: readers[name] for name in readers.keys() - frontend.COMPILED_SETTINGS} == {}


def test_no_other_setting_is_part_of_the_build(read: set[tuple[str, str]]):
    assert set(frontend.COMPILED_SETTINGS) - {name for _, name in read} == set()


def test_exceptions_are_still_needed(read: set[tuple[str, str]]):
    assert NOT_COMPILED_IN.keys() - read == set()


@pytest.mark.parametrize(
    ("setting", "value"),
    [("poll_header_s", 31), ("site_url", "https://market.example.org"), ("contact_email", "help@market.example.org")],
)
def test_changed_setting_makes_the_build_outdated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, setting: str, value: str | int
):
    # Without the sources of this checkout, which may change during the test.
    monkeypatch.setattr(frontend, "ROOT", tmp_path)
    folder = tmp_path / ".builds" / "current"
    (folder / "build" / "client").mkdir(parents=True)
    (folder / "build" / "client" / "index.html").write_text("built")
    (folder / "fingerprint").write_text(f"{frontend._hash_sources()} {frontend._hash_packages()}")
    assert frontend.is_fresh()
    before = getattr(get_settings(), setting)
    monkeypatch.setattr(get_settings(), setting, value)
    assert not frontend.is_fresh()
    monkeypatch.setattr(get_settings(), setting, before)
    assert frontend.is_fresh()
