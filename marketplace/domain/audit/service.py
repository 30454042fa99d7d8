"""Writes and reads the audit log."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.text import clean
from marketplace.domain.audit import queries
from marketplace.domain.audit.schemas import AuditRow
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.models import AuditEntry


def write(
    db: Session,
    actor: Actor,
    action: str,
    target: str,
    target_id: str,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Log a decision in the transaction that carries it out. The caller has checked the actor's permission.

    Args:
        action: noun and verb, e.g. `ad.approve`.
        target: kind of target, e.g. `ad`.
        before: the changed values before; JSON values only.
        after: the same keys after.
    """
    db.add(
        AuditEntry(
            actor_id=actor.account_id,
            action=action,
            target=target,
            target_id=target_id,
            before=dict(before or {}),
            after=dict(after or {}),
        )
    )
    db.flush()


def list_entries(
    db: Session,
    actor: Actor,
    *,
    target: str = "",
    target_id: str = "",
    actor_id: str = "",
    action: str = "",
    window: Window = EVERYTHING,
) -> Page[AuditRow]:
    """List log entries for an admin, newest first; empty filters are ignored.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require_admin()
    wanted = {"target": target, "target_id": target_id, "actor_id": actor_id, "action": action}
    filters = {name: clean(value) for name, value in wanted.items()}
    rows, total = queries.list_rows(db, filters, window)
    items = tuple(AuditRow.of(entry, actor_id=entry.actor_id or "", actor_name=name or "") for entry, name in rows)
    return make_page(items, total, window)
