"""Queries on the outbox."""

from datetime import datetime

from sqlmodel import Session, col, func, select

from marketplace.domain.jobs import queue
from marketplace.domain.paging import Window
from marketplace.models import OutboxMail


def list_due_ids(db: Session, now: datetime, limit: int, *, urgent_only: bool) -> list[str]:
    """Return ids of due, unclaimed mails: urgent ones first, then the longest waiting."""
    due = select(OutboxMail.id).where(*queue.due_rows(OutboxMail, now))
    if urgent_only:
        due = due.where(col(OutboxMail.can_wait).is_(False))
    order = (col(OutboxMail.can_wait), col(OutboxMail.due_at), col(OutboxMail.id))
    return list(db.exec(due.order_by(*order).limit(limit)))


def list_troubled(db: Session, window: Window) -> tuple[list[OutboxMail], int]:
    """List unsent mails that failed at least once, newest first, and their number."""
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
