"""Reading and writing a search index, on disk or in memory."""

import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import structlog
import tantivy

from marketplace.db import tags
from marketplace.integrations.search_index.folder import META, IndexFolder
from marketplace.integrations.search_index.schema import SCHEMA, TOKENIZER
from marketplace.settings import get_settings

WRITER_BYTES = 64_000_000
log = structlog.get_logger()


class SearchIndex:
    """An index that this process searches, in memory without a folder. `searcher()` sees the last commit of the indexer, in
    whichever process.
    """

    def __init__(self, folder: IndexFolder | None = None):
        self.folder = folder
        self._lock = threading.Lock()
        self._index = None if folder else open_index()
        self._commit: tuple[Path, int, int] | None = None

    def searcher(self) -> tantivy.Searcher | None:
        """Return a searcher on the newest commit; None while no index has been built."""
        tags.note_read("listings")
        if self.folder is not None:
            self._refresh(self.folder)
        return self._index.searcher() if self._index else None

    def writer(self) -> "Writer":
        """Open a writer on this index, which must be in memory."""
        assert self._index is not None
        return Writer(self._index)

    def reload(self) -> None:
        """Make the commits of a writer of this process visible to `searcher`."""
        if self._index:
            self._index.reload()

    def _refresh(self, folder: IndexFolder) -> None:
        path = folder.served
        try:
            # Tantivy replaces meta.json with each commit.
            stat = (path / META).stat() if path else None
        except FileNotFoundError:
            stat = None
        if path is None or stat is None:
            # Deleted, or being replaced right now: keep searching the open index until there is another.
            return
        commit = (path, stat.st_ino, stat.st_mtime_ns)
        if commit == self._commit:
            return
        with self._lock:
            try:
                if self._index is not None and self._commit and self._commit[0] == path:
                    self._index.reload()
                else:
                    self._index = open_index(path)
            except ValueError as error:
                # Damaged, or of a version with other fields. There is no index until the indexer has rebuilt it.
                log.warning("search_index_unreadable", folder=path.name, error=str(error))
                self._index = None
            self._commit = commit


class Writer:
    """Changes an index. Changes become visible with `commit`."""

    def __init__(self, index: tantivy.Index):
        self._writer = index.writer(heap_size=WRITER_BYTES, num_threads=1)

    def add(self, entries: Iterable[dict[str, Any]]) -> None:
        """Add listings that the index does not contain yet, given by their fields."""
        for entry in entries:
            self._writer.add_document(tantivy.Document.from_dict(entry, SCHEMA))

    def delete(self, numbers: Iterable[int]) -> None:
        """Delete listings by number."""
        for number in numbers:
            self._writer.delete_documents_by_term("number", number)

    def commit(self) -> None:
        """Make the changes durable and visible to readers."""
        self._writer.commit()

    def close(self) -> None:
        """Wait for merges and release Tantivy's lock; uncommitted changes are lost."""
        self._writer.wait_merging_threads()


def open_index(path: Path | None = None) -> tantivy.Index:
    """Open the index in a folder, or create an empty one there; in memory if there is no folder.

    Raises:
        ValueError: the files are damaged or have another schema.
    """
    index = tantivy.Index(SCHEMA, str(path) if path else None)
    # Reload manually; the default starts a thread per index that watches the file.
    index.config_reader("manual")
    index.register_tokenizer(TOKENIZER, tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    return index


_index: SearchIndex | None = None


def get_index() -> SearchIndex:
    """Return the index that this process searches."""
    global _index
    _index = _index or SearchIndex(IndexFolder(get_settings().data_dir / "search"))
    return _index


def set_index(index: SearchIndex | None) -> None:
    """Replace the index that this process searches, for tests; None restores the default."""
    global _index
    _index = index
