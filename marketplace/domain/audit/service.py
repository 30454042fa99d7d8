"""Writing to the log, and reading it."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.audit import queries
from marketplace.domain.audit.schemas import AuditRow
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.domain.typed import clean
from marketplace.models import AccountKind, AuditEntry
from marketplace.settings import get_settings


def write(
    db: Session,
    actor: Actor,
    action: str,
    target: str,
    target_id: str,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Note a decision in the transaction that carries it out. The caller has checked that the actor may.

    Args:
        action: noun and verb, e.g. `ad.approve`.
        target: what kind of thing, e.g. `ad`.
        before: what changes, as it was; JSON values only.
        after: the same keys, as they are now.
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
    """The log for an admin, newest first; an empty filter counts as absent.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    most = get_settings().exact_total_limit
    wanted = {"target": target, "target_id": target_id, "actor_id": actor_id, "action": action}
    filters = {name: clean(value) for name, value in wanted.items()}
    rows, total = queries.list_rows(db, filters, window, most + 1)
    items = tuple(
        AuditRow(
            id=entry.id,
            actor_id=entry.actor_id or "",
            actor_name=name or "",
            action=entry.action,
            target=entry.target,
            target_id=entry.target_id,
            before=entry.before,
            after=entry.after,
            created_at=entry.created_at,
        )
        for entry, name in rows
    )
    return Page(items, min(total, most), window.page, window.limit, exact=total <= most)
