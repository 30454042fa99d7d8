"""Handing mails over: into a folder, and to a server that speaks SMTP."""

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
        self.say("220 ready")
        while line := self.rfile.readline().decode().strip():
            verb = line.split(":")[0].upper()
            if verb.startswith("EHLO"):
                self.say("250-test\r\n250-8BITMIME\r\n250 SMTPUTF8")
            elif verb == "RCPT TO":
                self.say(self.server.reply)
            elif verb == "DATA":
                self.say("354 go on")
                lines = []
                while (part := self.rfile.readline()) != b".\r\n":
                    lines.append(part)
                self.server.received.append(b"".join(lines))
                self.say("250 taken")
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
