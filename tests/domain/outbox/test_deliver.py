"""Tests of mail delivery: once for any number of workers, with backoff and a last attempt."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email import message_from_bytes, policy
from threading import Lock

import pytest
from sqlalchemy import event
from sqlmodel import Session, col, delete, select

from marketplace.core import clock, ids
from marketplace.core.errors import Unavailable
from marketplace.db import database
from marketplace.domain import outbox
from marketplace.domain.outbox import delivery, queries
from marketplace.integrations.mail import MailError
from marketplace.models import OutboxMail
from marketplace.settings import get_settings
from tests import factories


class FakeMailer:
    """A mailer that records mails and fails on demand."""

    def __init__(self):
        self.sent = []
        self.recipients = []
        self.error = None
        self.lock = Lock()

    def send(self, key, message, *, to):
        if self.error:
            raise self.error
        with self.lock:
            self.sent.append((key, message))
            self.recipients.append(to)


@pytest.fixture
def postman(monkeypatch):
    made = FakeMailer()
    monkeypatch.setattr(delivery, "get_mailer", lambda: made)
    return made


@pytest.fixture
def at(monkeypatch):
    real = clock.now

    def go(seconds):
        moment = real() + timedelta(seconds=seconds)
        monkeypatch.setattr(clock, "now", lambda: moment)

    return go


def mails(db) -> list[OutboxMail]:
    """All mails, oldest first; sent ones have no recipient."""
    found = select(OutboxMail).order_by(col(OutboxMail.id)).execution_options(populate_existing=True)
    return list(db.exec(found))


def promise(n=1, **options):
    with database.unit_of_work() as db:
        for i in range(n):
            outbox.mail(db, f"a{i}@example.org", "Hello", "x", purpose="test", **options)


def test_mails_are_sent_once_in_order(db, postman):
    promise(3)
    assert outbox.deliver_due() == 3
    assert outbox.deliver_due() == 0
    assert [message["To"] for _key, message in postman.sent] == ["a0@example.org", "a1@example.org", "a2@example.org"]
    assert all(mail.sent_at and mail.attempts == 1 for mail in mails(db))


def test_a_limit_leaves_the_others_for_later(db, postman):
    promise(3)
    assert outbox.deliver_due(limit=2) == 2
    assert outbox.deliver_due(limit=2) == 1


def test_urgent_mails_go_first(db, postman):
    promise(2)
    promise(can_wait=False)
    assert outbox.deliver_due(limit=1) == 1
    assert [mail.sent_at is not None for mail in mails(db)] == [False, False, True]
    assert outbox.deliver_due() == 2


def test_urgent_mail_waits_for_at_most_one_other(db, postman, monkeypatch):
    promise(3)
    send = postman.send

    def send_while_somebody_asks_for_a_code(key, message, *, to):
        if not postman.sent:
            promise(can_wait=False)
        send(key, message, to=to)

    monkeypatch.setattr(postman, "send", send_while_somebody_asks_for_a_code)
    assert outbox.deliver_due() == 4
    urgent_only = next(mail.id for mail in mails(db) if not mail.can_wait)
    assert [key for key, _message in postman.sent].index(urgent_only) == 1


def test_urgent_only_skips_other_mails(db, postman):
    promise()
    promise(can_wait=False)
    assert outbox.deliver_due(urgent_only=True) == 1
    assert [mail.sent_at is not None for mail in mails(db)] == [False, True]


@pytest.mark.parametrize("urgent_only", [True, False])
def test_next_mail_is_found_without_a_full_scan(db, connection, urgent_only):
    if connection.dialect.name != "sqlite":
        pytest.skip("PostgreSQL looks at all of a few")
    asked = []
    event.listen(connection, "before_cursor_execute", lambda *said: asked.append(said[2:4]))
    queries.list_due_ids(db, clock.now(), 10, urgent_only=urgent_only)
    ((statement, values),) = [said for said in asked if said[0].startswith("SELECT")]
    plan = [row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)]
    assert len(plan) == 1
    assert "ix_outbox_mails_waiting" in plan[0]


def test_no_mail_is_sent_after_stop(db, postman):
    promise(3)
    assert outbox.deliver_due(should_continue=lambda: not postman.sent) == 1
    assert [mail.attempts for mail in mails(db)] == [1, 0, 0]
    assert outbox.deliver_due() == 2


def test_code_is_derived_when_sent(db, postman):
    seed = ids.new_id()
    with database.unit_of_work() as work:
        outbox.mail(work, "a@example.org", "Hello", "Your code: {code}", purpose="code", code_seed=seed)
    outbox.deliver_due()
    code = ids.derive_code(get_settings().secret, seed)
    assert postman.sent[0][1].get_content().strip() == f"Your code: {code}"
    assert code not in mails(db)[0].text


def test_failures_back_off(db, postman, at):
    promise()
    postman.error = MailError("connection refused")
    assert outbox.deliver_due() == 0
    assert outbox.deliver_due() == 0
    (mail,) = mails(db)
    assert (mail.attempts, mail.last_error, mail.failed_at) == (1, "connection refused", None)
    at(16)
    outbox.deliver_due()
    assert mails(db)[0].attempts == 2
    at(40)
    outbox.deliver_due()
    assert mails(db)[0].attempts == 2
    at(50)
    postman.error = None
    assert outbox.deliver_due() == 1
    assert mails(db)[0].last_error == ""


def test_mail_fails_after_the_last_attempt_and_admins_may_retry(db, postman, at, monkeypatch):
    monkeypatch.setattr(get_settings(), "mail_attempts", 3)
    promise()
    postman.error = MailError("connection refused")
    for day in range(5):
        at(day * 86_400)
        outbox.deliver_due()
    (mail,) = mails(db)
    assert mail.attempts == 3
    assert mail.failed_at is not None
    admin = factories.actor(factories.admin(db))
    (trouble,) = outbox.list_troubled(db, admin).items
    assert (trouble.given_up, trouble.last_error) == (True, "connection refused")
    postman.error = None
    outbox.retry(db, admin, trouble.id)
    db.commit()
    assert outbox.deliver_due() == 1
    assert outbox.list_troubled(db, admin).items == ()


def test_permanent_failure_is_not_retried(db, postman):
    promise()
    postman.error = MailError("550 no such user", permanent=True)
    outbox.deliver_due()
    assert mails(db)[0].failed_at is not None


@pytest.mark.parametrize("to", ["=?utf-8?q?a=2Cb?=@example.org", "a@example.org, b@example.org", "nobody"])
def test_invalid_stored_recipient_is_not_retried(db, postman, to):
    with database.unit_of_work() as work:
        work.add(OutboxMail(to=to, subject="Hello", text="x", purpose="test"))
    assert outbox.deliver_due() == 0
    (mail,) = mails(db)
    assert postman.sent == []
    assert (mail.attempts, mail.failed_at is not None) == (1, True)


def test_the_envelope_names_the_recipient_and_the_header_shows_the_same(db, postman):
    with database.unit_of_work() as work:
        outbox.mail(work, "o'neil+tag@example.org", "Hello", "x", purpose="test")
    assert outbox.deliver_due() == 1
    assert postman.recipients == ["o'neil+tag@example.org"]
    read = message_from_bytes(postman.sent[0][1].as_bytes(), policy=policy.default)
    assert [address.addr_spec for address in read["To"].addresses] == postman.recipients


def test_a_broken_mail_does_not_block_the_next(db, postman):
    promise(unsubscribe_link="https://example.org/\nbreak")
    promise()
    assert outbox.deliver_due() == 1
    assert mails(db)[0].last_error == "ValueError"


def test_claim_excludes_other_workers_until_it_expires(db, postman, at):
    promise()
    (mail,) = mails(db)
    mail.locked_until = clock.now() + timedelta(seconds=100)
    db.commit()
    assert outbox.deliver_due() == 0
    at(101)
    assert outbox.deliver_due() == 1


@pytest.mark.parametrize("error", [None, MailError("451 later please")])
def test_result_is_stored_once_the_database_is_back(db, postman, monkeypatch, error):
    promise()
    real, waited = database.unit_of_work, []

    def unit_of_work():
        # The mail was claimed and sent before.
        if len(waited) < 3 and mails(db)[0].attempts:
            waited.append("away")
            raise Unavailable
        return real()

    monkeypatch.setattr(delivery, "unit_of_work", unit_of_work)
    monkeypatch.setattr(delivery.time, "sleep", lambda _seconds: None)
    postman.error = error
    outbox.deliver_due()
    (mail,) = mails(db)
    assert len(waited) == 3
    assert (mail.sent_at is None, mail.last_error, mail.locked_until) == (bool(error), str(error or ""), None)
    assert outbox.deliver_due() == 0


def test_old_sent_mails_are_deleted(db, postman, at):
    promise()
    outbox.deliver_due()
    promise()
    assert outbox.forget_old(db) == 0
    at(31 * 86_400)
    assert outbox.forget_old(db) == 1
    assert len(mails(db)) == 1


def test_concurrent_workers_send_each_mail_once(engine, postman, monkeypatch):
    monkeypatch.setattr(database, "new_session", lambda: Session(engine, expire_on_commit=False))
    promise(12)
    with ThreadPoolExecutor(6) as pool:
        sent = sum(pool.map(lambda _: outbox.deliver_due(), range(6)))
    keys = [key for key, _message in postman.sent]
    with database.unit_of_work() as work:
        work.exec(delete(OutboxMail))
    assert sent == 12
    assert len(keys) == len(set(keys)) == 12


def test_sent_mail_is_erased(postman, crowd):
    with database.unit_of_work() as db:
        db.exec(delete(OutboxMail))
        attachment = {"name": "asha.ics", "media_type": "text/calendar", "content": "Asha"}
        outbox.mail(
            db,
            "asha@example.org",
            "For Asha",
            "Dear Asha",
            purpose="test",
            unsubscribe_link="https://example.org/asha",
            attachments=[attachment],
            dedupe_key="once",
        )
    assert outbox.deliver_due() == 1
    (sent,) = postman.sent
    assert (sent[1]["To"], sent[1]["Subject"]) == ("asha@example.org", "For Asha")
    (row,) = mails(crowd)
    assert row.sent_at is not None
    assert "asha" not in str(row.model_dump()).lower()
    with database.unit_of_work() as db:
        outbox.mail(db, "asha@example.org", "For Asha", "Dear Asha", purpose="test", dedupe_key="once")
    assert outbox.deliver_due() == 0


def test_old_failed_mails_are_deleted(postman, crowd, at):
    with database.unit_of_work() as db:
        db.exec(delete(OutboxMail))
    promise()
    postman.error = MailError("no such mailbox", permanent=True)
    outbox.deliver_due()
    at(get_settings().mail_keep_days * 86_400 - 60)
    with database.unit_of_work() as db:
        assert outbox.forget_old(db) == 0
    at(get_settings().mail_keep_days * 86_400 + 60)
    with database.unit_of_work() as db:
        assert outbox.forget_old(db) == 1
