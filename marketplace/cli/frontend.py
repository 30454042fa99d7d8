"""The production build of the front end, repeated only if its sources or settings have changed.

Reflex builds in `.web`, whose files are incomplete meanwhile. A complete build moves to a folder of its own in `.builds`, and the
link `current` is replaced to name it. A server keeps the build that it started with.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from marketplace.core import folder_locks, ids
from marketplace.core.errors import ConfigurationError
from marketplace.settings import ROOT, get_settings

# Below Reflex's working folder: the compiled files, and what Reflex reads when it serves them.
_CLIENT = Path("build", "client")
_BACKEND = Path("backend")
# In the folder of a build: what it was built from, and the scripts that it keeps of the build before.
_FINGERPRINT = "fingerprint"
_INHERITED = "inherited"
_SOURCES = ("rxconfig.py", "constraints.txt", "assets", "marketplace")
_PAGES = ROOT / "marketplace" / "web" / "pages"
_LOCK = "reflex.lock"
# Folders below assets/ and marketplace/ that do not influence the build. The build itself creates links in `external`.
_EXCLUDED_FOLDERS = {"api", "cli", "demo", "external", "integrations", "ssr"}
# Settings whose values are compiled into the pages. A test checks that the list is complete.
COMPILED_SETTINGS = (
    "site_name",
    "support_url",
    "contact",
    "ad_timezone",
    "home_counter",
    "home_claim",
    "home_section_size",
    "recently_viewed",
    "password_min_length",
    "staff_password_min_length",
    "message_max_length",
    "max_photos_per_message",
    "max_images_per_ad",
    "image_max_mb",
    "image_max_px",
    "login_close_ms",
    "chat_scroll_ms",
    "poll_header_s",
    "poll_dashboard_s",
)


def environment() -> dict[str, str]:
    """Return the environment for Reflex's commands: Node from the virtual environment, no telemetry."""
    return {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "REFLEX_USE_NPM": "1",
        "REFLEX_TELEMETRY_ENABLED": "false",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "REACT_ROUTER_DISABLE_TELEMETRY": "1",
    }


def _files(*names: str) -> Iterator[Path]:
    for name in names:
        path = ROOT / name
        if path.is_file():
            yield path
        for file in sorted(path.rglob("*")) if path.is_dir() else ():
            relative = file.relative_to(path)
            if file.is_file() and "__pycache__" not in relative.parts and relative.parts[0] not in _EXCLUDED_FOLDERS:
                yield file


def _digest(paths: Iterable[Path], *values: str) -> str:
    digest = hashlib.sha256("\0".join(values).encode())
    for path in paths:
        digest.update(f"{path.relative_to(ROOT)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _hash_sources() -> str:
    settings = get_settings()
    values = [f"{name}={getattr(settings, name)}" for name in COMPILED_SETTINGS]
    return _digest(_files(*_SOURCES), sys.version, *values)


def _hash_packages() -> str:
    # Hashed after the build, because the build may complete the lock files.
    return _digest(_files(_LOCK))


def find_folder(page: str) -> str:
    """Return the folder of `web/pages` that is named or has the route, e.g. `static` of `about`.

    Raises:
        ConfigurationError: there is no such page; the message lists the folders.
    """
    folders = sorted(path.parent.name for path in _PAGES.glob("*/page.py"))
    if page in folders:
        return page
    # Imports every page, which takes seconds.
    from marketplace.web.page_registry import list_pages

    for folder in folders:
        if any(each.route.strip("/") == page.strip("/") for each in list_pages(folder)):
            return folder
    raise ConfigurationError(f"There is no page {page}. Name a route or a folder of web/pages: {', '.join(folders)}.")


def _web() -> Path:
    return ROOT / ".web"


def _builds() -> Path:
    return ROOT / ".builds"


def _current() -> Path:
    return _builds() / "current"


def is_built() -> bool:
    """Return whether there is a build, even an outdated one."""
    return (_current() / _CLIENT / "index.html").exists()


def is_fresh() -> bool:
    """Return whether the existing build matches the current sources and settings."""
    if not is_built():
        return False
    return (_current() / _FINGERPRINT).read_text() == f"{_hash_sources()} {_hash_packages()}"


def use_current() -> Path:
    """Return the folder of the current build, which is then kept for as long as this process or its children run."""
    folder = _current().resolve()
    # Keeps `_delete_unused` away.
    folder_locks.hold(folder)
    return folder


def build() -> None:
    """Build the front end if it is outdated. Concurrent processes build only once; running servers keep their build.

    Raises:
        ConfigurationError: the build failed; the message contains its last lines.
    """
    if is_fresh():
        return
    # Not a lock file inside of `.web`, because the first build creates that folder anew.
    with (ROOT / "rxconfig.py").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_fresh():
            return
        print("Building the front end (about half a minute).", flush=True)
        sources = _hash_sources()
        result = subprocess.run(
            [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip", "--loglevel", "warning"],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode != 0 or not (_web() / _CLIENT / "index.html").exists():
            last_lines = "\n".join((result.stdout + result.stderr).strip().splitlines()[-25:])
            raise ConfigurationError(f"The front end could not be built:\n{last_lines}")
        _switch_to(_store(f"{sources} {_hash_packages()}"))
        _delete_unused()


def _store(fingerprint: str) -> Path:
    """Move what Reflex built into a new folder in `.builds`."""
    folder = _builds() / ids.new_id()
    folder.mkdir(parents=True)
    shutil.move(_web() / _CLIENT, folder / _CLIENT)
    if (_web() / _BACKEND).exists():
        shutil.copytree(_web() / _BACKEND, folder / _BACKEND)
    _inherit_scripts(_current().resolve(), folder)
    (folder / _FINGERPRINT).write_text(fingerprint)
    return folder


def _inherit_scripts(previous: Path, folder: Path) -> None:
    """Copy the hashed files that the build before made itself, for tabs that are still open; not those that it inherited."""
    assets, older = folder / _CLIENT / "assets", previous / _CLIENT / "assets"
    if not older.is_dir():
        return
    inherited = set((previous / _INHERITED).read_text().split("\n")) if (previous / _INHERITED).exists() else set()
    assets.mkdir(exist_ok=True)
    kept = [file.name for file in older.iterdir() if file.name not in inherited and not (assets / file.name).exists()]
    for name in kept:
        shutil.copy2(older / name, assets / name)
    (folder / _INHERITED).write_text("\n".join(kept))


def _switch_to(folder: Path) -> None:
    link = folder.with_suffix(".link")
    link.symlink_to(folder.name)
    link.replace(_current())


def _delete_unused() -> None:
    """Delete the builds that no process serves, and what an interrupted build left."""
    current = _current().resolve()
    for path in _builds().iterdir():
        if path.is_symlink():
            if path != _current():
                path.unlink()
        elif path != current:
            with folder_locks.try_alone(path) as is_unused:
                if is_unused:
                    shutil.rmtree(path)
