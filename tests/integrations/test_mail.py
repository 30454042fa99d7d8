"""Handing mails over: into a folder, and to a server that speaks SMTP."""

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
    def test_a_whole_mail_under_its_key(self, tmp_path):
        FolderMailer(tmp_path / "outbox").send("01A", message())
        (written,) = (tmp_path / "outbox").iterdir()
        assert written.name == "01A.eml"
        assert stat.S_ISREG(written.stat().st_mode)
        read = message_from_bytes(written.read_bytes(), policy=policy.default)
        assert read["Subject"] == "Grüße"
        assert read.get_content() == "नमस्ते\n"

    def test_a_second_try_replaces_the_first(self, tmp_path):
        for _ in range(2):
            FolderMailer(tmp_path).send("01A", message())
        assert [path.name for path in tmp_path.iterdir()] == ["01A.eml"]

    def test_a_folder_that_can_not_be_made(self, tmp_path):
        (tmp_path / "outbox").write_text("in the way")
        with pytest.raises(MailError):
            FolderMailer(tmp_path / "outbox").send("01A", message())


class Conversation(socketserver.StreamRequestHandler):
    """The server's half of RFC 5321, as far as it is needed."""

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
        SmtpMailer(f"smtp://127.0.0.1:{server.server_address[1]}", timeout_s).send("01A", message())

    def test_a_mail_arrives(self, server):
        self.send(server)
        (taken,) = server.received
        assert message_from_bytes(taken, policy=policy.default).get_content().strip() == "नमस्ते"

    @pytest.mark.parametrize(("reply", "permanent"), [("550 no such user", True), ("451 later please", False)])
    def test_a_refusal_tells_whether_to_try_again(self, server, reply, permanent):
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
    def test_what_would_be_said_of_any_mail_is_no_verdict_on_this_one(self, server, step, reply):
        setattr(server, step, reply)
        with pytest.raises(MailError) as refused:
            self.send(server)
        assert not refused.value.permanent

    @pytest.mark.parametrize(("verdict", "permanent"), [("554 that is a virus", True), ("452 no room", False)])
    def test_a_text_that_is_refused(self, server, verdict, permanent):
        server.verdict = verdict
        with pytest.raises(MailError) as refused:
            self.send(server)
        assert refused.value.permanent is permanent

    @pytest.mark.parametrize("step", ["greeting", "sender_reply"])
    def test_probing_sees_what_would_be_said_of_any_mail(self, server, step):
        mailer = SmtpMailer(f"smtp://127.0.0.1:{server.server_address[1]}", 5.0)
        mailer.probe()
        setattr(server, step, "554 no service for you today")
        with pytest.raises(smtplib.SMTPResponseException):
            mailer.probe()
        assert server.received == []

    def test_a_server_that_thinks_about_the_text_is_not_given_it_twice(self, server):
        server.thinks_s = 0.6
        self.send(server, timeout_s=0.3)
        assert len(server.received) == 1

    @pytest.mark.parametrize("farewell", ["", "421 away with you", "500 what?"])
    def test_a_mail_that_was_taken_is_sent_however_the_server_parts(self, server, farewell):
        server.farewell = farewell
        self.send(server, timeout_s=0.5)
        assert len(server.received) == 1

    def test_a_server_that_is_slow_at_every_step_is_left_in_time(self, server):
        server.pause_s = 0.15
        with pytest.raises(MailError):
            SmtpMailer(f"smtp://127.0.0.1:{server.server_address[1]}", 5.0, total_s=0.5).send("01A", message())
        assert server.received == []

    def test_nobody_there(self, server):
        with pytest.raises(MailError) as failed:
            SmtpMailer("smtp://127.0.0.1:1", 1.0).send("01A", message())
        assert not failed.value.permanent

    def test_a_password_is_never_sent_in_clear(self, server):
        mailer = SmtpMailer(f"smtp://me:secret@127.0.0.1:{server.server_address[1]}", 5.0)
        with pytest.raises(MailError):
            mailer.send("01A", message())
        assert server.received == []


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail.example.org", "smtp://"])
def test_addresses_that_are_none(url):
    with pytest.raises(ValueError, match="smtp://"):
        Settings(smtp_url=url)
