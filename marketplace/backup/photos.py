"""Copying of media store objects, several concurrently, because most of the time is spent waiting for the network."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

from marketplace.backup.archive import Archive, ArchiveWriter
from marketplace.domain.media import naming
from marketplace.integrations.storage import Store

_MAX_CONCURRENT = 8
_BATCH = 32
_BATCH_BYTES = 64 * 1024 * 1024
Progress = Callable[[int], None]
Item = TypeVar("Item")


def stored_keys(store: Store) -> list[str]:
    """Return the sorted keys of all objects that the marketplace has stored."""
    return sorted(stored.key for stored in store.list() if naming.is_key(stored.key))


def copy_out(store: Store, keys: Sequence[str], archive: ArchiveWriter, progress: Progress) -> int:
    """Write objects to a backup and return their number. Objects deleted meanwhile are orphans and are skipped."""
    count = 0
    with ThreadPoolExecutor(_MAX_CONCURRENT) as pool:
        for batch in _batches(keys):
            for key, data in zip(batch, pool.map(store.read, batch), strict=True):
                if data is not None:
                    archive.write_photo(key, data)
                    count += 1
            progress(len(batch))
    return count


def copy_in(archive: Archive, store: Store, progress: Progress) -> None:
    """Write the objects of a backup to the store. Other objects in the store are kept.

    Raises:
        RuleBroken: the backup contains an invalid name; nothing was written.
    """
    with ThreadPoolExecutor(_MAX_CONCURRENT) as pool:
        for batch in _batches_of_bytes(archive.photo_keys(naming.is_key), archive.photo_size):
            contents = [archive.read_photo(key) for key in batch]
            # `list` waits for all writes and raises the first error.
            list(pool.map(store.put, batch, contents, map(_media_type, batch)))
            progress(len(batch))


def _media_type(key: str) -> str:
    return "application/pdf" if key.endswith(".pdf") else "image/webp"


def _batches_of_bytes(keys: Iterable[str], size_of: Callable[[str], int]) -> Iterator[list[str]]:
    batch: list[str] = []
    held = 0
    for key in keys:
        if batch and (len(batch) == _BATCH or held + size_of(key) > _BATCH_BYTES):
            yield batch
            batch, held = [], 0
        batch.append(key)
        held += size_of(key)
    if batch:
        yield batch


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    rest = iter(items)
    while batch := list(islice(rest, _BATCH)):
        yield batch
