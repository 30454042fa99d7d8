"""Objects of the store, copied several at a time: over a network most of the time is waiting."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

from marketplace.backup.archive import Archive, ArchiveWriter
from marketplace.domain.media import naming
from marketplace.integrations.storage import Store

_AT_ONCE = 8
_BATCH = 32
Progress = Callable[[int], None]
Item = TypeVar("Item")


def stored_keys(store: Store) -> list[str]:
    """Every object that the marketplace put there."""
    return sorted(found.key for found in store.list() if naming.digest_of_key(found.key))


def copy_out(store: Store, keys: Sequence[str], archive: ArchiveWriter, progress: Progress) -> int:
    """Write objects into a backup; how many. One that was removed meanwhile was an orphan already."""
    count = 0
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for batch in _batches(keys):
            for key, data in zip(batch, pool.map(store.read, batch), strict=True):
                if data is not None:
                    archive.write_photo(key, data)
                    count += 1
            progress(len(batch))
    return count


def copy_in(archive: Archive, store: Store, progress: Progress) -> None:
    """Write the objects of a backup into the store; what is there already stays."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for batch in _batches(archive.photo_keys()):
            bytes_of = [archive.read_photo(key) for key in batch]
            # The list waits for all of them, and raises what the first that failed raised.
            list(pool.map(store.put, batch, bytes_of, map(_media_type, batch)))
            progress(len(batch))


def _media_type(key: str) -> str:
    return "application/pdf" if key.endswith(".pdf") else "image/webp"


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    rest = iter(items)
    while batch := list(islice(rest, _BATCH)):
        yield batch
