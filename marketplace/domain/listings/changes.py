"""The log of changed listings that indexers follow.

Each transaction writes its rows right before it commits, holding the lock of a counter row, so ids rise in commit order:
an indexer that has read up to an id has missed nothing.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import event
from sqlmodel import Session

from marketplace.core import clock
from marketplace.models import metadata
from marketplace.settings import get_settings

_NOTED = "changed_listings"
_changes = metadata.tables["listing_changes"]
_counter = metadata.tables["listing_change_counter"]


class Batch(NamedTuple):
    """Changes that an indexer applies together, up to the id `position`: the keys of the listings, or everything."""

    position: int
    numbers: frozenset[int]
    everything: bool = False


def note(db: Session, numbers: Iterable[int | None]) -> None:
    """Record that listings with these keys (None: all) were written or deleted in this transaction."""
    db.info.setdefault(_NOTED, set()).update(numbers)


def note_everything(db: Session) -> None:
    """Make every indexer rebuild its index, e.g. after a restore from a backup."""
    note(db, [None])


def last_position(connection: sa.Connection) -> int:
    """Id of the newest committed change; 0 if there is none."""
    return connection.scalar(sa.select(_counter.c.last)) or 0


def read(connection: sa.Connection, position: int, *, limit: int = 1_000) -> Batch | None:
    """Up to `limit` changes after a position, or None; everything counts as changed if rows after it were deleted already."""
    statement = sa.select(*_changes.c["id", "listing_number"]).where(_changes.c.id > position)
    rows = connection.execute(statement.order_by(_changes.c.id).limit(limit)).all()
    numbers = {row.listing_number for row in rows}
    if rows and rows[0].id == position + 1 and None not in numbers:
        return Batch(rows[-1].id, frozenset(numbers))
    newest = last_position(connection)
    return Batch(newest, frozenset(), everything=True) if rows or newest != position else None


def prune_changes(db: Session) -> int:
    """Delete all but the newest SEARCH_CHANGES_KEPT changes, behind which an indexer rebuilds its index; returns 0, since
    one call deletes all.
    """
    connection = db.connection()
    oldest = last_position(connection) - get_settings().search_changes_kept
    connection.execute(sa.delete(_changes).where(_changes.c.id <= oldest))
    return 0


@event.listens_for(Session, "before_commit")
def _write(db: Session) -> None:
    # It is also called for each savepoint, after which the transaction may wait for others, who would all wait here.
    if db.in_nested_transaction():
        return
    numbers: Sequence[int | None] = sorted(db.info.pop(_NOTED, ()), key=lambda number: number or 0)
    if not numbers:
        return
    connection = db.connection()
    last = connection.execute(
        sa.update(_counter).values(last=_counter.c.last + len(numbers)).returning(_counter.c.last)
    )
    first = last.scalar_one() - len(numbers) + 1
    if None in numbers:
        # Ids skip ahead, so that no index of an earlier state of the database has the same position.
        first = max(first, round(clock.now().timestamp() * 1_000))
        connection.execute(sa.update(_counter).values(last=first + len(numbers) - 1))
    rows = [{"id": first + at, "listing_number": number} for at, number in enumerate(numbers)]
    connection.execute(sa.insert(_changes), rows)


@event.listens_for(Session, "after_rollback")
def _forget(db: Session) -> None:
    db.info.pop(_NOTED, None)
