"""Tests of outbox.mail."""

from email import message_from_bytes, policy

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn
from marketplace.core.mail_headers import MailHeader
from marketplace.db import database
from marketplace.domain import outbox
from marketplace.domain.jobs import queue
from marketplace.domain.outbox.delivery import make_message
from marketplace.settings import get_settings
from tests import factories
from tests.domain.accounts.steps import mails
from tests.rfc2047 import read_headers, read_mailbox


def promise(to="a@example.org", subject="Hello", text="Some text", **options):
    with database.unit_of_work() as db:
        outbox.mail(db, to, subject, text, purpose="test", **options)


def test_enqueued_with_the_transaction_and_published_after_it(db, published):
    promise()
    assert [mail.to for mail in mails(db)] == ["a@example.org"]
    assert [event.topic for event in published] == ["mail"]


def test_rollback_enqueues_nothing(db, published):
    def fail():
        with database.unit_of_work() as work:
            outbox.mail(work, "a@example.org", "Hello", "x", purpose="test")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert mails(db) == []
    assert published == []


def test_one_key_mails_once(db):
    promise(dedupe_key="digest-1", text="first")
    promise(dedupe_key="digest-1", text="second")
    promise(dedupe_key="digest-2")
    assert [mail.text for mail in mails(db)] == ["first", "Some text"]


def test_one_key_mails_once_among_workers_too(db, monkeypatch):
    promise(dedupe_key="digest-1")
    # The other worker's row was not there yet when this one looked.
    monkeypatch.setattr(queue, "has_equal", lambda *_: False)
    promise(dedupe_key="digest-1")
    assert len(mails(db)) == 1


def test_a_subject_is_one_line(db):
    promise(subject="Hello\r\nBcc: everyone@example.org")
    message = make_message(mails(db)[0])
    assert message["Subject"] == "Hello Bcc: everyone@example.org"
    assert message["Bcc"] is None


@pytest.mark.parametrize(
    "name",
    [
        "=?utf-8?q?Asha=0A=0AYour_account_is_blocked?=",
        "=?utf-8?b?QXNoYQ0KDQpZb3VyIGFjY291bnQ=?=",
        "=?iso-8859-1?q?=41=73?=\u2028=?utf-8?q?ha?=",
        "मेज फ्लैट मेज नया मेज",
        "a" * 200,
    ],
)
def test_a_subject_arrives_as_it_was_written(db, name):
    promise(subject=f"Your ad '{name}' is live")
    raw = make_message(mails(db)[0]).as_bytes()
    expected = f"Your ad '{' '.join(name.split())}' is live"
    assert read_headers(raw)["subject"] == expected
    assert message_from_bytes(raw, policy=policy.default)["Subject"] == expected
    assert b"\n\nYour account" not in raw


def test_a_site_name_is_only_a_name(db, monkeypatch):
    name = "=?utf-8?q?Chowk=0A=0AHello?= <evil@example.org>, चौक"
    monkeypatch.setattr(get_settings(), "site_name", name)
    promise()
    raw = make_message(mails(db)[0]).as_bytes()
    assert read_mailbox(read_headers(raw)["from"]) == (name, "no-reply@localhost")
    (address,) = message_from_bytes(raw, policy=policy.default)["From"].addresses
    # Python reads a space between two encoded words of a display name.
    assert address.display_name.replace(" ", "") == name.replace(" ", "")
    assert address.addr_spec == "no-reply@localhost"


def test_the_message(db):
    promise(
        text="नमस्ते, आप कैसे हैं?",
        unsubscribe_link="https://example.org/u",
        attachments=[{"name": "booking.ics", "media_type": "text/calendar", "content": "BEGIN:VCALENDAR"}],
    )
    (mail,) = mails(db)
    message = make_message(mail)
    assert message["From"] == "Chowk <no-reply@localhost>"
    assert message["List-Unsubscribe"] == "<https://example.org/u>"
    assert message["Message-ID"] == f"<{mail.id}@localhost>"
    assert message.get_body().get_content().strip() == "नमस्ते, आप कैसे हैं?"
    (attached,) = message.iter_attachments()
    assert (attached.get_filename(), attached.get_content_type()) == ("booking.ics", "text/calendar")


def test_all_headers_but_those_of_the_content_are_made_of_text_by_us(db):
    promise(unsubscribe_link="https://example.org/u")
    made = make_message(mails(db)[0])
    others = {name: type(value) for name, value in made.items() if not isinstance(value, MailHeader)}
    assert others.keys() == {"Content-Type", "Content-Transfer-Encoding", "MIME-Version"}


@pytest.mark.parametrize("name", ["a\r\nBcc: x@example.org", "=?utf-8?q?a?=.ics", "मेज.ics", 'a".ics', "../a.ics"])
def test_names_of_attachments_are_ours(db, name):
    with pytest.raises(ValueError):
        promise(attachments=[{"name": name, "media_type": "text/calendar", "content": ""}])


class TestOversight:
    def test_admins_only(self, db):
        for verb, more in ((outbox.list_troubled, ()), (outbox.retry, ("x",))):
            with pytest.raises(NotSignedIn):
                verb(db, ANONYMOUS, *more)
            with pytest.raises(Forbidden):
                verb(db, factories.actor(factories.seller(db)), *more)

    def test_list_troubled_excludes_mails_without_failure(self, db):
        promise()
        admin = factories.actor(factories.admin(db))
        assert outbox.list_troubled(db, admin).items == ()

    def test_unknown_mails(self, db):
        admin = factories.actor(factories.admin(db))
        with pytest.raises(NotFound):
            outbox.retry(db, admin, "nothing")
