"""Delivering what was promised: claim, send outside of any transaction, write down what became of it."""

import time
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, formataddr
from typing import Any
from urllib.parse import urlsplit

import structlog

from marketplace import clock, ids
from marketplace.database import reading, unit_of_work
from marketplace.domain.outbox import queries
from marketplace.errors import Unavailable
from marketplace.integrations.mail import MailError, get_mailer
from marketplace.models import OutboxMail
from marketplace.settings import get_settings

log = structlog.get_logger()

# Looked at for the next mail: other couriers may be quicker with the first ones.
_CHOICE = 10
# Between two tries to write down what became of a mail while the database is away.
_AGAIN_S = 0.5


def deliver_due(*, limit: int = 50, hurried: bool = False, goes_on: Callable[[], bool] = lambda: True) -> int:
    """Send mails that are due, those that can't wait first, in units of work of their own; how many were sent.

    A worker that dies while sending leaves a claim that lapses after MAIL_LOCK_S; then the mail is tried again.

    Args:
        limit: mails tried at most.
        hurried: only those that can't wait.
        goes_on: asked before each mail, as a server that hangs makes each of them take MAIL_TOTAL_S.
    """
    sent = 0
    for _ in range(limit):
        # Looked for one by one: what is promised while others are sent may have to go before the rest of them.
        mail = _take(hurried) if goes_on() else None
        if mail is None:
            break
        sent += _deliver(mail)
    return sent


def _take(hurried: bool) -> OutboxMail | None:
    """Claim the mail whose turn it is; None when nothing is due."""
    while True:
        with reading() as db:
            waiting = queries.list_due_ids(db, clock.now(), _CHOICE, hurried=hurried)
        if not waiting:
            return None
        for mail_id in waiting:
            until = clock.now() + timedelta(seconds=get_settings().mail_lock_s)
            with unit_of_work() as db:
                mail = queries.claim(db, mail_id, clock.now(), until)
            if mail is not None:
                return mail


def _deliver(mail: OutboxMail) -> bool:
    try:
        get_mailer().send(mail.id, make_message(mail))
    except MailError as error:
        _put_off(mail, str(error), give_up=error.permanent)
        return False
    except Exception as error:
        # A mail that can't even be put together must not stop the ones behind it.
        log.exception("mail_broken", mail=mail.id)
        _put_off(mail, type(error).__name__)
        return False
    _settle(mail, sent_at=clock.now(), last_error="")
    return True


def _put_off(mail: OutboxMail, problem: str, *, give_up: bool = False) -> None:
    settings = get_settings()
    give_up = give_up or mail.attempts >= settings.mail_attempts
    wait = min(settings.mail_backoff_s * 2 ** (mail.attempts - 1), settings.mail_backoff_max_s)
    now = clock.now()
    log.warning("mail_not_delivered", mail=mail.id, attempt=mail.attempts, given_up=give_up, error=problem)
    _settle(
        mail,
        last_error=problem[:500],
        due_at=now + timedelta(seconds=wait),
        failed_at=now if give_up else None,
    )


def _settle(mail: OutboxMail, **values: Any) -> None:
    """Write down what became of a claimed mail; while the database is away, again and again until it is written.

    Only this thread knows that a mail was taken: were it forgotten, the mail would be sent once more. Nobody else can claim
    it meanwhile, however long that takes, and who does so afterwards is not overwritten.
    """
    while True:
        try:
            with unit_of_work() as db:
                queries.settle(db, mail, **values)
        except Unavailable:
            time.sleep(_AGAIN_S)
        else:
            return


class _Policy(EmailPolicy):
    """Leaves addresses in headers whole: folded, a long one would be encoded words, which no mail program takes for a link."""

    def fold(self, name: str, value: str) -> str:
        """One header as text."""
        return f"{name}: {value}{self.linesep}" if name == _LINK else super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
        """One header as it is sent."""
        return f"{name}: {value}{self.linesep}".encode("ascii") if name == _LINK else super().fold_binary(name, value)


_LINK = "List-Unsubscribe"
_POLICY = _Policy()


def make_message(mail: OutboxMail) -> EmailMessage:
    """The mail as it goes out. Its Message-ID stays the same in every try, so that a double can be told."""
    settings = get_settings()
    message = EmailMessage(policy=_POLICY)
    message["From"] = formataddr((settings.site_name, settings.sender))
    message["To"] = mail.to
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(mail.created_at)
    message["Message-ID"] = f"<{mail.id}@{urlsplit(settings.url).hostname}>"
    message["Auto-Submitted"] = "auto-generated"
    for name, value in mail.headers.items():
        message[name] = value
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
