"""Notifications in the page about events that concern an account."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.domain import outbox, push
from marketplace.domain.content import messages, queries
from marketplace.domain.content.schemas import NotificationView
from marketplace.domain.paging import Page, Window
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountStatus, Notification
from marketplace.settings import get_settings

NEWEST = Window(limit=50)
PUSH_JOB = "content.push"
_PAGE = "/notifications"


def notify(
    db: Session,
    account_id: str,
    kind: str,
    *,
    values: dict[str, Any] | None = None,
    link: str = "",
    about_id: str | None = None,
    ad_id: str | None = None,
    once: bool = False,
    occasion: str = "",
) -> bool:
    """Notify an account, in its browsers too; called by other domains in the transaction of the event.

    Nobody hears twice of one occasion: the first reason is the strongest.

    Args:
        kind: a key of `messages.NOTICES`.
        values: parameters of its text; JSON values only.
        link: path on this site for the follow-up action.
        about_id: another account whose data is in `values`; the notification is erased with that account.
        ad_id: the ad that it is about; its photo stands beside the text.
        once: leave it out while one of this kind with this link is unread.
        occasion: its key, e.g. "<id of the ad>:<time of the change>"; empty if it is told of once anyway.

    Returns:
        Whether the account hears of it now. If not, it is not mailed either.

    Raises:
        KeyError: no such kind, or a parameter of its text is missing.
    """
    values = values or {}
    messages.NOTICES[kind].format(**values)
    if once and queries.has_unread(db, account_id, kind, link):
        return False
    if occasion and queries.has_heard(db, account_id, occasion):
        return False
    row = Notification(account_id=account_id, kind=kind, values=values, link=link, about_id=about_id, ad_id=ad_id)
    row.occasion = occasion or None
    db.add(row)
    db.flush()
    push.enqueue(db, account_id, PUSH_JOB, {"notification_id": row.id})
    events.record(db, "notices", account_id)
    return True


@dataclass(frozen=True, slots=True)
class Mail:
    """The mail beside a notification.

    Attributes:
        texts: message ids of its subject and its text.
        purpose: as for `outbox.mail`.
        values: of both, besides those of the notification and `link`, the address of its page.
        files: attachments as for `outbox.mail`; a mail with some is sent to those who have heard of the occasion, too.
    """

    texts: tuple[str, str]
    purpose: str
    values: Mapping[str, object] = field(default_factory=dict)
    files: Sequence[Mapping[str, str]] = ()


def tell(db: Session, account: Account, kind: str, mail: Mail | None, *, link: str, **notice: Any) -> None:
    """Notify an account and mail it. One that is suspended gets no mail, and a deleted one nothing.

    Args:
        mail: None for none.
        notice: as for `notify`.
    """
    if account.status is AccountStatus.DELETED:
        return
    heard = notify(db, account.id, kind, link=link, **notice)
    if mail is None or account.status is not AccountStatus.ACTIVE or not (heard or mail.files):
        return
    values = {**(notice.get("values") or {}), "link": get_settings().url + link, **mail.values}
    subject, text = (t(one, **values) for one in mail.texts)
    to, files = account.email, mail.files
    outbox.mail(db, to, subject, text, purpose=mail.purpose, account_id=account.id, attachments=files)


def list_notifications(db: Session, actor: Actor, *, window: Window = NEWEST) -> Page[NotificationView]:
    """List the caller's notifications, newest first, in the caller's language.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id = actor.require()
    rows, total = queries.list_notifications(db, account_id, window)
    items = tuple(
        NotificationView.of(row, text=_text(row), link=row.link, ad_id=row.ad_id or "", read=row.read_at is not None)
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


def push_notification(payload: Mapping[str, Any]) -> int:
    """Show a notification in a browser, unless it was read or erased meanwhile; the handler of PUSH_JOB."""

    def compose(db: Session) -> push.PushMessage | None:
        row = db.get(Notification, payload["notification_id"])
        return push.PushMessage(_text(row), row.link or _PAGE) if row and row.read_at is None else None

    return push.deliver(payload, compose)


def _text(row: Notification) -> str:
    return t(messages.NOTICES[row.kind], **row.values)
