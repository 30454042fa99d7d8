"""Reveals reviews: when both sides have written one, or when the time for them is over."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.domain.reviews import notifications, queries
from marketplace.models import PersonReview
from marketplace.settings import get_settings


def closes_at(ended_at: datetime) -> datetime:
    """When the reviews of a deal or rental are revealed, and none can be written any more."""
    return ended_at + timedelta(days=get_settings().review_days)


def reveal(db: Session, rows: Sequence[PersonReview]) -> None:
    """Reveal sealed reviews that the caller has locked, count them, and notify the people they are about."""
    for row in rows:
        row.revealed_at = clock.now()
        db.add(row)
    db.flush()
    queries.add_to_totals(db, [(row.about_id, {"reviews": 1, "stars": row.stars}) for row in rows])
    for row in rows:
        subject = queries.find_subject(db, deal_id=row.deal_id, enquiry_id=row.enquiry_id)
        if subject is not None:
            notifications.notify_revealed(db, row, subject)
            events.record(db, subject.topic, row.writer_id, row.about_id, subject=subject.id)


def reveal_due(db: Session, *, limit: int = 100) -> int:
    """Reveal reviews whose time is over, even if the other side has written none; returns their number."""
    due = queries.lock_sealed(db, PersonReview.reveal_at <= clock.now(), limit=limit)
    reveal(db, due)
    return len(due)
