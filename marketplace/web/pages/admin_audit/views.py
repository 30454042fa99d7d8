"""The data of the audit log."""

import json
from typing import Any

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import audit
from marketplace.domain.audit import AuditRow
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import messages, times
from marketplace.web.components.pagination import PageLinks, list_links

_SHOWN = 200


class ChangedValue(View):
    """A value before and after a change; empty if there is none."""

    name: str
    before: str
    after: str


class Entry(View):
    """An entry; `href` links to its target, empty if the target has no page."""

    when: str
    who: str
    action: str
    target_id: str
    href: str
    changes: tuple[ChangedValue, ...]


class Log(View):
    """A page of the log with its filters."""

    rows: tuple[Entry, ...] = ()
    target: str = ""
    target_id: str = ""
    links: PageLinks = PageLinks()


def load_log(db: Session, actor: Actor, target: str, target_id: str, window: Window) -> Log:
    """List entries by target type and target id, newest first; empty values don't filter.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    found = audit.list_entries(db, actor, target=target, target_id=target_id, window=window)
    return Log(
        rows=tuple(_entry(row) for row in found.items),
        target=target,
        target_id=target_id,
        links=list_links(found, paths.ADMIN_AUDIT, target=target, id=target_id),
    )


def compare(before: dict[str, Any], after: dict[str, Any]) -> tuple[ChangedValue, ...]:
    """Return the values that differ, in the order of the log."""
    return tuple(
        ChangedValue(name=name.replace("_", " "), before=_format(before.get(name)), after=_format(after.get(name)))
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    )


def _entry(row: AuditRow) -> Entry:
    hrefs = {
        "ad": paths.review(row.target_id),
        "account": paths.with_query(paths.ADMIN_ACCOUNTS, q=row.target_id),
        "category": paths.admin_category(row.target_id),
    }
    return Entry(
        when=times.format_time(row.created_at),
        who=row.actor_name or (t("Deleted user") if row.actor_id else t("The server")),
        action=t(messages.AUDIT_ACTIONS[row.action]) if row.action in messages.AUDIT_ACTIONS else row.action,
        target_id=row.target_id,
        href=hrefs.get(row.target, "") if row.target_id else "",
        changes=compare(row.before, row.after),
    )


def _format(value: Any) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
