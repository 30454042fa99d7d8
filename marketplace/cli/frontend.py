"""The production front end: built when what it is made from has changed, and only then."""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from marketplace.errors import ConfigurationError
from marketplace.settings import ROOT, get_settings

WEB = ROOT / ".web"
STATIC = WEB / "build" / "client"
_STAMP = WEB / "build" / "fingerprint"
_SOURCES = ("rxconfig.py", "constraints.txt", "assets", "marketplace")
_LOCK = "reflex.lock"
# `external` holds links that the build itself makes.
_NOT_COMPILED_IN = {"api", "cli", "demo", "documents", "external", "integrations"}
# Pages are made with these and hold what they were, so they belong to the build. A test notes which ones pages read.
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
    """The environment of Reflex's commands: Node from the virtual environment, no outside calls."""
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
        for found in sorted(path.rglob("*")) if path.is_dir() else ():
            inside = found.relative_to(path)
            if found.is_file() and "__pycache__" not in inside.parts and inside.parts[0] not in _NOT_COMPILED_IN:
                yield found


def _digest(paths: Iterable[Path], *values: str) -> str:
    digest = hashlib.sha256("\0".join(values).encode())
    for path in paths:
        digest.update(f"{path.relative_to(ROOT)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _sources() -> str:
    settings = get_settings()
    values = [f"{name}={getattr(settings, name)}" for name in COMPILED_SETTINGS]
    return _digest(_files(*_SOURCES), sys.version, *values)


def _packages() -> str:
    # A build may complete the lock files, so what it left is what it was made with.
    return _digest(_files(_LOCK))


def is_fresh() -> bool:
    """Whether the build that is there was made from what is here."""
    if not (_STAMP.exists() and (STATIC / "index.html").exists()):
        return False
    return _STAMP.read_text() == f"{_sources()} {_packages()}"


def build() -> None:
    """Build where stale; two processes starting at once build once.

    Raises:
        ConfigurationError: the build failed; its last lines are in the message.
    """
    if is_fresh():
        return
    # A lock inside of `.web` would go with it: a first build makes that folder anew.
    with (ROOT / "rxconfig.py").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_fresh():
            return
        print("Building the front end (about half a minute).", flush=True)
        sources = _sources()
        _STAMP.unlink(missing_ok=True)
        done = subprocess.run(
            [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip", "--loglevel", "warning"],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0 or not (STATIC / "index.html").exists():
            last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-25:])
            raise ConfigurationError(f"The front end could not be built:\n{last}")
        _STAMP.write_text(f"{sources} {_packages()}")
