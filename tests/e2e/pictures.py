"""Caches the demo pictures for all servers that the tests start."""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

_ROOT = Path(__file__).parent.parent.parent
_DRAWING = _ROOT / "marketplace" / "demo" / "pictures"
_PARTS = ("demo-pictures.json", "media")


def _kept() -> Path:
    # Another way of drawing has another folder.
    sources = sorted(_DRAWING.rglob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
    return _ROOT / "test-results" / f"pictures-{digest}"


def lend(data: Path) -> None:
    """Copy the cached pictures into a new data folder."""
    if (kept := _kept()).exists():
        shutil.copytree(kept, data, copy_function=_link, dirs_exist_ok=True)


def keep(data: Path) -> None:
    """Cache the pictures of a data folder whose demo data is loaded."""
    kept = _kept()
    if kept.exists() or not all((data / part).exists() for part in _PARTS):
        return
    kept.parent.mkdir(exist_ok=True)
    part = Path(tempfile.mkdtemp(dir=kept.parent))
    index, media = _PARTS
    shutil.copytree(data / media, part / media, copy_function=_link)
    shutil.copy(data / index, part / index)
    try:
        part.rename(kept)
    except OSError:  # another process was first
        shutil.rmtree(part)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copy(source, target)
