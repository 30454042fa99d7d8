"""The backup file: a ZIP with tables as JSON lines, photos as they are in the media store, and a manifest.

A ZIP allows random access, reveals a truncated copy at once, and has a checksum for every entry.
"""

import io
import json
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from pydantic import ConfigDict, TypeAdapter

from marketplace.core.errors import RuleBroken
from marketplace.i18n.texts import t

FORMAT = 1
_MANIFEST = "manifest.json"
_SECRET = "secret_key"  # noqa: S105
_TABLES = "tables/"
_MEDIA = "media/"
_COMPRESSION_LEVEL = 4
_CHUNK_BYTES = 1 << 20
# Each row was stored by a few requests of at most BODY_MAX_BYTES. These limits bound the memory of reading one.
_MAX_LINE_BYTES = 8 * 1024 * 1024
_MAX_LINE_VALUES = 500_000
_MAX_MANIFEST_BYTES = 1024 * 1024
_MAX_SECRET_BYTES = 4096
_MAX_PHOTO_BYTES = 64 * 1024 * 1024
# Other methods of ZIP need memory that the file itself asks for.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
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

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    made_at: str
    site: str
    revision: str
    secret: str
    tables: dict[str, int] = field(default_factory=dict)
    photos: int = 0
    format: int = FORMAT


_MANIFEST_TYPE = TypeAdapter(Manifest)


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
        """Write a table: a line with the column names, then a line for each row. Return the number of rows.

        Raises:
            RuleBroken: a row is too large to be restored.
        """
        count = 0
        with self._zip.open(_table_path(name), "w", force_zip64=True) as entry:
            entry.write(_line(columns))
            for row in rows:
                count += 1
                line = _line(row)
                if problem := _find_excess(line):
                    raise RuleBroken(
                        t(
                            "The table {table} can't be backed up: {reason}.",
                            table=name,
                            reason=f"row {count} {problem}",
                        )
                    )
                entry.write(line)
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
            self._entries = {entry.filename: entry for entry in self._zip.infolist()}
            raw = self._read(_MANIFEST, _MAX_MANIFEST_BYTES)
            if json.loads(raw).get("format", 0) > FORMAT:
                raise RuleBroken(t("{file} was made by a newer version of this program. Update it first.", file=path))
            self.manifest = _MANIFEST_TYPE.validate_json(raw, strict=True)
        except OSError as error:
            raise RuleBroken(t("{file} can't be read ({reason}).", file=path, reason=error.strerror)) from None
        except (*_DAMAGE_ERRORS, TypeError, AttributeError):
            raise RuleBroken(t("{file} is not a complete backup of a marketplace.", file=path)) from None
        self._check_entries()

    def _check_entries(self) -> None:
        """Refuse everything that `ArchiveWriter` does not write, so that nothing is passed over."""
        known = {_MANIFEST, _SECRET, *map(_table_path, self.manifest.tables)}
        seen: set[str] = set()
        for entry in self._zip.infolist():
            is_known = entry.filename in known or entry.filename.startswith(_MEDIA)
            is_file = not stat.S_ISLNK(entry.external_attr >> 16) and entry.compress_type in _METHODS
            if not is_known or not is_file or entry.filename in seen:
                raise self._unexpected(entry.filename)
            seen.add(entry.filename)

    def _unexpected(self, name: str) -> RuleBroken:
        return RuleBroken(t("{file} is not a backup: it contains {name}.", file=self._path, name=ascii(name)))

    def _read(self, name: str, most: int) -> bytes:
        # The library reads no more than the declared size.
        if self._entries[name].file_size > most:
            raise ValueError(f"{name} is larger than {most} bytes")
        return self._zip.read(name)

    def read_table(self, name: str, columns: Collection[str]) -> Iterator[tuple[dict[str, Any], int]]:
        """Verify the checksum, then yield the rows of a table as dicts, with their sizes in bytes; the table must have these columns."""
        path = _table_path(name)
        with self._translate_damage():
            with self._zip.open(path) as entry:
                while entry.read(_CHUNK_BYTES):
                    pass
            with self._zip.open(path) as entry, io.BufferedReader(entry, _CHUNK_BYTES) as lines:  # pyright: ignore
                names: list[str] | None = None
                for number, line in enumerate(iter(lambda: lines.readline(_MAX_LINE_BYTES + 1), b""), start=1):
                    values = self._parse_line(line, name, number)
                    if names is None:
                        names = values
                        if not all(isinstance(each, str) for each in names) or sorted(names) != sorted(columns):
                            raise ValueError(f"the columns of {name} are not those of its version")
                    elif len(values) != len(names):
                        raise ValueError(f"line {number} of {name} is incomplete")
                    else:
                        yield dict(zip(names, values, strict=True)), len(line)

    def _parse_line(self, line: bytes, table: str, number: int) -> list[Any]:
        if problem := _find_excess(line):
            raise ValueError(f"line {number} of {table} {problem}")
        try:
            values = json.loads(line)
        except (ValueError, RecursionError):
            values = None
        if not isinstance(values, list):
            raise ValueError(f"line {number} of {table} is not a list in JSON")
        return values

    def photo_keys(self, is_key: Callable[[str], bool]) -> list[str]:
        """Return the keys of all objects in the backup, of which each must satisfy `is_key`.

        Raises:
            RuleBroken: an invalid name, for example a path outside of the store.
        """
        names = [name for name in self._entries if name.startswith(_MEDIA)]
        for name in names:
            if not is_key(name.removeprefix(_MEDIA)):
                raise self._unexpected(name)
        return [name.removeprefix(_MEDIA) for name in names]

    def photo_size(self, key: str) -> int:
        """Return the number of bytes of an object."""
        return self._entries[_MEDIA + key].file_size

    def read_photo(self, key: str) -> bytes:
        """Return the bytes of an object."""
        with self._translate_damage():
            return self._read(_MEDIA + key, _MAX_PHOTO_BYTES)

    def read_secret(self) -> str:
        """Return the signing key; empty if the site did not store it in the data folder."""
        with self._translate_damage():
            return self._read(_SECRET, _MAX_SECRET_BYTES).decode() if _SECRET in self._entries else ""

    @contextmanager
    def _translate_damage(self) -> Iterator[None]:
        try:
            yield
        except _DAMAGE_ERRORS as error:
            raise RuleBroken(t("{file} is damaged: {reason}", file=self._path, reason=error)) from None

    def close(self) -> None:
        """Close the file."""
        self._zip.close()


def _table_path(name: str) -> str:
    return f"{_TABLES}{name}.jsonl"


def _find_excess(line: bytes) -> str:
    """Return how a line exceeds the limits of a row; empty if it does not."""
    if len(line) > _MAX_LINE_BYTES:
        return f"is longer than {_MAX_LINE_BYTES // 1024**2} MB"
    if sum(map(line.count, (b",", b"[", b"{"))) > _MAX_LINE_VALUES:
        return f"has more than {_MAX_LINE_VALUES:,} values"
    return ""


def _line(values: list[Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
