"""Statements on the outbox. A claim is one conditional UPDATE, so of many workers exactly one gets each mail."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, func, or_, select, update

from marketplace.domain.paging import Window
from marketplace.models import OutboxMail


def _is_due(now: datetime) -> list[ColumnElement[bool]]:
    return [
        col(OutboxMail.sent_at).is_(None),
        col(OutboxMail.failed_at).is_(None),
        col(OutboxMail.due_at) <= now,
        or_(col(OutboxMail.locked_until).is_(None), col(OutboxMail.locked_until) <= now),
    ]


def list_due_ids(db: Session, now: datetime, limit: int, *, hurried: bool) -> list[str]:
    """Mails to be sent that nobody is sending: those that can't wait, or these first; of each kind the longest waiting first."""
    due = select(OutboxMail.id).where(*_is_due(now))
    if hurried:
        due = due.where(col(OutboxMail.can_wait).is_(False))
    order = (col(OutboxMail.can_wait), col(OutboxMail.due_at), col(OutboxMail.id))
    return list(db.exec(due.order_by(*order).limit(limit)))


def claim(db: Session, mail_id: str, now: datetime, until: datetime) -> OutboxMail | None:
    """The mail, now this worker's until that time; None when another was quicker."""
    claimed = db.exec(
        update(OutboxMail)
        .where(col(OutboxMail.id) == mail_id, *_is_due(now))
        .values(locked_until=until, attempts=OutboxMail.attempts + 1)
        .execution_options(synchronize_session=False)
    )
    if claimed.rowcount != 1:
        return None
    return db.get(OutboxMail, mail_id, populate_existing=True)


def settle(db: Session, mail: OutboxMail, **values: Any) -> bool:
    """Write what became of a claimed mail, unless the claim lapsed and somebody else took it."""
    written = db.exec(
        update(OutboxMail)
        .where(col(OutboxMail.id) == mail.id, col(OutboxMail.locked_until) == mail.locked_until)
        .values(locked_until=None, **values)
        .execution_options(synchronize_session=False)
    )
    return written.rowcount == 1


def find_by_key(db: Session, dedupe_key: str) -> str | None:
    """Id of the mail with this key."""
    return db.exec(select(OutboxMail.id).where(OutboxMail.dedupe_key == dedupe_key)).first()


def list_troubled(db: Session, window: Window) -> tuple[list[OutboxMail], int]:
    """Mails that failed and are not sent, newest first, and how many there are."""
    troubled = (col(OutboxMail.sent_at).is_(None), col(OutboxMail.last_error) != "")
    total = db.exec(select(func.count()).select_from(OutboxMail).where(*troubled)).one()
    rows = db.exec(
        select(OutboxMail)
        .where(*troubled)
        .order_by(col(OutboxMail.id).desc())
        .offset(window.offset)
        .limit(window.limit)
    )
    return list(rows), total


def count_open(db: Session) -> tuple[int, int]:
    """How many mails are not sent yet, and how many were given up."""
    counts = select(func.count(), func.count(col(OutboxMail.failed_at))).where(col(OutboxMail.sent_at).is_(None))
    unsent, given_up = db.exec(counts).one()
    return unsent - given_up, given_up


def delete_sent_before(db: Session, moment: datetime) -> int:
    """Forget mails sent before the moment; how many there were."""
    return db.exec(delete(OutboxMail).where(col(OutboxMail.sent_at) < moment)).rowcount
