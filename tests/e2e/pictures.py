"""Caches the demo pictures for all servers that the tests start."""

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ROOT = Path(__file__).parent.parent.parent
_DRAWING = _ROOT / "marketplace" / "demo" / "pictures"
_PARTS = ("demo-pictures.json", "media")


def _cache_folder() -> Path:
    # If the drawing code changes, its pictures go to another folder.
    sources = sorted(_DRAWING.rglob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
    return _ROOT / "test-results" / f"pictures-{digest}"


@contextmanager
def with_cached_pictures(data: Path) -> Iterator[None]:
    """Copy the cached pictures into a new data folder. If there are none yet, the block starts a server that draws them.

    Several processes draw them once: the others wait.
    """
    cache = _cache_folder()
    cache.parent.mkdir(exist_ok=True)
    with (cache.parent / "pictures.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if cache.exists():
            fcntl.flock(lock, fcntl.LOCK_UN)
            shutil.copytree(cache, data, copy_function=_link, dirs_exist_ok=True)
        yield
        _store(data)


def _store(data: Path) -> None:
    cache = _cache_folder()
    if cache.exists() or not all((data / part).exists() for part in _PARTS):
        return
    part = Path(tempfile.mkdtemp(dir=cache.parent))
    index, media = _PARTS
    shutil.copytree(data / media, part / media, copy_function=_link)
    shutil.copy(data / index, part / index)
    try:
        part.rename(cache)
    except OSError:  # another process was first
        shutil.rmtree(part)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copy(source, target)
