"""The log as people read it."""

import json
from typing import Any

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import audit
from marketplace.domain.audit import AuditRow
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.admin import messages, moments
from marketplace.web.components.pagination import PageLinks, page_links

_SHOWN = 200


class Changed(View):
    """A value before and after; empty where there was or is none."""

    name: str
    before: str
    after: str


class Entry(View):
    """One decision; `href` leads to what it was about, empty where that has no page."""

    when: str
    who: str
    action: str
    target_id: str
    href: str
    changes: tuple[Changed, ...]


class Log(View):
    """A page of the log, and what it was narrowed to."""

    rows: tuple[Entry, ...] = ()
    target: str = ""
    target_id: str = ""
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, target: str, target_id: str, page: int) -> Log:
    """Decisions about one kind of thing, or one thing (empty: all), newest first.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    window = Window(page, get_settings().page_size)
    found = audit.list_entries(db, actor, target=target, target_id=target_id, window=window)
    return Log(
        rows=tuple(_entry(row) for row in found.items),
        target=target,
        target_id=target_id,
        links=page_links(found.page, found.pages, lambda number: address(target, target_id, number)),
    )


def address(target: str, target_id: str = "", page: int = 1) -> str:
    """The log's own address."""
    return paths.with_query(paths.ADMIN_AUDIT, target=target, id=target_id, page=str(page) if page > 1 else "")


def compare(before: dict[str, Any], after: dict[str, Any]) -> tuple[Changed, ...]:
    """The values that differ, in the order in which they were noted."""
    return tuple(
        Changed(name=name.replace("_", " "), before=_text(before.get(name)), after=_text(after.get(name)))
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
        when=moments.show(row.created_at),
        who=row.actor_name or (t("Deleted user") if row.actor_id else t("The server")),
        action=t(messages.AUDIT_ACTIONS[row.action]) if row.action in messages.AUDIT_ACTIONS else row.action,
        target_id=row.target_id,
        href=hrefs.get(row.target, "") if row.target_id else "",
        changes=compare(row.before, row.after),
    )


def _text(value: Any) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
