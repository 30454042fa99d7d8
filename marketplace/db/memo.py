"""Results of slow-changing reads, such as the catalogue, kept in memory until a commit changes what they were read from."""

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from sqlmodel import Session

from marketplace.db import change_log, tags
from marketplace.db.change_log import ChangeLog

Result = TypeVar("Result")
_NUMBER = "generation_of_snapshot"
_log = ChangeLog()
_resets: list[Callable[[], None]] = []


class _Stored(NamedTuple, Generic[Result]):
    """A result with the generation it was read in and the tags of what was read."""

    result: Result
    number: int
    tags: frozenset[str]


def memoized(load: Callable[[Session], Result]) -> Callable[[Session], Result]:
    """Cache an immutable result that depends on nothing but the database, until a commit changes what it read.

    Only `read_only` transactions use cached results: a unit of work may have changed the data itself. The first call in a
    transaction reads the generation, in one statement for all memoized functions.
    """
    stored: list[_Stored[Result]] = []
    lock = Lock()

    @wraps(load)
    def read(db: Session) -> Result:
        if _NUMBER not in db.info:
            return load(db)
        number = _number(db)
        found = next(iter(stored), None)
        if found is None or not _log.is_unchanged(found.number, found.tags):
            with tags.record() as recorded:
                result = load(db)
            found = _Stored(result, number, frozenset(recorded))
            with lock:
                if not stored or stored[0].number <= number:
                    stored[:] = [found]
        tags.depend_on(found.tags)
        return found.result

    _resets.append(stored.clear)
    return read


def allow(db: Session) -> None:
    """Let this session use cached results; it must not write."""
    db.info[_NUMBER] = None


def _number(db: Session) -> int:
    """Return the generation that the session sees, after following the log up to it."""
    if (number := db.info[_NUMBER]) is None:
        connection = db.connection()
        number = db.info[_NUMBER] = change_log.read_number(connection)
        _log.follow(number, lambda position: change_log.read_entries(connection, position))
    return number


def reset() -> None:
    """Discard all results, because the database was replaced."""
    _log.reset()
    for each in _resets:
        each()
