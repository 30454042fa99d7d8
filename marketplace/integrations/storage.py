"""Where uploaded bytes lie: a folder of this machine, or any S3-compatible store (MEDIA_URL), through obstore."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

import structlog
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import LocalStore, S3Store

from marketplace.errors import ConfigurationError, Unavailable
from marketplace.settings import get_settings

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig, S3Config  # exist for type checkers only

_CHUNK = 256 * 1024
# Somebody waits for the answer: better told soon that the store is away than kept for the minutes that are usual.
_RETRY: "RetryConfig" = {"max_retries": 2, "retry_timeout": timedelta(seconds=10)}
_PATIENCE: "ClientConfig" = {"connect_timeout": "3s", "timeout": "30s"}
log = structlog.get_logger()


class StoreAway(Unavailable):
    """The store does not answer, or has no room.

    Attributes:
        reason: what it said, for the log and the command line.
    """

    def __init__(self, reason: str):
        super().__init__()
        self.reason = reason


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (NotFoundError, FileNotFoundError):
        raise
    except (BaseError, OSError) as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        log.error("store_away", error=reason)
        raise StoreAway(reason) from error


@dataclass(frozen=True, slots=True)
class StoredObject:
    """One object as a listing names it; the time is aware, UTC."""

    key: str
    modified_at: datetime


class Store(Protocol):
    """Objects by key, e.g. `3f/3f2a…-800.webp`. An object appears whole or not at all; writing again replaces it."""

    def put(self, key: str, data: bytes, media_type: str) -> None:
        """Write an object."""
        ...

    def read(self, key: str) -> bytes | None:
        """The object's bytes, None when there is none."""
        ...

    def modified_at(self, key: str) -> datetime | None:
        """When the object was last written, None when there is none."""
        ...

    def delete(self, keys: Sequence[str]) -> None:
        """Remove objects; those that are not there are passed over."""
        ...

    def list(self, prefix: str = "") -> Iterator[StoredObject]:
        """All objects whose key begins with whole folders named by `prefix`."""
        ...

    def path(self, key: str) -> Path | None:
        """The object's file, where objects are files of this machine."""
        ...

    async def stream(self, key: str) -> tuple[int, AsyncIterator[bytes]] | None:
        """The object's size and its bytes in pieces, None when there is none."""
        ...


class ObjectStore:
    """A `Store` on obstore; `folder` is set when the objects are local files."""

    def __init__(self, backend: LocalStore | S3Store, folder: Path | None = None):
        self._backend = backend
        self._folder = folder

    def put(self, key: str, data: bytes, media_type: str) -> None:
        """Write an object; only S3 keeps the media type, a folder has the key's extension."""
        attributes = None if self._folder else {"Content-Type": media_type}
        with _told():
            self._backend.put(key, data, use_multipart=False, attributes=attributes)  # pyright: ignore

    def read(self, key: str) -> bytes | None:
        """The object's bytes, None when there is none."""
        try:
            with _told():
                return bytes(self._backend.get(key).bytes())
        except (NotFoundError, FileNotFoundError):
            return None

    def modified_at(self, key: str) -> datetime | None:
        """When the object was last written, None when there is none."""
        try:
            with _told():
                return self._backend.head(key)["last_modified"]
        except (NotFoundError, FileNotFoundError):
            return None

    def delete(self, keys: Sequence[str]) -> None:
        """Remove objects; those that are not there are passed over."""
        for key in keys:
            try:
                with _told():
                    self._backend.delete(key)
            except (NotFoundError, FileNotFoundError):
                continue

    def list(self, prefix: str = "") -> Iterator[StoredObject]:
        """All objects whose key begins with whole folders named by `prefix`."""
        with _told():
            for batch in self._backend.list(prefix or None):
                yield from (StoredObject(found["path"], found["last_modified"]) for found in batch)

    def path(self, key: str) -> Path | None:
        """The object's file, where objects are files of this machine."""
        return self._folder / key if self._folder else None

    async def stream(self, key: str) -> tuple[int, AsyncIterator[bytes]] | None:
        """The object's size and its bytes in pieces, None when there is none."""
        try:
            with _told():
                found = await self._backend.get_async(key)
        except (NotFoundError, FileNotFoundError):
            return None
        return found.meta["size"], _pieces(found)


async def _pieces(found) -> AsyncIterator[bytes]:
    async for piece in found.stream(min_chunk_size=_CHUNK):
        yield bytes(piece)


def make_store(url: str, folder: Path, *, endpoint: str = "", region: str = "us-east-1") -> ObjectStore:
    """A store at an address; an empty one means the folder, which is made.

    Keys of an S3 store come from the usual AWS_ environment variables.

    Raises:
        ConfigurationError: the address is of another kind, or the folder can't be written.
    """
    if not url:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(f"The media folder {folder} can't be written: {error.strerror}.") from None
        return ObjectStore(LocalStore(folder, mkdir=True), folder)
    parts = urlsplit(url)
    if parts.scheme != "s3" or not parts.netloc:
        raise ConfigurationError("MARKETPLACE_MEDIA_URL: must look like s3://bucket/prefix.")
    config: S3Config = {"region": region}
    if endpoint:
        config["endpoint"] = endpoint
    backend = S3Store(
        parts.netloc,
        prefix=parts.path.strip("/") or None,
        config=config,
        client_options={**_PATIENCE, "allow_http": endpoint.startswith("http://")},
        retry_config=_RETRY,
    )
    return ObjectStore(backend)


@lru_cache
def get_store() -> Store:
    """The store of this process."""
    settings = get_settings()
    return make_store(
        settings.media_url,
        settings.data_dir / "media",
        endpoint=settings.s3_endpoint,
        region=settings.s3_region,
    )
