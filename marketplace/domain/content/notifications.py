"""Notifications in the page about events that concern an account."""

from typing import Any

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.domain.content import messages, queries
from marketplace.domain.content.schemas import NotificationView
from marketplace.domain.paging import Page, Window
from marketplace.i18n.texts import t
from marketplace.models import Notification

NEWEST = Window(limit=50)


def notify(
    db: Session,
    account_id: str,
    kind: str,
    *,
    values: dict[str, Any] | None = None,
    link: str = "",
    about_id: str | None = None,
    once: bool = False,
) -> None:
    """Notify an account; called by other domains in the transaction of the event.

    Args:
        kind: a key of `messages.NOTICES`.
        values: parameters of its text; JSON values only.
        link: path on this site for the follow-up action.
        about_id: another account whose data is in `values`; the notification is erased with that account.
        once: leave it out while one of this kind with this link is unread.

    Raises:
        KeyError: no such kind, or a parameter of its text is missing.
    """
    values = values or {}
    messages.NOTICES[kind].format(**values)
    if once and queries.has_unread(db, account_id, kind, link):
        return
    db.add(Notification(account_id=account_id, kind=kind, values=values, link=link, about_id=about_id))
    db.flush()
    events.record(db, "notices", account_id)


def list_notifications(db: Session, actor: Actor, *, window: Window = NEWEST) -> Page[NotificationView]:
    """List the caller's notifications, newest first, in the caller's language.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id = actor.require()
    rows, total = queries.list_notifications(db, account_id, window)
    items = tuple(
        NotificationView(
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


def count_unread_notifications(db: Session, actor: Actor) -> int:
    """Count the caller's unread notifications.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    return queries.count_unread(db, actor.require())


def mark_notifications_read(db: Session, actor: Actor) -> int:
    """Mark all of the caller's notifications as read.

    Returns:
        The number that was unread.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id = actor.require()
    changed = queries.mark_read(db, account_id, clock.now())
    if changed:
        events.record(db, "notices", account_id)
    return changed
