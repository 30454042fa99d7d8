"""Queries on the audit log, for admins only."""

from sqlmodel import Session, col, func, select

from marketplace.domain.paging import Window
from marketplace.models import Account, AuditEntry


def find_last_actor(db: Session, action: str, target: str, target_id: str) -> str | None:
    """Return the account that took this action on the target last."""
    entries = select(AuditEntry.actor_id).where(
        AuditEntry.target == target, AuditEntry.target_id == target_id, AuditEntry.action == action
    )
    return db.exec(entries.order_by(col(AuditEntry.id).desc()).limit(1)).first()


def list_rows(
    db: Session, filters: dict[str, str], window: Window, max_total: int
) -> tuple[list[tuple[AuditEntry, str | None]], int]:
    """List entries matching the non-empty filters, newest first, each with its actor's username.

    Returns:
        The rows of the window, and the total, counted up to `max_total`.
    """
    wanted = [getattr(AuditEntry, name) == value for name, value in filters.items() if value]
    total = db.exec(
        select(func.count()).select_from(select(AuditEntry.id).where(*wanted).limit(max_total).subquery())
    ).one()
    rows = db.exec(
        select(AuditEntry, Account.username)
        .outerjoin(Account, col(Account.id) == AuditEntry.actor_id)
        .where(*wanted)
        .order_by(col(AuditEntry.id).desc())
        .offset(window.offset)
        .limit(window.limit)
    ).all()
    return [(entry, name) for entry, name in rows], total
