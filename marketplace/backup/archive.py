"""The file of a backup: a ZIP of tables as lines of JSON, photos as they lie in the store, and a manifest.

A ZIP can be read in any order, tells a cut-off copy at once, and has a checksum for every entry.
"""

import json
import os
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from marketplace.errors import RuleBroken
from marketplace.texts import t

FORMAT = 1
_MANIFEST = "manifest.json"
_SECRET = "secret_key"  # noqa: S105
_TABLES = "tables/"
_MEDIA = "media/"
_LEVEL = 4
_CHUNK = 1 << 20
# What the library raises on bytes that changed: it checks an entry's sum only at its end, so anything may be met before.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    KeyError,
    ValueError,
    NotImplementedError,
    RuntimeError,
)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is in a backup.

    Attributes:
        revision: the schema that the tables have.
        secret: tells whether a site signs with the same key, without telling the key.
        tables: rows of each table.
        photos: how many objects of the store there are.
    """

    made_at: str
    site: str
    revision: str
    secret: str
    tables: dict[str, int] = field(default_factory=dict)
    photos: int = 0
    format: int = FORMAT


class ArchiveWriter:
    """Writes a backup beside its place and puts it there when it is whole."""

    def __init__(self, path: Path):
        self._path = path
        self._unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")

    def __enter__(self) -> Self:
        """Begin.

        Raises:
            OSError: the folder can't be written.
        """
        # Password hashes are in it, so nobody else may read it.
        handle = os.open(self._unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        self._file = os.fdopen(handle, "wb")
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        """Put it in its place, or leave nothing behind."""
        try:
            if kind is None:
                self._zip.close()
                self._file.flush()
                os.fsync(self._file.fileno())
                os.replace(self._unfinished, self._path)
        finally:
            # What is left of the file is thrown away: that it can't be finished must not hide why.
            self._zip.fp = None
            with suppress(OSError):
                self._file.close()
            self._unfinished.unlink(missing_ok=True)

    def write_table(self, name: str, columns: list[str], rows: Iterable[list[Any]]) -> int:
        """A table: a line with its columns, then one for each row; how many rows there were."""
        count = 0
        with self._zip.open(f"{_TABLES}{name}.jsonl", "w", force_zip64=True) as entry:
            entry.write(_line(columns))
            for row in rows:
                entry.write(_line(row))
                count += 1
        return count

    def write_photo(self, key: str, data: bytes) -> None:
        """An object of the store; photos are compressed already."""
        self._zip.writestr(zipfile.ZipInfo(_MEDIA + key), data, zipfile.ZIP_STORED)

    def write_secret(self, secret: str) -> None:
        """The signing key, where it is kept in the data folder and would be lost with it."""
        self._zip.writestr(_SECRET, secret)

    def write_manifest(self, manifest: Manifest) -> None:
        """What is in it; last, when all is counted."""
        self._zip.writestr(_MANIFEST, json.dumps(asdict(manifest), indent=2))


class Archive:
    """Reads a backup. Every method that reads says so where the file is damaged, before anything of the entry is used.

    Raises:
        RuleBroken: the file is not there, can't be read, is damaged, or is no whole backup that this program knows.
    """

    def __init__(self, path: Path):
        self._path = path
        try:
            self._zip = zipfile.ZipFile(path)
            told = json.loads(self._zip.read(_MANIFEST))
            if told.get("format", 0) > FORMAT:
                raise RuleBroken(t("{file} was made by a newer version of this program. Update it first.", file=path))
            self.manifest = Manifest(**told)
        except OSError as error:
            raise RuleBroken(t("{file} can't be read ({reason}).", file=path, reason=error.strerror)) from None
        except (*_BROKEN, TypeError, AttributeError):
            raise RuleBroken(t("{file} is not a whole backup of a marketplace.", file=path)) from None

    def read_table(self, name: str) -> Iterator[dict[str, Any]]:
        """The rows of a table."""
        path = f"{_TABLES}{name}.jsonl"
        with self._damage_told():
            with self._zip.open(path) as entry:
                while entry.read(_CHUNK):
                    pass
            with self._zip.open(path) as entry:
                columns = json.loads(entry.readline())
                for line in entry:
                    yield dict(zip(columns, json.loads(line), strict=True))

    def photo_keys(self) -> list[str]:
        """The keys of all objects in it."""
        names = (entry.filename for entry in self._zip.infolist())
        return [name.removeprefix(_MEDIA) for name in names if name.startswith(_MEDIA)]

    def read_photo(self, key: str) -> bytes:
        """The bytes of an object."""
        with self._damage_told():
            return self._zip.read(_MEDIA + key)

    def read_secret(self) -> str:
        """The signing key; empty where the site kept it elsewhere."""
        with self._damage_told():
            return self._zip.read(_SECRET).decode() if _SECRET in self._zip.namelist() else ""

    @contextmanager
    def _damage_told(self) -> Iterator[None]:
        try:
            yield
        except _BROKEN as error:
            raise RuleBroken(t("{file} is damaged: {reason}", file=self._path, reason=error)) from None

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()


def _line(values: list[Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
