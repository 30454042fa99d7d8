"""Whatever setting a page is made with belongs to the build, so that another value of it builds again."""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from marketplace.cli import frontend
from marketplace.settings import get_settings
from tests import servers

# Read on the way, and in no page: `OneBuild` and the files that are served see to that, or the server alone needs it.
NOT_COMPILED_IN = {
    ("rxconfig.py", "host"): "where the server listens",
    ("rxconfig.py", "port"): "compiled in as an address that the page replaces by its own",
    ("rxconfig.py", "redis_url"): "for the server's states",
    ("rxconfig.py", "trusted_proxy_hops"): "for the server",
    ("rxconfig.py", "url"): "whom the server answers; Reflex compiles it into a sitemap only, which is turned off",
    ("marketplace/marketplace.py", "log_level"): "for the server's log",
}
# In a process of its own: what a module reads while it is imported counts as well.
_NOTE = """
import json, sys
from pathlib import Path

from marketplace import settings

names = {*settings.Settings.model_fields}
names |= {name for name, value in vars(settings.Settings).items() if isinstance(value, property)}
read = set()


class Noting(settings.Settings):
    def __getattribute__(self, name):
        reader = Path(sys._getframe(1).f_code.co_filename)
        # What a property is made of is not asked for by a page.
        if name in names and reader != Path(settings.__file__):
            read.add((reader.relative_to(settings.ROOT).as_posix(), name))
        return super().__getattribute__(name)


settings.load = lambda: Noting.model_validate({})
from marketplace.marketplace import app, list_pages

for page in list_pages():
    page.component()
for wrap in app.app_wraps.values():
    wrap(True)
print("read:", json.dumps(sorted(read)))
"""


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """File and setting, for each that is read while all pages are made."""
    done = subprocess.run(
        [sys.executable, "-c", _NOTE],
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


def test_each_setting_that_a_page_is_made_with_belongs_to_the_build(read: set[tuple[str, str]]):
    readers: dict[str, set[str]] = defaultdict(set)
    for file, name in read - NOT_COMPILED_IN.keys():
        readers[name].add(file)
    assert {name: readers[name] for name in readers.keys() - frontend.COMPILED_SETTINGS} == {}


def test_no_other_setting_makes_it_build_again(read: set[tuple[str, str]]):
    assert set(frontend.COMPILED_SETTINGS) - {name for _, name in read} == set()


def test_what_is_left_out_is_read(read: set[tuple[str, str]]):
    assert NOT_COMPILED_IN.keys() - read == set()


@pytest.mark.parametrize(
    ("setting", "value"),
    [("poll_header_s", 31), ("site_url", "https://market.example.org"), ("contact_email", "help@market.example.org")],
)
def test_another_value_is_another_build(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, setting: str, value: str | int
):
    static, stamp = tmp_path / "client", tmp_path / "fingerprint"
    static.mkdir()
    (static / "index.html").write_text("built")
    monkeypatch.setattr(frontend, "STATIC", static)
    monkeypatch.setattr(frontend, "_STAMP", stamp)
    # Of this checkout, where somebody may be writing.
    monkeypatch.setattr(frontend, "_SOURCES", ())
    stamp.write_text(f"{frontend._sources()} {frontend._packages()}")
    assert frontend.is_fresh()
    before = getattr(get_settings(), setting)
    monkeypatch.setattr(get_settings(), setting, value)
    assert not frontend.is_fresh()
    monkeypatch.setattr(get_settings(), setting, before)
    assert frontend.is_fresh()
