"""Notices in the page: what happened, told to the one it concerns."""

from typing import Any

from sqlmodel import Session

from marketplace import clock, events
from marketplace.actor import Actor
from marketplace.domain.content import messages, queries
from marketplace.domain.content.schemas import NoticeView
from marketplace.domain.paging import Page, Window
from marketplace.models import Notice
from marketplace.texts import t

NEWEST = Window(limit=50)


def notify(db: Session, account_id: str, kind: str, *, values: dict[str, Any] | None = None, link: str = "") -> None:
    """Tell an account that something happened; called by other domains in the transaction in which it did.

    Args:
        kind: a key of `messages.NOTICES`.
        values: what fills that sentence; JSON values only.
        link: path on this site where one can act on it.

    Raises:
        KeyError: no such kind, or a value that its sentence needs is missing.
    """
    values = values or {}
    messages.NOTICES[kind].format(**values)
    db.add(Notice(account_id=account_id, kind=kind, values=values, link=link))
    db.flush()
    events.record(db, "notices", account_id)


def list_notices(db: Session, actor: Actor, *, window: Window = NEWEST) -> Page[NoticeView]:
    """The caller's notices, newest first, in the caller's language.

    Raises:
        NotSignedIn: nobody is signed in.
    """
    account_id = actor.require()
    rows, total = queries.list_notices(db, account_id, window)
    items = tuple(
        NoticeView(
            id=row.id,
            kind=row.kind,
            text=t(messages.NOTICES[row.kind], **row.values),
            link=row.link,
            created_at=row.created_at,
            read=row.read_at is not None,
        )
        for row in rows
    )
    return Page(items, total, window.page, window.limit)


def count_unread_notices(db: Session, actor: Actor) -> int:
    """How many notices the caller has not read.

    Raises:
        NotSignedIn: nobody is signed in.
    """
    return queries.count_unread(db, actor.require())


def mark_notices_read(db: Session, actor: Actor) -> int:
    """Count all of the caller's notices as read.

    Returns:
        How many were not before.

    Raises:
        NotSignedIn: nobody is signed in.
    """
    account_id = actor.require()
    changed = queries.mark_read(db, account_id, clock.now())
    if changed:
        events.record(db, "notices", account_id)
    return changed
