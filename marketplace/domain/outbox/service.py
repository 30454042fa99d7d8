"""Promising mail, and looking after what could not be delivered."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace import clock, events
from marketplace.actor import Actor
from marketplace.domain.outbox import queries
from marketplace.domain.outbox.schemas import TroubledMail
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.errors import NotFound
from marketplace.models import AccountKind, OutboxMail
from marketplace.settings import get_settings
from marketplace.texts import t

TOPIC = "mail"


def mail(
    db: Session,
    to: str,
    subject: str,
    text: str,
    *,
    purpose: str,
    account_id: str | None = None,
    headers: Mapping[str, str] | None = None,
    attachments: Sequence[Mapping[str, str]] | None = None,
    dedupe_key: str | None = None,
    code_seed: str = "",
    can_wait: bool = True,
) -> None:
    """Promise a mail in the running transaction: it is sent if and only if that commits.

    Args:
        purpose: what it is for, e.g. `code`, for people who look into the outbox.
        account_id: whom it concerns; the row goes when the account does.
        attachments: `name`, `media_type` and `content` (text) of each.
        dedupe_key: of several mails with one key the first is sent, the others are dropped.
        code_seed: `{code}` in the text becomes `ids.derive_code` of it at sending, so that no code is stored.
        can_wait: False where somebody sits before a page until it comes: it goes before all that can.
    """
    if dedupe_key and queries.find_by_key(db, dedupe_key):
        return
    row = OutboxMail(
        to=to,
        # A line break in a subject would let its writer add headers.
        subject=" ".join(subject.split())[:300],
        text=text,
        purpose=purpose,
        account_id=account_id,
        headers=dict(headers or {}),
        attachments=[dict(attachment) for attachment in attachments or ()],
        dedupe_key=dedupe_key,
        code_seed=code_seed,
        can_wait=can_wait,
    )
    try:
        with db.begin_nested():
            db.add(row)
    except IntegrityError:
        # Another worker promised the same mail at this very moment.
        if not dedupe_key:
            raise
        return
    events.record(db, TOPIC, subject=row.id)


def list_troubled(db: Session, actor: Actor, *, window: Window = EVERYTHING) -> Page[TroubledMail]:
    """Mails that could not be delivered so far, newest first.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    rows, total = queries.list_troubled(db, window)
    items = tuple(
        TroubledMail(
            id=row.id,
            to=row.to,
            subject=row.subject,
            purpose=row.purpose,
            attempts=row.attempts,
            last_error=row.last_error,
            given_up=row.failed_at is not None,
            next_try_at=row.due_at,
            created_at=row.created_at,
        )
        for row in rows
    )
    return Page(items, total, window.page, window.limit)


def retry(db: Session, actor: Actor, mail_id: str) -> None:
    """Try a troubled mail again now, given up or not.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such mail, or it was sent.
    """
    actor.require(AccountKind.ADMIN)
    row = db.get(OutboxMail, mail_id, with_for_update=True)
    if row is None or row.sent_at:
        raise NotFound(t("That mail is not waiting."))
    row.failed_at, row.attempts, row.due_at = None, 0, clock.now()
    db.flush()
    events.record(db, TOPIC, subject=row.id)


def count_open(db: Session) -> tuple[int, int]:
    """How many mails wait to be sent, and how many were given up."""
    return queries.count_open(db)


def forget_old(db: Session) -> int:
    """Delete mails sent MAIL_KEEP_DAYS ago or earlier; how many there were."""
    return queries.delete_sent_before(db, clock.now() - timedelta(days=get_settings().mail_keep_days))
