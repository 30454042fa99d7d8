"""The media store: a local folder, or an S3-compatible store if MEDIA_URL is set, both through obstore."""

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

from marketplace.core.errors import ConfigurationError, Unavailable
from marketplace.settings import get_settings

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig, S3Config  # exist for type checkers only

_CHUNK_BYTES = 256 * 1024
# Shorter than the defaults of minutes, because a request waits for the result.
_RETRY: "RetryConfig" = {"max_retries": 2, "retry_timeout": timedelta(seconds=10)}
_TIMEOUTS: "ClientConfig" = {"connect_timeout": "3s", "timeout": "30s"}
log = structlog.get_logger()


class StoreUnavailable(Unavailable):
    """The store does not answer, or is full; the reason, in the words of the store, is for the log and the command line."""

    def __init__(self, reason: str):
        super().__init__()
        self.reason = reason


@contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except (NotFoundError, FileNotFoundError):
        raise
    except (BaseError, OSError) as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        log.error("store_unavailable", error=reason)
        raise StoreUnavailable(reason) from error


@dataclass(frozen=True, slots=True)
class StoredObject:
    """An entry of a listing. `modified_at` is aware, in UTC."""

    key: str
    modified_at: datetime


class Store(Protocol):
    """Objects by key, for example `3f/3f2a…-800.webp`. Writing an object is atomic and replaces an existing one."""

    def put(self, key: str, data: bytes, media_type: str) -> None:
        """Write an object."""
        ...

    def read(self, key: str) -> bytes | None:
        """Return the object's bytes; None if it does not exist."""
        ...

    def modified_at(self, key: str) -> datetime | None:
        """Return when the object was last written; None if it does not exist."""
        ...

    def delete(self, keys: Sequence[str]) -> None:
        """Delete objects; missing ones are ignored."""
        ...

    def list(self, prefix: str = "") -> Iterator[StoredObject]:
        """Yield all objects below the folder `prefix`."""
        ...

    def path(self, key: str) -> Path | None:
        """Return the object's file; None if the store is not a local folder."""
        ...

    async def stream(self, key: str) -> tuple[int, AsyncIterator[bytes]] | None:
        """Return the object's size and its bytes in chunks; None if it does not exist."""
        ...


class ObjectStore:
    """A `Store` on obstore; the folder is where the objects are, if they are in one."""

    def __init__(self, backend: LocalStore | S3Store, folder: Path | None = None):
        self._backend = backend
        self._folder = folder

    def put(self, key: str, data: bytes, media_type: str) -> None:
        """Write an object. Only S3 stores the media type."""
        attributes = None if self._folder else {"Content-Type": media_type}
        with _translate_errors():
            self._backend.put(key, data, use_multipart=False, attributes=attributes)  # pyright: ignore

    def read(self, key: str) -> bytes | None:
        """Return the object's bytes; None if it does not exist."""
        try:
            with _translate_errors():
                return bytes(self._backend.get(key).bytes())
        except (NotFoundError, FileNotFoundError):
            return None

    def modified_at(self, key: str) -> datetime | None:
        """Return when the object was last written; None if it does not exist."""
        try:
            with _translate_errors():
                return self._backend.head(key)["last_modified"]
        except (NotFoundError, FileNotFoundError):
            return None

    def delete(self, keys: Sequence[str]) -> None:
        """Delete objects; missing ones are ignored."""
        for key in keys:
            try:
                with _translate_errors():
                    self._backend.delete(key)
            except (NotFoundError, FileNotFoundError):
                continue

    def list(self, prefix: str = "") -> Iterator[StoredObject]:
        """Yield all objects below the folder `prefix`."""
        with _translate_errors():
            for batch in self._backend.list(prefix or None):
                yield from (StoredObject(entry["path"], entry["last_modified"]) for entry in batch)

    def path(self, key: str) -> Path | None:
        """Return the object's file; None if the store is not a local folder."""
        return self._folder / key if self._folder else None

    async def stream(self, key: str) -> tuple[int, AsyncIterator[bytes]] | None:
        """Return the object's size and its bytes in chunks; None if it does not exist."""
        try:
            with _translate_errors():
                result = await self._backend.get_async(key)
        except (NotFoundError, FileNotFoundError):
            return None
        return result.meta["size"], _chunks(result)


async def _chunks(result) -> AsyncIterator[bytes]:
    async for chunk in result.stream(min_chunk_size=_CHUNK_BYTES):
        yield bytes(chunk)


def make_store(url: str, folder: Path, *, endpoint: str = "", region: str = "us-east-1") -> ObjectStore:
    """Create a store.

    The credentials of S3 are read from the usual AWS_ environment variables.

    Args:
        url: s3://bucket/prefix; empty for the folder.
        folder: used and created if `url` is empty.
        endpoint: URL of an S3-compatible service; empty for AWS.
        region: of the bucket.

    Raises:
        ConfigurationError: `url` is not an S3 URL, or the folder can't be created.
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
        client_options={**_TIMEOUTS, "allow_http": endpoint.startswith("http://")},
        retry_config=_RETRY,
    )
    return ObjectStore(backend)


@lru_cache
def get_store() -> Store:
    """Return the store that the settings select."""
    settings = get_settings()
    return make_store(
        settings.media_url,
        settings.data_dir / "media",
        endpoint=settings.s3_endpoint,
        region=settings.s3_region,
    )
