"""The queue that jobs and mails share: one worker claims a row, then settles it with a result or puts it off.

A claim is one conditional UPDATE, so exactly one worker gets each row, on SQLite and on PostgreSQL.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import ColumnElement
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped
from sqlmodel import Session, col, delete, func, or_, select, update

from marketplace.core import clock, events
from marketplace.models import Job, OutboxMail

Row = TypeVar("Row", Job, OutboxMail)
_ERROR_LENGTH = 500


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """When a failed row is tried again.

    Attributes:
        attempts: after so many it is given up.
        backoff_s, backoff_max_s: the wait after the first failure, which doubles with each, and the longest one, in seconds.
    """

    attempts: int
    backoff_s: float
    backoff_max_s: float

    def after(self, attempts: int, problem: str, *, permanent: bool = False) -> dict[str, Any]:
        """Return the columns of a row that failed; `failed_at` is set if it is given up, at once if the failure is permanent."""
        now = clock.now()
        wait = min(self.backoff_s * 2 ** (attempts - 1), self.backoff_max_s)
        return {
            "last_error": problem[:_ERROR_LENGTH],
            "due_at": now + timedelta(seconds=wait),
            "failed_at": now if permanent or attempts >= self.attempts else None,
        }


def _finished_at(table: type[Row]) -> Mapped[datetime | None]:
    return col(table.sent_at if issubclass(table, OutboxMail) else table.done_at)


def open_rows(table: type[Row]) -> list[ColumnElement[bool]]:
    """Conditions of rows that are neither finished nor given up."""
    return [_finished_at(table).is_(None), col(table.failed_at).is_(None)]


def due_rows(table: type[Row], now: datetime) -> list[ColumnElement[bool]]:
    """Conditions of rows that may be claimed now."""
    unclaimed = or_(col(table.locked_until).is_(None), col(table.locked_until) <= now)
    return [*open_rows(table), col(table.due_at) <= now, unclaimed]


def put(db: Session, row: Job | OutboxMail, topic: str) -> bool:
    """Add a row in the running transaction, and wake the topic's workers after it; False if there is a row with the key,
    even a settled one.
    """
    if row.dedupe_key and has_equal(db, row):
        return False
    try:
        with db.begin_nested():
            db.add(row)
    except IntegrityError:
        # Another worker added the same row concurrently.
        if not row.dedupe_key:
            raise
        return False
    events.record(db, topic, subject=row.id)
    return True


def has_equal(db: Session, row: Job | OutboxMail) -> bool:
    """Whether there is a row with the same key."""
    table = type(row)
    return db.exec(select(table.id).where(col(table.dedupe_key) == row.dedupe_key)).first() is not None


def claim(db: Session, table: type[Row], row_id: str, lock_s: float) -> Row | None:
    """Claim a row for so many seconds; None if another worker claimed it first."""
    now = clock.now()
    claimed = db.exec(
        update(table)
        .where(col(table.id) == row_id, *due_rows(table, now))
        .values(locked_until=now + timedelta(seconds=lock_s), attempts=col(table.attempts) + 1)
        .execution_options(synchronize_session=False)
    )
    return db.get(table, row_id, populate_existing=True) if claimed.rowcount == 1 else None


def settle(db: Session, row: Job | OutboxMail, **values: Any) -> bool:
    """Store what became of a claimed row and end the claim, unless it expired and another worker took the row."""
    table = type(row)
    written = db.exec(
        update(table)
        .where(col(table.id) == row.id, col(table.locked_until) == row.locked_until)
        .values({"locked_until": None} | values)
        .execution_options(synchronize_session=False)
    )
    return written.rowcount == 1


def count_open(db: Session, table: type[Row]) -> tuple[int, int]:
    """Count the rows that wait and those that were given up."""
    counts = select(func.count(), func.count(col(table.failed_at))).where(_finished_at(table).is_(None))
    unfinished, failed = db.exec(counts).one()
    return unfinished - failed, failed


def delete_settled(db: Session, table: type[Row], days: int) -> int:
    """Delete rows that finished or were given up at least so many days ago; returns their number."""
    moment = clock.now() - timedelta(days=days)
    return db.exec(delete(table).where(or_(_finished_at(table) < moment, col(table.failed_at) < moment))).rowcount
