"""Delivering: once, whatever the number of workers, with patience, and never for ever."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Lock

import pytest
from sqlalchemy import event
from sqlmodel import Session, delete

from marketplace import clock, database, ids
from marketplace.domain import outbox
from marketplace.domain.outbox import delivery, queries
from marketplace.errors import Unavailable
from marketplace.integrations.mail import MailError
from marketplace.models import OutboxMail
from marketplace.settings import get_settings
from tests import factories
from tests.domain.accounts.steps import mails


class Postman:
    """A mailer that remembers, and fails while told to."""

    def __init__(self):
        self.sent = []
        self.error = None
        self.lock = Lock()

    def send(self, key, message):
        if self.error:
            raise self.error
        with self.lock:
            self.sent.append((key, message))


@pytest.fixture
def postman(monkeypatch):
    made = Postman()
    monkeypatch.setattr(delivery, "get_mailer", lambda: made)
    return made


@pytest.fixture
def at(monkeypatch):
    real = clock.now

    def go(seconds):
        moment = real() + timedelta(seconds=seconds)
        monkeypatch.setattr(clock, "now", lambda: moment)

    return go


def promise(n=1, **options):
    with database.unit_of_work() as db:
        for i in range(n):
            outbox.mail(db, f"a{i}@example.org", "Hello", "x", purpose="test", **options)


def test_each_is_sent_once_in_order(db, postman):
    promise(3)
    assert outbox.deliver_due() == 3
    assert outbox.deliver_due() == 0
    assert [message["To"] for _key, message in postman.sent] == ["a0@example.org", "a1@example.org", "a2@example.org"]
    assert all(mail.sent_at and mail.attempts == 1 for mail in mails(db))


def test_a_limit_leaves_the_others_for_later(db, postman):
    promise(3)
    assert outbox.deliver_due(limit=2) == 2
    assert outbox.deliver_due(limit=2) == 1


def test_what_can_not_wait_goes_first(db, postman):
    promise(2)
    promise(can_wait=False)
    assert outbox.deliver_due(limit=1) == 1
    assert [mail.sent_at is not None for mail in mails(db)] == [False, False, True]
    assert outbox.deliver_due() == 2


def test_and_is_never_behind_more_than_the_mail_in_hand(db, postman, monkeypatch):
    promise(3)
    send = postman.send

    def send_while_somebody_asks_for_a_code(key, message):
        if not postman.sent:
            promise(can_wait=False)
        send(key, message)

    monkeypatch.setattr(postman, "send", send_while_somebody_asks_for_a_code)
    assert outbox.deliver_due() == 4
    hurried = next(mail.id for mail in mails(db) if not mail.can_wait)
    assert [key for key, _message in postman.sent].index(hurried) == 1


def test_the_runner_leaves_what_can_wait(db, postman):
    promise()
    promise(can_wait=False)
    assert outbox.deliver_due(hurried=True) == 1
    assert [mail.sent_at is not None for mail in mails(db)] == [False, True]


@pytest.mark.parametrize("hurried", [True, False])
def test_the_next_is_found_without_looking_at_all_that_wait(db, connection, hurried):
    if connection.dialect.name != "sqlite":
        pytest.skip("PostgreSQL looks at all of a few")
    asked = []
    event.listen(connection, "before_cursor_execute", lambda *said: asked.append(said[2:4]))
    queries.list_due_ids(db, clock.now(), 10, hurried=hurried)
    ((statement, values),) = [said for said in asked if said[0].startswith("SELECT")]
    plan = [row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)]
    assert len(plan) == 1
    assert "ix_outbox_mails_waiting" in plan[0]


def test_none_is_begun_once_it_is_to_stop(db, postman):
    promise(3)
    assert outbox.deliver_due(goes_on=lambda: not postman.sent) == 1
    assert [mail.attempts for mail in mails(db)] == [1, 0, 0]
    assert outbox.deliver_due() == 2


def test_the_code_is_made_at_sending(db, postman):
    seed = ids.new_id()
    with database.unit_of_work() as work:
        outbox.mail(work, "a@example.org", "Hello", "Your code: {code}", purpose="code", code_seed=seed)
    outbox.deliver_due()
    code = ids.derive_code(get_settings().secret, seed)
    assert postman.sent[0][1].get_content().strip() == f"Your code: {code}"
    assert code not in mails(db)[0].text


def test_a_failure_waits_longer_each_time(db, postman, at):
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


def test_it_is_given_up_at_last_and_an_admin_may_try_again(db, postman, at, monkeypatch):
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


def test_a_refusal_for_ever_is_given_up_at_once(db, postman):
    promise()
    postman.error = MailError("550 no such user", permanent=True)
    outbox.deliver_due()
    assert mails(db)[0].failed_at is not None


def test_a_mail_that_breaks_does_not_stop_the_next(db, postman):
    promise(headers={"X-Bad": "line\nbreak"})
    promise()
    assert outbox.deliver_due() == 1
    assert mails(db)[0].last_error == "ValueError"


def test_a_claim_keeps_others_off_until_it_lapses(db, postman, at):
    promise()
    (mail,) = mails(db)
    mail.locked_until = clock.now() + timedelta(seconds=100)
    db.commit()
    assert outbox.deliver_due() == 0
    at(101)
    assert outbox.deliver_due() == 1


@pytest.mark.parametrize("error", [None, MailError("451 later please")])
def test_what_became_of_a_mail_is_written_when_the_database_is_back(db, postman, monkeypatch, error):
    promise()
    real, waited = database.unit_of_work, []

    def unit_of_work():
        # The mail was claimed, and then handed over.
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


def test_sent_mails_are_forgotten_after_a_while(db, postman, at):
    promise()
    outbox.deliver_due()
    promise()
    assert outbox.forget_old(db) == 0
    at(31 * 86_400)
    assert outbox.forget_old(db) == 1
    assert len(mails(db)) == 1


def test_many_workers_never_send_one_mail_twice(engine, postman, monkeypatch):
    monkeypatch.setattr(database, "new_session", lambda: Session(engine, expire_on_commit=False))
    promise(12)
    with ThreadPoolExecutor(6) as pool:
        sent = sum(pool.map(lambda _: outbox.deliver_due(), range(6)))
    keys = [key for key, _message in postman.sent]
    with database.unit_of_work() as work:
        work.exec(delete(OutboxMail))
    assert sent == 12
    assert len(keys) == len(set(keys)) == 12
