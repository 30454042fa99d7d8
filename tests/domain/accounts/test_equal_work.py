"""A reset-code request costs the same work for known and unknown emails, so timing reveals nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event, text
from sqlalchemy.engine import Connection
from sqlmodel import Session

from marketplace.core import events
from marketplace.core.actor import ANONYMOUS
from marketplace.db import database
from marketplace.domain import accounts, outbox
from marketplace.domain.outbox import delivery
from marketplace.models import AccountKind
from tests import factories
from tests.domain.accounts import steps

BUYER = AccountKind.BUYER
UNKNOWN = "nobody@example.org"


@contextmanager
def statements(connection: Connection) -> Iterator[list[str]]:
    """What is sent to the database meanwhile, without values and names of savepoints."""
    seen: list[str] = []

    def note(_connection, _cursor, statement, *_rest):
        seen.append(statement)

    def savepoint(_connection, _name, *_rest):
        seen.append("savepoint")

    listeners = [("before_cursor_execute", note), ("savepoint", savepoint), ("release_savepoint", savepoint)]
    for name, listener in listeners:
        event.listen(connection, name, listener)
    yield seen
    for name, listener in listeners:
        event.remove(connection, name, listener)


def ask(email: str, kind: AccountKind = BUYER) -> None:
    with database.unit_of_work() as db:
        accounts.request_reset_code(db, ANONYMOUS, email, kind=kind)


def counted(connection: Connection, call: Callable[[], object]) -> list[str]:
    with statements(connection) as seen:
        call()
    return [line for line in seen if "SAVEPOINT" not in line]


@pytest.fixture
def known(db: Session) -> str:
    account = factories.buyer(db)
    # Compiled statements are cached for both.
    for email in (factories.buyer(db).email, "warm@example.org"):
        ask(email)
    outbox.deliver_due()
    steps.later()
    return account.email


def test_known_and_unknown_emails_take_the_same_statements(db: Session, connection: Connection, known: str):
    asked = {email: counted(connection, lambda email=email: ask(email)) for email in (known, UNKNOWN)}
    assert asked[known] == asked[UNKNOWN]
    assert any("INSERT INTO outbox_mails" in line for line in asked[known])


def test_moderators_and_administrators_take_the_same_statements(db: Session, connection: Connection, known: str):
    people = (factories.moderator(db).email, factories.admin(db).email, UNKNOWN)
    asked = [counted(connection, lambda email=email: ask(email, AccountKind.ADMIN)) for email in people]
    assert asked[0] == asked[1] == asked[2]


def test_the_request_queues_one_mail_and_publishes_one_event(
    db: Session, known: str, published: list[events.Event], connection: Connection
):
    queued = "SELECT count(*) FROM outbox_mails"
    for n, email in enumerate((known, UNKNOWN), 1):
        before = connection.execute(text(queued)).scalar_one()
        ask(email)
        assert connection.execute(text(queued)).scalar_one() == before + 1
        assert [each.topic for each in published] == ["mail"] * n


def test_delivery_takes_the_same_work_and_mails_the_known_email_only(
    db: Session, connection: Connection, known: str, monkeypatch: pytest.MonkeyPatch
):
    sent, built = [], []

    class Mailer:
        def send(self, _key, _message, *, to):
            sent.append(to)

    build = delivery.make_message
    monkeypatch.setattr(delivery, "get_mailer", Mailer)
    monkeypatch.setattr(delivery, "make_message", lambda mail: built.append(mail.to) or build(mail))
    done = []
    for email in (known, UNKNOWN):
        ask(email)
        done.append(counted(connection, outbox.deliver_due))
    assert done[0] == done[1]
    assert built == [known, ""]
    assert sent == [known]
    assert outbox.count_open(db) == (0, 0)


def test_an_unknown_email_is_not_written_into_the_outbox(db: Session, known: str):
    ask(UNKNOWN)
    assert steps.mails(db, UNKNOWN) == []
    for row in db.exec(text("SELECT * FROM outbox_mails")).all():  # pyright: ignore
        assert UNKNOWN not in [str(value) for value in row]
