"""Queries of cases; the domain functions check that the caller is a moderator."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, and_, col, delete, or_, select

from marketplace.db.upsert import insert_or_update
from marketplace.models import (
    Account,
    AccountKind,
    AccountStatus,
    Ad,
    AdStatus,
    Appeal,
    AppealStatus,
    Assignment,
    CannedReply,
    CaseKind,
    Grievance,
    GrievanceStatus,
    InternalNote,
    ReplyPurpose,
    Report,
    ReportStatus,
)

# The id column of each kind of case, and the condition under which such a case is open.
_CASES: dict[CaseKind, tuple[Any, ColumnElement[bool]]] = {
    CaseKind.AD: (Ad.id, and_(col(Ad.status) != AdStatus.DELETED, col(Ad.review_waiting_since).is_not(None))),
    CaseKind.REPORT: (Report.id, col(Report.status) == ReportStatus.OPEN),
    CaseKind.APPEAL: (Appeal.id, col(Appeal.status) == AppealStatus.OPEN),
    CaseKind.GRIEVANCE: (Grievance.id, col(Grievance.status) == GrievanceStatus.OPEN),
    # An account is never an open case.
    CaseKind.ACCOUNT: (Account.id, col(Account.id).is_(None)),
}


def is_open(db: Session, kind: CaseKind, case_id: str) -> bool | None:
    """Whether a case is open; None if there is no such case."""
    key, waits = _CASES[kind]
    return db.exec(select(waits).where(key == case_id)).one_or_none()


def take(db: Session, kind: CaseKind, case_id: str, account_id: str, expires_at: datetime, *, held: Any) -> bool:
    """Assign a case that is free, or whose assignment fulfils the condition `held`; returns whether it was assigned."""
    statement = insert_or_update(db, Assignment).values(
        kind=kind, case_id=case_id, account_id=account_id, expires_at=expires_at
    )
    statement = statement.on_conflict_do_update(
        index_elements=["kind", "case_id"], set_={"account_id": account_id, "expires_at": expires_at}, where=held
    )
    return bool(db.execute(statement.returning(col(Assignment.case_id))).all())


def list_assignments(
    db: Session, kind: CaseKind, case_ids: Collection[str], now: datetime
) -> list[tuple[Assignment, str]]:
    """List the assignments of these cases that have not expired, each with the moderator's username."""
    if not case_ids:
        return []
    rows = db.exec(
        select(Assignment, Account.username)
        .join(Account, col(Account.id) == Assignment.account_id)
        .where(Assignment.kind == kind, col(Assignment.case_id).in_(case_ids), col(Assignment.expires_at) > now)
    )
    return list(rows)


def taken(kind: CaseKind, now: datetime, account_id: str = "") -> Any:
    """Select the ids of the cases that somebody, or this account, works on."""
    whose = [Assignment.account_id == account_id] if account_id else []
    return select(Assignment.case_id).where(Assignment.kind == kind, col(Assignment.expires_at) > now, *whose)


def delete_assignment(db: Session, kind: CaseKind, case_id: str, account_id: str = "") -> None:
    """Delete the assignment of a case; with an account id, only if it is this account's."""
    whose = [col(Assignment.account_id) == account_id] if account_id else []
    db.exec(delete(Assignment).where(col(Assignment.kind) == kind, col(Assignment.case_id) == case_id, *whose))


def delete_expired(db: Session, before: datetime) -> int:
    """Delete the assignments that expired before a moment; returns their number."""
    return db.exec(delete(Assignment).where(col(Assignment.expires_at) < before)).rowcount


def list_staff(db: Session) -> list[tuple[str, str]]:
    """List the ids and usernames of the active moderators and administrators, by name."""
    active = (Account.kind == AccountKind.ADMIN, Account.status == AccountStatus.ACTIVE)
    return list(db.exec(select(Account.id, Account.username).where(*active).order_by(col(Account.username_key))))


def list_notes(db: Session, cases: Sequence[tuple[CaseKind, str]]) -> list[tuple[InternalNote, str]]:
    """List the notes on these cases, newest first, each with its author's username."""
    wanted = or_(*(and_(col(InternalNote.kind) == kind, col(InternalNote.case_id) == key) for kind, key in cases))
    rows = db.exec(
        select(InternalNote, Account.username)
        .join(Account, col(Account.id) == InternalNote.author_id)
        .where(wanted)
        .order_by(col(InternalNote.id).desc())
    )
    return list(rows)


def delete_notes(db: Session, kind: CaseKind, case_id: str) -> None:
    """Delete the notes on a case."""
    db.exec(delete(InternalNote).where(col(InternalNote.kind) == kind, col(InternalNote.case_id) == case_id))


def list_replies(db: Session, purpose: ReplyPurpose | None) -> list[CannedReply]:
    """List the canned replies for a purpose, or all, in their order."""
    wanted = [CannedReply.purpose == purpose] if purpose else []
    order = (col(CannedReply.position), col(CannedReply.id))
    return list(db.exec(select(CannedReply).where(*wanted).order_by(*order)))
