"""Delivers mail: claim, send outside any transaction, store the result."""

import time
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any
from urllib.parse import urlsplit

import structlog

from marketplace.core import clock, email_address, ids, mail_headers
from marketplace.core.errors import Unavailable
from marketplace.db.database import read_only, unit_of_work
from marketplace.domain.jobs import queue
from marketplace.domain.outbox import queries
from marketplace.integrations.mail import MailError, get_mailer
from marketplace.models import OutboxMail
from marketplace.settings import get_settings

log = structlog.get_logger()

# Candidates for the next claim, since other workers may claim the first ones.
_CANDIDATES = 10
# Content and recipient are erased once a mail is sent; the row records the delivery.
_ERASED: Mapping[str, Any] = {"to": "", "subject": "", "text": "", "headers": {}, "attachments": [], "code_seed": ""}
# Wait between attempts to store a result while the database is unavailable.
_RETRY_S = 0.5


def deliver_due(
    *, limit: int = 50, urgent_only: bool = False, should_continue: Callable[[], bool] = lambda: True
) -> int:
    """Send due mails, urgent ones first, each in its own units of work; returns the number sent.

    If a worker dies while sending, its claim expires after MAIL_LOCK_S and the mail is sent again.

    Args:
        limit: most mails to try.
        urgent_only: send only the mails that can't wait.
        should_continue: called before each mail, since an unresponsive server takes MAIL_TOTAL_S for each.
    """
    sent = 0
    for _ in range(limit):
        # Claimed one by one, so that an urgent mail enqueued meanwhile goes next.
        mail = _claim_next(urgent_only) if should_continue() else None
        if mail is None:
            break
        sent += _deliver(mail)
    return sent


def _claim_next(urgent_only: bool) -> OutboxMail | None:
    """Claim the next due mail; None if nothing is due."""
    while True:
        with read_only() as db:
            due_ids = queries.list_due_ids(db, clock.now(), _CANDIDATES, urgent_only=urgent_only)
        if not due_ids:
            return None
        for mail_id in due_ids:
            with unit_of_work() as db:
                mail = queue.claim(db, OutboxMail, mail_id, get_settings().mail_lock_s)
            if mail is not None:
                return mail


def _deliver(mail: OutboxMail) -> bool:
    try:
        message = make_message(mail)
        # A mail without a recipient takes the same time up to here, so timing reveals nothing.
        if mail.to:
            get_mailer().send(mail.id, message, to=mail.to)
    except MailError as error:
        _reschedule(mail, str(error), failed=error.permanent)
        return False
    except Exception as error:
        # A mail that can't be built must not block the queue.
        log.exception("mail_broken", mail=mail.id)
        _reschedule(mail, type(error).__name__)
        return False
    _settle(mail, sent_at=clock.now(), last_error="", **_ERASED)
    return True


def _reschedule(mail: OutboxMail, problem: str, *, failed: bool = False) -> None:
    settings = get_settings()
    policy = queue.RetryPolicy(settings.mail_attempts, settings.mail_backoff_s, settings.mail_backoff_max_s)
    values = policy.after(mail.attempts, problem, permanent=failed)
    given_up = values["failed_at"] is not None
    log.warning("mail_not_delivered", mail=mail.id, attempt=mail.attempts, given_up=given_up, error=problem)
    _settle(mail, **values)


def _settle(mail: OutboxMail, **values: Any) -> None:
    """Store the result of a claimed mail, retrying while the database is unavailable.

    Only this thread knows that the mail was sent: without a stored result it would be sent again. No other worker can
    claim the mail meanwhile, and a later claim is not overwritten.
    """
    while True:
        try:
            with unit_of_work() as db:
                queue.settle(db, mail, **values)
        except Unavailable:
            time.sleep(_RETRY_S)
        else:
            return


def make_message(mail: OutboxMail) -> EmailMessage:
    """Build the message. Its Message-ID is the same in every attempt, so duplicates can be recognised.

    Raises:
        MailError: the recipient is not exactly one address.
    """
    settings = get_settings()
    if mail.to and email_address.parse(mail.to) != mail.to:
        raise MailError("the recipient is not an email address", permanent=True)
    headers = [
        mail_headers.make_mailbox("From", settings.sender, settings.site_name),
        *([mail_headers.make_ascii("To", mail.to)] if mail.to else []),
        mail_headers.make_text("Subject", mail.subject),
        mail_headers.make_ascii("Date", format_datetime(mail.created_at)),
        mail_headers.make_ascii("Message-ID", f"<{mail.id}@{urlsplit(settings.url).hostname}>"),
        mail_headers.make_ascii("Auto-Submitted", "auto-generated"),
        *(mail_headers.make_ascii(name, value) for name, value in mail.headers.items()),
    ]
    message = EmailMessage()
    for header in headers:
        message[header.name] = header
    message.set_content(_text(mail))
    for attachment in mail.attachments:
        kind, _, subtype = attachment["media_type"].partition("/")
        if kind == "text":
            message.add_attachment(attachment["content"], subtype=subtype, filename=attachment["name"])
        else:
            content = attachment["content"].encode()
            message.add_attachment(content, maintype=kind, subtype=subtype, filename=attachment["name"])
    return message


def _text(mail: OutboxMail) -> str:
    if not mail.code_seed:
        return mail.text
    return mail.text.replace("{code}", ids.derive_code(get_settings().secret, mail.code_seed))
