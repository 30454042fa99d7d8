"""The log of commits that changed public data, each with its generation and the tags that it raised."""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from threading import Lock

from sqlalchemy import Connection, event, text
from sqlmodel import Session

from marketplace.core import events
from marketplace.db import tags

TOPIC = "public"
READ_NUMBER = "SELECT number FROM editions"
READ_LOG = "SELECT number, tags FROM cache_changes WHERE number > :position ORDER BY number"
_READ_NUMBER, _READ_LOG = text(READ_NUMBER), text(READ_LOG)
_INCREMENT = text("UPDATE editions SET number = number + 1 RETURNING number")
_APPEND = text("INSERT INTO cache_changes (number, tags) VALUES (:number, :tags)")
_PRUNE = text("DELETE FROM cache_changes WHERE number <= (SELECT number FROM editions) - :kept")
# Marks an entry that repeats earlier ones, so that it is not repeated itself.
_REPEATED = "repeated"
# A process that is further behind discards its cache.
_KEPT = 10_000
# A commit with more tags is not logged, so readers treat everything as changed.
_MOST_TAGS = 10_000
Rows = Sequence[tuple[int, str]]


@event.listens_for(Session, "before_commit")
def _advance(session: Session) -> None:
    if session.in_nested_transaction():
        return
    session.flush()
    if raised := tags.take_raised(connection := session.connection()):
        append(connection, raised)
        events.record(session, TOPIC)


def append(connection: Connection, raised: Iterable[str]) -> None:
    """Advance the generation and log the tags that the transaction raised.

    Call it last, just before the commit: on PostgreSQL, concurrent transactions wait for each other from here on.
    """
    number = connection.execute(_INCREMENT).scalar_one()
    some = sorted(raised)
    # A reader that finds an entry missing treats everything as changed.
    if tags.EVERYTHING not in some and len(some) <= _MOST_TAGS:
        connection.execute(_APPEND, {"number": number, "tags": json.dumps(some)})


def read_number(connection: Connection) -> int:
    """Return the current generation, as the transaction sees it."""
    return connection.execute(_READ_NUMBER).scalar_one()


def read_entries(connection: Connection, position: int) -> Rows:
    """Return the entries after a generation."""
    return [(number, raised) for number, raised in connection.execute(_READ_LOG, {"position": position})]


def repeat(connection: Connection, position: int) -> None:
    """Raise the tags of all commits after a generation again, once the search index contains these commits."""
    rows, number = read_entries(connection, position), read_number(connection)
    if len(rows) < number - position:
        tags.raise_tags(connection, tags.EVERYTHING)
    for _, raised in rows:
        if _REPEATED not in (again := json.loads(raised)):
            tags.raise_tags(connection, _REPEATED, *again)


def prune(db: Session) -> int:
    """Delete all but the newest entries; returns 0, since one call deletes all."""
    db.connection().execute(_PRUNE, {"kept": _KEPT})
    return 0


class ChangeLog:
    """Follows the log in memory, up to the generation `position` (None before the first). Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._changed_at: dict[str, int] = {}
        # Everything before it counts as changed.
        self._start = 0
        self.position: int | None = None

    def follow(self, number: int, read: Callable[[int], Rows]) -> None:
        """Apply the log up to a generation; `read` returns the entries after one."""
        with self._lock:
            position = self.position
            if position is not None and number <= position:
                return
            rows = [row for row in read(position) if row[0] <= number] if position is not None else []
            if position is None or len(rows) != number - position or len(self._changed_at) > _MOST_TAGS:
                # Start over: nothing was read before, or some entries are missing.
                self._changed_at, self._start = {}, number
            else:
                self._changed_at |= {tag: at for at, raised in rows for tag in json.loads(raised)}
            # Set after the tags, so that no other thread sees the new position with the old tags.
            self.position = number

    def is_unchanged(self, since: int, recorded: Collection[str]) -> bool:
        """Return whether something that was read in a generation, with these tags, is still current."""
        if since == self.position:
            return True
        return (
            tags.EVERYTHING not in recorded
            and since >= self._start
            and tags.is_unchanged(recorded, self._changed_at, since)
        )

    def reset(self) -> None:
        """Discard all entries; the next `follow` starts over."""
        with self._lock:
            self._changed_at, self._start, self.position = {}, 0, None
