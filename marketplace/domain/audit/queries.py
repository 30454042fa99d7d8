"""Queries on the audit log, for admins only."""

from sqlmodel import Session, col, select

from marketplace.domain.paging import Window, fetch
from marketplace.models import Account, AuditEntry


def find_last_actor(db: Session, action: str, target: str, target_id: str) -> str | None:
    """Return the account that took this action on the target last."""
    entries = select(AuditEntry.actor_id).where(
        AuditEntry.target == target, AuditEntry.target_id == target_id, AuditEntry.action == action
    )
    return db.exec(entries.order_by(col(AuditEntry.id).desc()).limit(1)).first()


def list_rows(db: Session, filters: dict[str, str], window: Window) -> tuple[list[tuple[AuditEntry, str | None]], int]:
    """List entries that match non-empty filters, newest first, each with its actor's username, and their number as from `paging.count`."""
    wanted = [getattr(AuditEntry, name) == value for name, value in filters.items() if value]
    found = (
        select(AuditEntry, Account.username)
        .outerjoin(Account, col(Account.id) == AuditEntry.actor_id)
        .where(*wanted)
        .order_by(col(AuditEntry.id).desc())
    )
    return fetch(db, found, window, select(AuditEntry.id).where(*wanted))
