"""A search index for tests: in memory, brought up to date before each search."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def index_of_test(monkeypatch: pytest.MonkeyPatch, *, logged: bool) -> Iterator[None]:
    """Search an empty index in memory.

    Args:
        logged: follow the log of committed changes; else see what the test's one transaction has written so far.
    """
    from marketplace.db import database
    from marketplace.domain.listings import changes
    from marketplace.domain.search import projection
    from marketplace.integrations import search_index

    noted: set[int | None] = set()

    class Index(search_index.SearchIndex):
        position = 0

        def searcher(self):
            with database.new_session() as session:
                if logged:
                    self.follow(session.connection())
                elif noted:
                    self.write(session.connection(), noted)
                    noted.clear()
            return super().searcher()

        def follow(self, connection) -> None:
            batch = changes.read(connection, self.position)
            if batch is not None:
                self.write(connection, {None} if batch.everything else set(batch.numbers))
                self.position = batch.position

        def write(self, connection, numbers: set[int | None]) -> None:
            writer = self.writer()
            if None in numbers:
                writer._writer.delete_all_documents()
                for entries in projection.all_entries(connection):
                    writer.add(entries)
            else:
                projection.write_listings(connection, writer, {number for number in numbers if number is not None})
            writer.commit()
            writer.close()
            self.reload()

    original = changes.note

    def note(db, numbers: Iterable[int | None]) -> None:
        numbers = list(numbers)
        noted.update(numbers)
        original(db, numbers)

    monkeypatch.setattr(changes, "note", note)
    search_index.set_index(Index())
    yield
    search_index.set_index(None)
