"""Writes and reads the audit log."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.text import clean, clean_line
from marketplace.domain import site_time
from marketplace.domain.audit import queries
from marketplace.domain.audit.schemas import AuditRow
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AuditEntry


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
    person: str = "",
    first_day: str = "",
    last_day: str = "",
    window: Window = EVERYTHING,
) -> Page[AuditRow]:
    """List log entries for an admin, newest first; empty filters are ignored.

    Args:
        person: part of the username or name, or the email or id, of who acted or whose account or ad it is about.
        first_day, last_day: dates like 2026-11-29 in the site's time zone, both included.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: not a date, or the last day is before the first.
    """
    actor.require_admin()
    wanted = {"target": target, "target_id": target_id, "actor_id": actor_id, "action": action}
    conditions = [col(getattr(AuditEntry, name)) == text for name, value in wanted.items() if (text := clean(value))]
    if named := clean_line(person):
        conditions.append(queries.is_of_person(named))
    start, end = _parse_day(first_day, "from"), _parse_day(last_day, "to")
    if start and end and end < start:
        raise Invalid(t("To is before From. Choose the same day or a later one."), "to")
    if start:
        conditions.append(col(AuditEntry.created_at) >= start)
    if end:
        conditions.append(col(AuditEntry.created_at) < end + timedelta(days=1))
    return _list(db, conditions, window)


def list_about(db: Session, actor: Actor, account_id: str, *, window: Window = EVERYTHING) -> Page[AuditRow]:
    """List what others decided on an account and its ads, newest first, for moderators too.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
    """
    actor.require(AccountKind.ADMIN)
    return _list(db, [queries.is_about(account_id)], window)


def _list(db: Session, conditions: Sequence[ColumnElement[bool]], window: Window) -> Page[AuditRow]:
    rows, total = queries.list_rows(db, conditions, window)
    names = queries.find_names(db, {each for entry, _ in rows for each in _list_ids(entry)})
    items = tuple(
        AuditRow.of(
            entry,
            actor_id=entry.actor_id or "",
            actor_name=name or "",
            names={each: names[each] for each in _list_ids(entry) if each in names},
        )
        for entry, name in rows
    )
    return make_page(items, total, window)


def _list_ids(entry: AuditEntry) -> set[str]:
    values = (entry.target_id, *entry.before.values(), *entry.after.values())
    return {value for value in values if isinstance(value, str) and ids.is_id(value)}


def _parse_day(text: str, field: str) -> datetime | None:
    text = clean_line(text)
    if not text:
        return None
    # A date alone, since `parse` accepts times as well.
    moment = site_time.parse(f"{text}T00:00") if len(text) == len("2026-11-29") else None
    if moment is None:
        raise Invalid(t("Please enter a date like 2026-11-29."), field)
    return moment
