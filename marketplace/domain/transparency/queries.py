"""Times of events, without anything that says whose they are."""

from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from marketplace.models import Appeal, AppealStatus, AuditEntry, Grievance, GrievanceKind, Report

_REMOVALS = ("ad.reject", "ad.take_down", "ad.delete", "account.suspend")


def _list_times(db: Session, column: Any, since: datetime, *wanted: Any) -> list[datetime]:
    return list(db.exec(select(column).where(column >= since, *wanted)))


def list_event_times(db: Session, since: datetime) -> dict[str, list[datetime]]:
    """Return the times of events since a moment, by the name of their number in `MonthNumbers`."""
    overturned = col(Appeal.status) == AppealStatus.OVERTURNED
    of_authorities = col(Grievance.kind).in_((GrievanceKind.ORDER, GrievanceKind.ASSISTANCE))
    return {
        "reports": _list_times(db, col(Report.created_at), since),
        "removals": _list_times(db, col(AuditEntry.created_at), since, col(AuditEntry.action).in_(_REMOVALS)),
        "appeals": _list_times(db, col(Appeal.created_at), since),
        "overturned": _list_times(db, col(Appeal.closed_at), since, overturned),
        "grievances": _list_times(db, col(Grievance.created_at), since, ~of_authorities),
        "orders": _list_times(db, col(Grievance.created_at), since, of_authorities),
    }


def list_answer_times(db: Session, since: datetime) -> list[tuple[datetime, datetime]]:
    """Return when each report that was answered since a moment came in, and when it was answered."""
    answered = select(Report.created_at, Report.resolved_at).where(col(Report.resolved_at) >= since)
    return [(came, done) for came, done in db.exec(answered) if done is not None]
