"""Sending mail: to a server, or into a folder when SMTP_URL is empty."""

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
# What would be said of any other recipient and text too: a command not known or not expected (RFC 5321 section 4.2.3), a
# host that takes no mail (RFC 7504), a sign-in that is missing or too weak (RFC 4954 section 6).
_OF_THE_SERVER = frozenset({500, 502, 503, 521, 530, 534, 535, 538})


class MailError(Exception):
    """A mail could not be handed over.

    Attributes:
        permanent: the server takes mails, but never this one (it refuses the recipient or the text with 5xx, RFC 5321
            section 4.2.1).
    """

    def __init__(self, message: str, *, permanent: bool = False):
        self.permanent = permanent
        super().__init__(message)


class Mailer(Protocol):
    """Hands mails over."""

    def send(self, key: str, message: EmailMessage) -> None:
        """Hand one mail over.

        Args:
            key: sorts by time and stays the same when the mail is tried again.

        Raises:
            MailError: it was not taken.
        """
        ...


@dataclass(frozen=True, slots=True)
class FolderMailer:
    """Writes each mail as `<key>.eml`, whole or not at all."""

    folder: Path

    def send(self, key: str, message: EmailMessage) -> None:
        """Write the mail; a second try of the same one replaces the first."""
        path = self.folder / f"{key}.eml"
        unfinished = self.folder / f".{key}.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            unfinished.write_bytes(message.as_bytes())
            os.replace(unfinished, path)
        except OSError as error:
            raise MailError(f"{type(error).__name__}: {error.strerror}") from error
        log.info("mail_written", to=message["To"], subject=message["Subject"], path=str(path))


class _InTime:
    """A conversation that ends by a moment, however slow each of its steps is: by then the mail may be another worker's."""

    # As smtplib has them.
    sock: Any
    timeout: float
    until = math.inf

    def getreply(self) -> tuple[int, bytes]:
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError("the server is too slow")
        if self.sock is not None and left < (self.sock.gettimeout() or math.inf):
            self.sock.settimeout(left)
        return super().getreply()  # pyright: ignore[reportAttributeAccessIssue]

    def data(self, msg: Any) -> tuple[int, bytes]:
        # A server that has the whole text and thinks about it would be given it twice, were it left before it answers.
        if self.sock is not None and self.until < math.inf:
            self.sock.settimeout(max(self.until - time.monotonic(), 0.1))
        reply = super().data(msg)  # pyright: ignore[reportAttributeAccessIssue]
        if self.sock is not None:
            self.sock.settimeout(self.timeout)
        return reply


class _Smtp(_InTime, smtplib.SMTP):
    pass


class _Smtps(_InTime, smtplib.SMTP_SSL):
    pass


@dataclass(frozen=True, slots=True)
class SmtpMailer:
    """Speaks to the server of SMTP_URL, `smtp(s)://user:password@host:port`.

    `smtps` is TLS from the first byte; `smtp` turns to TLS where the server offers it, and always before a password.

    Attributes:
        timeout_s: for each exchange but the text, which may take what is left of `total_s`.
        total_s: for all exchanges of a mail together.
    """

    url: str
    timeout_s: float
    total_s: float = 60.0

    def send(self, key: str, message: EmailMessage) -> None:
        """Send the mail over a connection of its own."""
        del key
        try:
            server = self._connect()
            try:
                server.send_message(message)
            finally:
                # What was taken is sent, whatever the server says to the farewell.
                with suppress(smtplib.SMTPException, OSError):
                    server.quit()
                server.close()
        except smtplib.SMTPRecipientsRefused as error:
            code, reply = next(iter(error.recipients.values()))
            # Nor does a server know by the recipient whether it relays for us, or has heard ill of our address.
            permanent = _is_of_the_mail(code) and not _plain(reply).startswith("5.7.")
            raise MailError(f"{code} {_plain(reply)}", permanent=permanent) from error
        except smtplib.SMTPResponseException as error:
            # What comes before the recipient (greeting, password, sender) is ours to mend, and the mail is good: it waits.
            permanent = isinstance(error, smtplib.SMTPDataError) and _is_of_the_mail(error.smtp_code)
            raise MailError(f"{error.smtp_code} {_plain(error.smtp_error)}", permanent=permanent) from error
        except (smtplib.SMTPException, OSError) as error:
            raise MailError(f"{type(error).__name__}: {error}") from error

    def probe(self) -> None:
        """See whether the server answers and takes mails of our sender, without sending anything.

        Raises:
            OSError, smtplib.SMTPException: it does not.
        """
        sender = get_settings().sender
        with self._connect() as server:
            code, reply = server.mail(sender, () if sender.isascii() else ("SMTPUTF8",))
            if code != _OK:
                raise smtplib.SMTPSenderRefused(code, reply, sender)
            server.rset()

    def _connect(self) -> _Smtp | _Smtps:
        parts = urlsplit(self.url)
        until = time.monotonic() + self.total_s
        host, context = parts.hostname or "localhost", ssl.create_default_context()
        name = socket.getfqdn()
        if parts.scheme == "smtps":
            server: _Smtp | _Smtps = _Smtps(host, parts.port or 465, name, timeout=self.timeout_s, context=context)
        else:
            server = _Smtp(host, parts.port or 25, name, timeout=self.timeout_s)
        server.until = until
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


def _is_of_the_mail(code: int) -> bool:
    return code >= 500 and code not in _OF_THE_SERVER


def _plain(reply: bytes | str) -> str:
    return reply.decode(errors="replace") if isinstance(reply, bytes) else reply


@lru_cache
def get_mailer() -> Mailer:
    """The mailer of this process, as the settings say."""
    settings = get_settings()
    if settings.smtp_url:
        # Before the claim on the mail lapses, with time left to write down what became of it.
        total_s = min(settings.mail_total_s, settings.mail_lock_s * 0.8)
        return SmtpMailer(settings.smtp_url, settings.mail_timeout_s, total_s)
    return FolderMailer(settings.data_dir / "outbox")
