"""Tests of sending mail to a folder and to an SMTP server."""

import smtplib
import socketserver
import stat
import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Thread

import pytest

from marketplace.integrations.mail import FolderMailer, MailError, SmtpMailer
from marketplace.settings import Settings


def message(to="asha@example.org"):
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "no-reply@example.org", to, "Grüße"
    made.set_content("नमस्ते\n")
    return made


class TestFolder:
    def test_mail_is_written_to_a_file_named_by_its_key(self, tmp_path):
        FolderMailer(tmp_path / "outbox").send("01A", message(), to="asha@example.org")
        (written,) = (tmp_path / "outbox").iterdir()
        assert written.name == "01A.eml"
        assert stat.S_ISREG(written.stat().st_mode)
        read = message_from_bytes(written.read_bytes(), policy=policy.default)
        assert read["Subject"] == "Grüße"
        assert read.get_content() == "नमस्ते\n"

    def test_second_attempt_replaces_the_file(self, tmp_path):
        for _ in range(2):
            FolderMailer(tmp_path).send("01A", message(), to="asha@example.org")
        assert [path.name for path in tmp_path.iterdir()] == ["01A.eml"]

    def test_folder_that_cannot_be_created_raises(self, tmp_path):
        (tmp_path / "outbox").write_text("in the way")
        with pytest.raises(MailError):
            FolderMailer(tmp_path / "outbox").send("01A", message(), to="asha@example.org")


class Conversation(socketserver.StreamRequestHandler):
    """A minimal SMTP server (RFC 5321)."""

    def handle(self):
        self.say(self.server.greeting)
        while line := self.rfile.readline().decode().strip():
            verb = line.split(":")[0].upper()
            if verb.startswith("EHLO"):
                self.say("250-test\r\n250-8BITMIME\r\n250 SMTPUTF8")
            elif verb == "MAIL FROM":
                self.say(self.server.sender_reply)
            elif verb == "RCPT TO":
                self.say(self.server.reply)
            elif verb == "DATA":
                self.say("354 go on")
                lines = []
                while (part := self.rfile.readline()) != b".\r\n":
                    lines.append(part)
                self.server.received.append(b"".join(lines))
                time.sleep(self.server.thinks_s)
                self.say(self.server.verdict)
            elif verb == "QUIT":
                self.say(self.server.farewell)
                return
            else:
                self.say("250 ok")

    def say(self, text):
        time.sleep(self.server.pause_s)
        self.wfile.write(text.encode() + b"\r\n")


@pytest.fixture
def server():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation) as made:
        made.daemon_threads = True
        made.reply, made.received, made.farewell, made.pause_s = "250 ok", [], "221 bye", 0.0
        made.greeting, made.sender_reply, made.verdict, made.thinks_s = "220 ready", "250 ok", "250 taken", 0.0
        Thread(target=made.serve_forever, args=(0.05,), daemon=True).start()
        yield made
        made.shutdown()


class TestSmtp:
    def send(self, server, timeout_s=5.0):
        SmtpMailer(f"smtp://127.0.0.1:{server.server_address[1]}", timeout_s).send(
            "01A", message(), to="asha@example.org"
        )

    def test_mail_is_sent(self, server):
        self.send(server)
        (taken,) = server.received
        assert message_from_bytes(taken, policy=policy.default).get_content().strip() == "नमस्ते"

    @pytest.mark.parametrize(("reply", "permanent"), [("550 no such user", True), ("451 later please", False)])
    def test_refused_recipient_is_permanent_or_not(self, server, reply, permanent):
        server.reply = reply
        with pytest.raises(MailError) as refused:
            self.send(server)
        assert refused.value.permanent is permanent
        assert reply in str(refused.value)

    @pytest.mark.parametrize(
        ("step", "reply"),
        [
            ("greeting", "554 5.7.1 no service for you today"),
            ("greeting", "521 no mail here"),
            ("sender_reply", "530 5.7.0 authentication required"),
            ("sender_reply", "553 5.1.8 that sender is unknown"),
            ("reply", "530 5.7.0 authentication required"),
            ("reply", "554 5.7.1 relay access denied"),
            ("verdict", "530 5.7.0 authentication required"),
        ],
    )
    def test_server_errors_are_not_permanent(self, server, step, reply):
        setattr(server, step, reply)
        with pytest.raises(MailError) as refused:
            self.send(server)
        assert not refused.value.permanent

    @pytest.mark.parametrize(("verdict", "permanent"), [("554 that is a virus", True), ("452 no room", False)])
    def test_refused_content_is_permanent_or_not(self, server, verdict, permanent):
        server.verdict = verdict
        with pytest.raises(MailError) as refused:
            self.send(server)
        assert refused.value.permanent is permanent

    @pytest.mark.parametrize("step", ["greeting", "sender_reply"])
    def test_probe_detects_server_errors(self, server, step):
        mailer = SmtpMailer(f"smtp://127.0.0.1:{server.server_address[1]}", 5.0)
        mailer.probe()
        setattr(server, step, "554 no service for you today")
        with pytest.raises(smtplib.SMTPResponseException):
            mailer.probe()
        assert server.received == []

    def test_slow_reply_to_the_content_does_not_resend(self, server):
        server.thinks_s = 0.6
        self.send(server, timeout_s=0.3)
        assert len(server.received) == 1

    @pytest.mark.parametrize("farewell", ["", "421 away with you", "500 what?"])
    def test_accepted_mail_is_sent_whatever_the_reply_to_quit(self, server, farewell):
        server.farewell = farewell
        self.send(server, timeout_s=0.5)
        assert len(server.received) == 1

    def test_total_timeout_covers_all_steps(self, server):
        server.pause_s = 0.15
        with pytest.raises(MailError):
            SmtpMailer(f"smtp://127.0.0.1:{server.server_address[1]}", 5.0, total_s=0.5).send(
                "01A", message(), to="asha@example.org"
            )
        assert server.received == []

    def test_unreachable_server_raises(self, server):
        with pytest.raises(MailError) as failed:
            SmtpMailer("smtp://127.0.0.1:1", 1.0).send("01A", message(), to="asha@example.org")
        assert not failed.value.permanent

    def test_password_is_never_sent_unencrypted(self, server):
        mailer = SmtpMailer(f"smtp://me:secret@127.0.0.1:{server.server_address[1]}", 5.0)
        with pytest.raises(MailError):
            mailer.send("01A", message(), to="asha@example.org")
        assert server.received == []


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail.example.org", "smtp://"])
def test_invalid_smtp_urls_are_refused(url):
    with pytest.raises(ValueError, match="smtp://"):
        Settings(smtp_url=url)
