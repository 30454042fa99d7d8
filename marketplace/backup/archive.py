"""The backup file: a ZIP with tables as JSON lines, photos as they are in the media store, and a manifest.

A ZIP allows random access, reveals a truncated copy at once, and has a checksum for every entry.
"""

import json
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from marketplace.core.errors import RuleBroken
from marketplace.i18n.texts import t

FORMAT = 1
_MANIFEST = "manifest.json"
_SECRET = "secret_key"  # noqa: S105
_TABLES = "tables/"
_MEDIA = "media/"
_COMPRESSION_LEVEL = 4
_CHUNK_BYTES = 1 << 20
# Errors of the library for damaged data. It verifies a checksum only at the end of an entry, so damage shows in many ways.
_DAMAGE_ERRORS = (
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
    """The description of a backup.

    Attributes:
        made_at: time of the backup, ISO 8601 in UTC.
        site: SITE_URL of the site.
        revision: schema revision of the tables.
        secret: fingerprint of the signing key.
        tables: number of rows by table.
        photos: number of objects of the media store.
        format: version of the file format.
    """

    made_at: str
    site: str
    revision: str
    secret: str
    tables: dict[str, int] = field(default_factory=dict)
    photos: int = 0
    format: int = FORMAT


class ArchiveWriter:
    """Writes a backup to a temporary file, and renames it when it is complete."""

    def __init__(self, path: Path):
        self._path = path
        self._temporary = path.with_name(f".{path.name}.{os.getpid()}.part")

    def __enter__(self) -> Self:
        """Create the temporary file.

        Raises:
            OSError: the folder can't be written.
        """
        # Readable by the owner only, because it contains password hashes.
        handle = os.open(self._temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        self._file = os.fdopen(handle, "wb")
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED, compresslevel=_COMPRESSION_LEVEL)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        """Rename the complete file, or delete it after an error."""
        try:
            if kind is None:
                self._zip.close()
                self._file.flush()
                os.fsync(self._file.fileno())
                os.replace(self._temporary, self._path)
        finally:
            # Discard an incomplete file without finishing it, so that a second error does not hide the first.
            self._zip.fp = None
            with suppress(OSError):
                self._file.close()
            self._temporary.unlink(missing_ok=True)

    def write_table(self, name: str, columns: list[str], rows: Iterable[list[Any]]) -> int:
        """Write a table: a line with the column names, then a line for each row. Return the number of rows."""
        count = 0
        with self._zip.open(f"{_TABLES}{name}.jsonl", "w", force_zip64=True) as entry:
            entry.write(_line(columns))
            for row in rows:
                entry.write(_line(row))
                count += 1
        return count

    def write_photo(self, key: str, data: bytes) -> None:
        """Write an object of the media store, uncompressed, because photos are compressed already."""
        self._zip.writestr(zipfile.ZipInfo(_MEDIA + key), data, zipfile.ZIP_STORED)

    def write_secret(self, secret: str) -> None:
        """Write the signing key, if the site stores it in the data folder."""
        self._zip.writestr(_SECRET, secret)

    def write_manifest(self, manifest: Manifest) -> None:
        """Write the manifest. Call it last, when everything is counted."""
        self._zip.writestr(_MANIFEST, json.dumps(asdict(manifest), indent=2))


class Archive:
    """Reads a backup.

    Raises:
        RuleBroken: from the constructor, if the file can't be read or is not a complete backup of a known format; from all
            reading methods, if an entry is damaged.
    """

    def __init__(self, path: Path):
        self._path = path
        try:
            self._zip = zipfile.ZipFile(path)
            manifest = json.loads(self._zip.read(_MANIFEST))
            if manifest.get("format", 0) > FORMAT:
                raise RuleBroken(t("{file} was made by a newer version of this program. Update it first.", file=path))
            self.manifest = Manifest(**manifest)
        except OSError as error:
            raise RuleBroken(t("{file} can't be read ({reason}).", file=path, reason=error.strerror)) from None
        except (*_DAMAGE_ERRORS, TypeError, AttributeError):
            raise RuleBroken(t("{file} is not a complete backup of a marketplace.", file=path)) from None

    def read_table(self, name: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table as dicts. The checksum is verified before the first row."""
        path = f"{_TABLES}{name}.jsonl"
        with self._translate_damage():
            with self._zip.open(path) as entry:
                while entry.read(_CHUNK_BYTES):
                    pass
            with self._zip.open(path) as entry:
                columns = json.loads(entry.readline())
                for line in entry:
                    yield dict(zip(columns, json.loads(line), strict=True))

    def photo_keys(self, is_key: Callable[[str], bool]) -> list[str]:
        """Return the keys of all objects in the backup.

        Args:
            is_key: whether a text is a valid key of the media store.

        Raises:
            RuleBroken: an invalid name, for example a path outside of the store, or a symbolic link.
        """
        entries = [entry for entry in self._zip.infolist() if entry.filename.startswith(_MEDIA)]
        for entry in entries:
            if not is_key(entry.filename.removeprefix(_MEDIA)) or stat.S_ISLNK(entry.external_attr >> 16):
                name = ascii(entry.filename)
                raise RuleBroken(t("{file} is not a backup: it contains {name}.", file=self._path, name=name))
        return [entry.filename.removeprefix(_MEDIA) for entry in entries]

    def read_photo(self, key: str) -> bytes:
        """Return the bytes of an object."""
        with self._translate_damage():
            return self._zip.read(_MEDIA + key)

    def read_secret(self) -> str:
        """Return the signing key; empty if the site did not store it in the data folder."""
        with self._translate_damage():
            return self._zip.read(_SECRET).decode() if _SECRET in self._zip.namelist() else ""

    @contextmanager
    def _translate_damage(self) -> Iterator[None]:
        try:
            yield
        except _DAMAGE_ERRORS as error:
            raise RuleBroken(t("{file} is damaged: {reason}", file=self._path, reason=error)) from None

    def close(self) -> None:
        """Close the file."""
        self._zip.close()


def _line(values: list[Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
