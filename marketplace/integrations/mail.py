"""Sending of mail: to an SMTP server, or into a folder if SMTP_URL is empty."""

import math
import os
import smtplib
import socket
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

import structlog

from marketplace.settings import get_settings

log = structlog.get_logger()

_OK = 250
# Replies that do not depend on the mail: unknown or unexpected command (RFC 5321 section 4.2.3), host that accepts no mail
# (RFC 7504), missing or weak authentication (RFC 4954 section 6).
_SERVER_ERRORS = frozenset({500, 502, 503, 521, 530, 534, 535, 538})


class MailError(Exception):
    """A mail could not be sent; if permanent, it never can, as the server rejected recipient or content with 5xx (RFC 5321
    section 4.2.1).
    """

    def __init__(self, message: str, *, permanent: bool = False):
        self.permanent = permanent
        super().__init__(message)


class Mailer(Protocol):
    """Sends mail."""

    def send(self, key: str, message: EmailMessage, *, to: str) -> None:
        """Send one mail.

        Args:
            key: sorts by time, and is the same when the mail is sent again.
            message: headers and content.
            to: the recipient in the envelope, a single address. The headers are not used for delivery.

        Raises:
            MailError: the mail was not accepted.
        """
        ...


@dataclass(frozen=True, slots=True)
class FolderMailer:
    """Writes each mail atomically to `<key>.eml`."""

    folder: Path

    def send(self, key: str, message: EmailMessage, *, to: str) -> None:
        """Write the mail. Sending the same key again replaces the file."""
        path = self.folder / f"{key}.eml"
        unfinished = self.folder / f".{key}.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            unfinished.write_bytes(message.as_bytes())
            os.replace(unfinished, path)
        except OSError as error:
            raise MailError(f"{type(error).__name__}: {error.strerror}") from error
        log.info("mail_written", to=to, subject=message["Subject"], path=str(path))


class _DeadlineMixin:
    """SMTP client with a deadline for the whole conversation: after it, another worker may send the same mail."""

    # Attributes of smtplib.SMTP.
    sock: Any
    timeout: float
    deadline = math.inf

    def getreply(self) -> tuple[int, bytes]:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the server is too slow")
        if self.sock is not None and left < (self.sock.gettimeout() or math.inf):
            self.sock.settimeout(left)
        return super().getreply()  # pyright: ignore[reportAttributeAccessIssue]

    def data(self, msg: Any) -> tuple[int, bytes]:
        # Wait until the deadline for the reply to the content: if the client gives up earlier, the mail may be sent twice.
        if self.sock is not None and self.deadline < math.inf:
            self.sock.settimeout(max(self.deadline - time.monotonic(), 0.1))
        reply = super().data(msg)  # pyright: ignore[reportAttributeAccessIssue]
        if self.sock is not None:
            self.sock.settimeout(self.timeout)
        return reply


class _Smtp(_DeadlineMixin, smtplib.SMTP):
    pass


class _Smtps(_DeadlineMixin, smtplib.SMTP_SSL):
    pass


@dataclass(frozen=True, slots=True)
class SmtpMailer:
    """Sends mail to the server of SMTP_URL, `smtp(s)://user:password@host:port`.

    `smtps` uses TLS from the start. `smtp` uses STARTTLS if the server offers it, and requires it before a password.

    Attributes:
        url: SMTP_URL.
        timeout_s: seconds for each command; the reply to the content may take the rest of `total_s`.
        total_s: seconds for the whole conversation.
    """

    url: str
    timeout_s: float
    total_s: float = 60.0

    def send(self, key: str, message: EmailMessage, *, to: str) -> None:
        """Send the mail over a new connection."""
        del key
        try:
            server = self._connect()
            try:
                server.send_message(message, from_addr=get_settings().sender, to_addrs=[to])
            finally:
                # The mail is accepted already, whatever the reply to QUIT is.
                with suppress(smtplib.SMTPException, OSError):
                    server.quit()
                server.close()
        except smtplib.SMTPRecipientsRefused as error:
            code, reply = next(iter(error.recipients.values()))
            # Security and policy replies (5.7.x, RFC 3463) reject the sender, not this recipient.
            permanent = _rejects_mail(code) and not _decode(reply).startswith("5.7.")
            raise MailError(f"{code} {_decode(reply)}", permanent=permanent) from error
        except smtplib.SMTPResponseException as error:
            # Errors before the recipient (greeting, password, sender) are configuration errors: the mail stays in the queue.
            permanent = isinstance(error, smtplib.SMTPDataError) and _rejects_mail(error.smtp_code)
            raise MailError(f"{error.smtp_code} {_decode(error.smtp_error)}", permanent=permanent) from error
        except (smtplib.SMTPException, OSError) as error:
            raise MailError(f"{type(error).__name__}: {error}") from error

    def probe(self) -> None:
        """Check that the server is reachable and accepts our sender, without sending a mail.

        Raises:
            OSError, smtplib.SMTPException: the check failed.
        """
        sender = get_settings().sender
        with self._connect() as server:
            code, reply = server.mail(sender, () if sender.isascii() else ("SMTPUTF8",))
            if code != _OK:
                raise smtplib.SMTPSenderRefused(code, reply, sender)
            server.rset()

    def _connect(self) -> _Smtp | _Smtps:
        parts = urlsplit(self.url)
        deadline = time.monotonic() + self.total_s
        host, context = parts.hostname or "localhost", ssl.create_default_context()
        name = socket.getfqdn()
        if parts.scheme == "smtps":
            server: _Smtp | _Smtps = _Smtps(host, parts.port or 465, name, timeout=self.timeout_s, context=context)
        else:
            server = _Smtp(host, parts.port or 25, name, timeout=self.timeout_s)
        server.deadline = deadline
        try:
            server.ehlo()
            if parts.scheme == "smtp" and (server.has_extn("starttls") or parts.username):
                server.starttls(context=context)
                server.ehlo()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
        except BaseException:
            server.close()
            raise
        return server


def _rejects_mail(code: int) -> bool:
    return code >= 500 and code not in _SERVER_ERRORS


def _decode(reply: bytes | str) -> str:
    return reply.decode(errors="replace") if isinstance(reply, bytes) else reply


@lru_cache
def get_mailer() -> Mailer:
    """Return the mailer that the settings select."""
    settings = get_settings()
    if settings.smtp_url:
        # End before the claim on the mail expires, with time left to record the result.
        total_s = min(settings.mail_total_s, settings.mail_lock_s * 0.8)
        return SmtpMailer(settings.smtp_url, settings.mail_timeout_s, total_s)
    return FolderMailer(settings.data_dir / "outbox")
