"""Enqueues mail and manages failed deliveries."""

import re
from collections.abc import Mapping, Sequence

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.lines import lines, one_line
from marketplace.domain.jobs import queue
from marketplace.domain.outbox import queries
from marketplace.domain.outbox.schemas import TroubledMail
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.i18n.texts import t
from marketplace.models import OutboxMail
from marketplace.settings import get_settings

TOPIC = "mail"
_FILE_NAME = re.compile(r"[a-z.-]+")


def mail(
    db: Session,
    to: str,
    subject: str,
    text: str,
    *,
    purpose: str,
    account_id: str | None = None,
    unsubscribe_link: str = "",
    attachments: Sequence[Mapping[str, str]] | None = None,
    dedupe_key: str | None = None,
    code_seed: str = "",
    can_wait: bool = True,
) -> None:
    """Enqueue a mail in the running transaction; it is sent only if that commits.

    Args:
        to: one address; empty for a mail that costs the same work but is never sent.
        text: has more than one line only if it is `Lines`, as `t` and `core.lines` make them.
        purpose: a label for admins, e.g. `code`.
        account_id: the account it concerns; the row is deleted with the account.
        unsubscribe_link: the address to which mail programs post for one-click unsubscribe (RFC 8058).
        attachments: `name`, `media_type` and `content` (text) of each. The name is ours: lower-case letters,
            hyphens and full stops.
        dedupe_key: only the first mail with a key is sent.
        code_seed: `{code}` in the text becomes `ids.derive_code` of it when sent, so that no code is stored.
        can_wait: False if a person is waiting for it; such mails are sent first.

    Raises:
        ValueError: the name of an attachment has other characters.
    """
    for attachment in attachments or ():
        if not _FILE_NAME.fullmatch(attachment["name"]):
            raise ValueError(attachment["name"])
    row = OutboxMail(
        to=to,
        subject=one_line(subject).strip()[:300],
        # Lines joined by hand are put on one line, so that a name can't add some.
        text=str(lines(text)),
        purpose=purpose,
        account_id=account_id,
        headers=_unsubscribe_headers(unsubscribe_link) if unsubscribe_link else {},
        attachments=[dict(attachment) for attachment in attachments or ()],
        dedupe_key=dedupe_key,
        code_seed=code_seed,
        can_wait=can_wait,
    )
    queue.put(db, row, TOPIC)


def _unsubscribe_headers(link: str) -> dict[str, str]:
    return {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def list_troubled(db: Session, actor: Actor, *, window: Window = EVERYTHING) -> Page[TroubledMail]:
    """List mails that failed and are not sent yet, newest first.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require_admin()
    rows, total = queries.list_troubled(db, window)
    items = tuple(TroubledMail.of(row, given_up=row.failed_at is not None, next_try_at=row.due_at) for row in rows)
    return Page(items, total, window.page, window.limit)


def retry(db: Session, actor: Actor, mail_id: str) -> None:
    """Schedule a failed mail for immediate delivery.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such mail, or it was sent already.
    """
    actor.require_admin()
    row = db.get(OutboxMail, mail_id, with_for_update=True)
    if row is None or row.sent_at:
        raise NotFound(t("That email is not waiting to be sent."))
    row.failed_at, row.attempts, row.due_at = None, 0, clock.now()
    db.flush()
    events.record(db, TOPIC, subject=row.id)


def count_open(db: Session) -> tuple[int, int]:
    """Count the unsent mails and the failed ones."""
    return queue.count_open(db, OutboxMail)


def forget_old(db: Session) -> int:
    """Delete mails sent or failed at least MAIL_KEEP_DAYS ago; returns their number."""
    return queue.delete_settled(db, OutboxMail, get_settings().mail_keep_days)
