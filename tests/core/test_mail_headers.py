"""Any text survives as a header, through a real SMTP server and in a file, and can't become more than one header.

These tests need no more than pytest, Hypothesis and aiosmtpd, so that CI runs them on every supported Python version.
"""

import re
import smtplib
import socket
import unicodedata
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller
from hypothesis import example, given, settings
from hypothesis import strategies as st

from marketplace.core import mail_headers
from tests.rfc2047 import read_headers, read_mailbox

ADDRESS = "no-reply@example.org"
# What a header can't hold, and what stands for it: a line break or another control character is a space, one for each run of
# them, and a lone surrogate is U+FFFD.
_LOST = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
HINDI = "Your ad 'मेज फ्लैट मेज नया मेज' is live"
ODD = [
    "=?utf-8?q?Asha=0A=0AYour_account_is_blocked?=",
    "=?utf-8?b?QXNoYQ0KDQpZb3VyIGFjY291bnQ=?= =?utf-8?q??=",
    "Asha\r\nBcc: everyone@example.org",
    "Asha\x85\x0b\x0c\x1c\u2028\u2029X: y",
    "a\x00b",
    "\ud800",
    "👩‍👩‍👧‍👦" * 30,
    "क्ष" * 80,
    "x" + "\u0301" * 200,
    "two  spaces",
    "no\u00a0break",
    "a" * 300,
    "",
]


def kept(text: str) -> str:
    """What a header shows of a text."""
    text = _LOST.sub(" ", text)
    return "".join("\ufffd" if unicodedata.category(sign) == "Cs" else sign for sign in text)


def characters() -> st.SearchStrategy[str]:
    """Any characters, also those that a header can't hold."""
    return st.text(st.characters(codec=None, categories=None))


def texts() -> st.SearchStrategy[str]:
    """Any text, and texts with pieces of encoded words."""
    pieces = st.sampled_from(["=?", "?=", "=?utf-8?q?", "=?utf-8?b?", "=0A", "\r\n", "\n ", " ", "<a@b>", '"', "मेज "])
    return st.one_of(characters(), st.lists(st.one_of(pieces, characters())).map("".join))


def make_message(subject: str, display_name: str = "Chowk") -> EmailMessage:
    message = EmailMessage()
    message["From"] = mail_headers.make_mailbox("From", ADDRESS, display_name)
    message["Subject"] = mail_headers.make_text("Subject", subject)
    message.set_content("Hello\n")
    return message


def assert_read(raw: bytes, subject: str) -> None:
    """Check with both readers that a message has this subject and no other header than ours."""
    headers = read_headers(raw)
    assert headers["subject"] == subject
    names = {"from", "subject", "content-type", "content-transfer-encoding", "mime-version"}
    assert headers.keys() - {"x-peer", "x-mailfrom", "x-rcptto"} == names
    read = message_from_bytes(raw, policy=policy.default)
    assert read["Subject"] == subject
    assert read.get_content().strip() == "Hello"


@pytest.fixture(scope="module")
def send() -> Iterator[Callable[[EmailMessage], bytes]]:
    """Return a function that sends a message to a local SMTP server and returns what arrived."""
    arrived = []

    class Mailbox:
        async def handle_DATA(self, _server, _session, envelope) -> str:
            arrived.append(envelope.content)
            return "250 taken"

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = Controller(Mailbox(), hostname="127.0.0.1", port=port)
    server.start()

    def deliver(message: EmailMessage) -> bytes:
        with smtplib.SMTP("127.0.0.1", port, "localhost") as client:
            client.send_message(message, ADDRESS, ["asha@example.org"])
        return arrived.pop()

    yield deliver
    server.stop()


@settings(deadline=None)
@given(text=texts())
def test_subject_survives_the_smtp_server_and_the_file(send, text):
    check(send, text)


@pytest.mark.parametrize("text", [HINDI, *ODD], ids=ascii)
def test_odd_subjects_survive(send, text):
    check(send, text)


def check(send: Callable[[EmailMessage], bytes], text: str) -> None:
    message = make_message(text)
    assert message["Subject"] == kept(text)
    for raw in (message.as_bytes(), send(message)):
        assert_read(raw, kept(text))


@settings(deadline=None)
@given(name=texts())
@example(name=HINDI)
@example(name="Chowk")
@example(name="Rao, Asha <evil@example.org>")
def test_display_name_survives_and_adds_no_address(name):
    raw = make_message("Hello", name).as_bytes()
    shown = kept(name).strip()
    assert read_mailbox(read_headers(raw)["from"]) == (shown, ADDRESS)
    (address,) = message_from_bytes(raw, policy=policy.default)["From"].addresses
    assert address.addr_spec == ADDRESS
    # Python reads a space between two encoded words of a display name, which RFC 2047 does not.
    assert re.sub(r"\s", "", address.display_name) == re.sub(r"\s", "", shown)


def test_marks_and_conjuncts_stay_with_their_letter():
    written = mail_headers.make_text("Subject", "क्षत्रिय " * 20).fold(policy=policy.default)
    _, *words = written.split("\n ")
    shown = [read_headers(f"X: {word}\n\n".encode())["x"] for word in words]
    assert len(shown) > 3
    assert not any(unicodedata.category(word[0]).startswith("M") for word in shown)
    assert not any(unicodedata.combining(word[-1]) for word in shown)


@pytest.mark.parametrize("text", ["Your code for Chowk", "Your ad 'Table (new)' is live", "Is it a = b?"])
def test_short_ascii_is_written_as_it_is(text):
    assert f"Subject: {text}\n".encode() in make_message(text).as_bytes()


@pytest.mark.parametrize(
    "value", ["<https://example.org/>\nBcc: a@b", "<https://example.org/मेज>", "=?utf-8?q?a?=", "\x85"]
)
def test_other_headers_are_plain_ascii(value):
    with pytest.raises(ValueError, match="List-Unsubscribe"):
        mail_headers.make_ascii("List-Unsubscribe", value)
