"""The search index on disk: one folder for each index version, and a lock for the single writer."""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from marketplace.integrations.search_index.schema import VERSION

_POSITION = "position.json"
_LOCK = "indexer.lock"
_PERCENT = "percent"
META = "meta.json"


class IndexLocked(RuntimeError):
    """Another process on this machine is the indexer."""


class IndexFolder:
    """DATA_DIR/search, with a subfolder for each index version.

    Only the process that holds `lock()` may write. An index is built in a separate folder and renamed when it is complete, so
    that readers never see a partial one. Until then they use the index of another version, if there is one.
    """

    def __init__(self, root: Path, version: int = VERSION):
        self.root = root
        self.path = root / f"v{version}"
        self.building = root / f"v{version}.building"

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the lock of this machine's only indexer. The kernel releases it if the process dies.

        Raises:
            IndexLocked: another process holds the lock.
        """
        self.root.mkdir(parents=True, exist_ok=True)
        with (self.root / _LOCK).open("a+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise IndexLocked from error
            yield

    @property
    def position(self) -> int | None:
        """Return the id of the last change that the index contains; None if there is no complete one."""
        return read_position(self.path)

    @property
    def served(self) -> Path | None:
        """Return the folder to search: of this version, or of another one until this one is built; None if there is none."""
        if (self.path / META).is_file():
            return self.path
        others = (path for path in self.root.glob("v*[0-9]") if read_position(path) is not None)
        return max(others, key=lambda path: int(path.name[1:]), default=None)

    @property
    def percent_built(self) -> int | None:
        """Return the percentage of the next index that is built; None while none is being built."""
        try:
            return int((self.building / _PERCENT).read_text())
        except (OSError, ValueError):
            return None

    def report_percent(self, percent: int) -> None:
        """Record for other processes how much of the next index is built."""
        (self.building / _PERCENT).write_text(str(percent))

    def start_building(self) -> Path:
        """Return an empty folder to build an index in. The files of an interrupted build are deleted."""
        shutil.rmtree(self.building, ignore_errors=True)
        self.building.mkdir(parents=True)
        return self.building

    def finish_building(self, position: int) -> None:
        """Replace the current index with the built one, then delete indexes of other versions."""
        write_position(self.building, position)
        replaced = self.root / f"{self.path.name}.replaced"
        shutil.rmtree(replaced, ignore_errors=True)
        with suppress(FileNotFoundError):
            os.replace(self.path, replaced)
        os.replace(self.building, self.path)
        for other in self.root.iterdir():
            if other.is_dir() and other != self.path:
                shutil.rmtree(other, ignore_errors=True)


def write_position(path: Path, position: int) -> None:
    """Record the last change that the index in `path` contains.

    Call it after committing the index. If the process dies in between, the same changes are applied again, which is harmless.
    """
    new_file = path / f"{_POSITION}.new"
    with new_file.open("w", encoding="utf-8") as file:
        json.dump({"position": position}, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new_file, path / _POSITION)


def read_position(path: Path) -> int | None:
    """Return the id of the last change that the index in `path` contains; None if it is missing, incomplete or damaged."""
    if not (path / META).is_file():
        return None
    try:
        value = json.loads((path / _POSITION).read_text(encoding="utf-8"))["position"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return value if isinstance(value, int) else None
