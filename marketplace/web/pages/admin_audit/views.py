"""The data of the audit log."""

import json
from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.domain import audit, moderation
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
    """An entry; `href` links to its target, empty if the target has no page, and `about` names it."""

    when: str
    who: str
    who_id: str
    action: str
    about: str
    target_id: str
    href: str
    changes: tuple[ChangedValue, ...]


class Log(View):
    """A page of the log with its filters."""

    rows: tuple[Entry, ...] = ()
    target: str = ""
    target_id: str = ""
    person: str = ""
    first_day: str = ""
    last_day: str = ""
    first_day_error: str = ""
    last_day_error: str = ""
    links: PageLinks = PageLinks()


def load_log(db: Session, actor: Actor, filters: Mapping[str, str], window: Window) -> Log:
    """List entries by the filters `target`, `id`, `person`, `from` and `to`, newest first; empty values don't filter.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    log = Log(
        target=filters["target"],
        target_id=filters["id"],
        person=_name(db, actor, filters["person"]),
        first_day=filters["from"],
        last_day=filters["to"],
    )
    try:
        found = audit.list_entries(
            db,
            actor,
            target=log.target,
            target_id=log.target_id,
            person=filters["person"],
            first_day=log.first_day,
            last_day=log.last_day,
            window=window,
        )
    except Invalid as error:
        errors = {each["field"]: each["message"] for each in error.errors}
        return log.model_copy(
            update={"first_day_error": errors.get("from", ""), "last_day_error": errors.get("to", "")}
        )
    rows = tuple(_entry(row) for row in found.items)
    links = list_links(found, paths.ADMIN_AUDIT, **filters)
    return log.model_copy(update={"rows": rows, "links": links})


def compare(before: dict[str, Any], after: dict[str, Any], names: Mapping[str, str]) -> tuple[ChangedValue, ...]:
    """Return the values that differ, in the order of the log; ids with a name are replaced by it."""
    return tuple(
        ChangedValue(
            name=name.replace("_", " "), before=_format(before.get(name), names), after=_format(after.get(name), names)
        )
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    )


def _name(db: Session, actor: Actor, person: str) -> str:
    # Links have an id, which tells a reader nothing. A name could match others too.
    if not ids.is_id(person):
        return person
    try:
        return moderation.get_account(db, actor, person).email or person
    except NotFound:
        return person


def _entry(row: AuditRow) -> Entry:
    hrefs = {
        "ad": paths.review(row.target_id),
        "account": paths.admin_account(row.target_id),
        "category": paths.admin_category(row.target_id),
    }
    return Entry(
        when=times.format_time(row.created_at),
        who=row.actor_name or (t("Deleted user") if row.actor_id else t("The server")),
        who_id=row.actor_id,
        about=row.names.get(row.target_id, ""),
        action=t(messages.AUDIT_ACTIONS[row.action]) if row.action in messages.AUDIT_ACTIONS else row.action,
        target_id=row.target_id,
        href=hrefs.get(row.target, "") if row.target_id else "",
        changes=compare(row.before, row.after, row.names),
    )


def _format(value: Any, names: Mapping[str, str]) -> str:
    if value is None:
        return ""
    text = names.get(value, value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
