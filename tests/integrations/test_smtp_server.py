"""Tests with a real SMTP server: TLS, passwords, and delivery of queued mail."""

import re
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from importlib import import_module
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import Session, select

from marketplace.domain import outbox
from marketplace.domain.outbox import delivery
from marketplace.i18n.texts import t
from marketplace.integrations.mail import FolderMailer, MailError, SmtpMailer
from marketplace.models import OutboxMail
from tests import certificates
from tests.architecture import sources
from tests.core.test_mail_headers import ODD, kept, texts
from tests.integrations.test_mail import message
from tests.rfc2047 import read_headers
from tests.servers import free_port

LOGIN, SECRET = "chowk@example.org", "p@ss/word"


class Mailbox:
    """Stores received mails."""

    def __init__(self) -> None:
        self.taken: list[tuple[list[str], bytes, bool, bool]] = []

    async def handle_DATA(self, _server, session, envelope):
        """Store a mail and the properties of its connection."""
        self.taken.append((envelope.rcpt_tos, envelope.content, session.ssl is not None, bool(session.authenticated)))
        return "250 taken"


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A self-signed certificate of 127.0.0.1 with its key."""
    return certificates.make(tmp_path)


@pytest.fixture
def serve(certificate: Path) -> Iterator[Callable[..., tuple[Mailbox, int]]]:
    """Return a function that starts a server."""
    running = []

    def make(**options: object) -> tuple[Mailbox, int]:
        keeper, port = Mailbox(), free_port()
        running.append(Controller(keeper, hostname="127.0.0.1", port=port, **options))  # pyright: ignore
        running[-1].start()
        return keeper, port

    yield make
    for each in running:
        each.stop()


def knows(_server, _session, _envelope, _mechanism, data) -> AuthResult:
    assert isinstance(data, LoginPassword)
    return AuthResult(success=(data.login, data.password) == (LOGIN.encode(), SECRET.encode()))


def address(port: int, *, scheme: str = "smtp", password: str = "") -> str:
    who = f"{LOGIN.replace('@', '%40')}:{password.replace('@', '%40').replace('/', '%2F')}@" if password else ""
    return f"{scheme}://{who}127.0.0.1:{port}"


def test_mail_arrives_unchanged(serve):
    keeper, port = serve()
    SmtpMailer(address(port), 5.0).send("01A", message(), to="asha@example.org")
    ((to, content, encrypted, signed_in),) = keeper.taken
    assert (to, encrypted, signed_in) == (["asha@example.org"], False, False)
    read = message_from_bytes(content, policy=policy.default)
    assert read["Subject"] == "Grüße"
    assert read.get_content().strip() == "नमस्ते"


class TestTls:
    @pytest.fixture(autouse=True)
    def trusted(self, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))

    def starttls(self, serve, certificate: Path) -> tuple[Mailbox, int]:
        return serve(
            tls_context=certificates.server_context(certificate),
            require_starttls=True,
            authenticator=knows,
            auth_required=True,
        )

    def test_password_is_sent_over_starttls(self, serve, certificate):
        keeper, port = self.starttls(serve, certificate)
        SmtpMailer(address(port, password=SECRET), 5.0).send("01A", message(), to="asha@example.org")
        assert [mail[2:] for mail in keeper.taken] == [(True, True)]

    def test_smtps_uses_tls_from_the_start(self, serve, certificate):
        keeper, port = serve(ssl_context=certificates.server_context(certificate))
        SmtpMailer(address(port, scheme="smtps"), 5.0).send("01A", message(), to="asha@example.org")
        assert len(keeper.taken) == 1

    def test_wrong_password_is_not_permanent(self, serve, certificate):
        keeper, port = self.starttls(serve, certificate)
        with pytest.raises(MailError) as refused:
            SmtpMailer(address(port, password="wrong"), 5.0).send("01A", message(), to="asha@example.org")
        assert not refused.value.permanent
        assert keeper.taken == []

    def test_untrusted_certificate_is_refused(self, serve, certificate, monkeypatch):
        keeper, port = self.starttls(serve, certificate)
        monkeypatch.delenv("SSL_CERT_FILE")
        with pytest.raises(MailError, match=r"(?i)certificate"):
            SmtpMailer(address(port, password=SECRET), 5.0).send("01A", message(), to="asha@example.org")
        assert keeper.taken == []

    def test_probe_sends_no_mail(self, serve, certificate):
        keeper, port = self.starttls(serve, certificate)
        SmtpMailer(address(port, password=SECRET), 5.0).probe()
        assert keeper.taken == []


def test_queued_mail_is_delivered_once(serve, db: Session, monkeypatch):
    keeper, port = serve()
    monkeypatch.setattr(delivery, "get_mailer", lambda: SmtpMailer(address(port), 5.0))
    db.add(OutboxMail(to="asha@example.org", subject="Your code", text="123456", purpose="test"))
    db.commit()
    assert (outbox.deliver_due(), outbox.deliver_due()) == (1, 0)
    ((to, content, *_),) = keeper.taken
    assert to == ["asha@example.org"]
    assert b"123456" in content
    db.expire_all()
    assert db.exec(select(OutboxMail)).one().sent_at is not None


def test_encoded_word_in_an_address_reaches_no_mailbox(serve, db: Session, monkeypatch):
    keeper, port = serve()
    monkeypatch.setattr(delivery, "get_mailer", lambda: SmtpMailer(address(port), 5.0))
    db.add(OutboxMail(to="=?utf-8?q?asha=2Cvictim?=@example.org", subject="Your code", text="123456", purpose="test"))
    db.commit()
    outbox.deliver_due()
    assert [(to, content.splitlines()[1]) for to, content, *_ in keeper.taken] == []


def subjects() -> list[str]:
    """The subjects of mails in the messages modules that hold what people typed."""
    found = []
    for path in sources.python_files("marketplace/domain"):
        if path.name == "messages.py":
            module = import_module(sources.name(path).removesuffix(".py").replace("/", "."))
            found += [
                value for name, value in vars(module).items() if "SUBJECT" in name or name.startswith("ALERT_FALL_")
            ]
            found += [subject for subject, _ in getattr(module, "MAILS", {}).values()]
    return sorted(subject for subject in found if "{" in subject)


def test_all_subjects_are_found():
    assert len(subjects()) > 40


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(template=st.sampled_from(subjects()), typed=st.one_of(texts(), st.sampled_from(ODD)))
def test_what_people_typed_survives_in_every_subject(smtp, tmp_path, db: Session, template, typed):
    keeper, mailer = smtp
    subject = t(template, **dict.fromkeys(re.findall(r"{(\w+)}", template), typed))
    outbox.mail(db, "asha@example.org", subject, "Hello", purpose="test")
    mail = db.exec(select(OutboxMail)).one()
    made = delivery.make_message(mail)
    mailer.send(mail.id, made, to=mail.to)
    FolderMailer(tmp_path).send("mail", made, to=mail.to)
    db.rollback()
    # The queue cuts a subject at 300 characters; see `kept` for what no header can hold.
    expected = kept(kept(subject).strip()[:300])
    for raw in (keeper.taken.pop()[1], (tmp_path / "mail.eml").read_bytes()):
        assert read_headers(raw)["subject"] == expected
        read = message_from_bytes(raw, policy=policy.default)
        assert (read["Subject"], read.get_content().strip()) == (expected, "Hello")


@pytest.fixture
def smtp(serve) -> tuple[Mailbox, SmtpMailer]:
    """A mailbox and what sends to it."""
    keeper, port = serve()
    return keeper, SmtpMailer(address(port), 5.0)
