"""Every account is reminded of the rules once a quarter."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.domain import content
from marketplace.domain.content import rules_reminder
from marketplace.models import AccountStatus, Notification, OutboxMail
from marketplace.settings import get_settings
from tests import factories

OLD = {"created_at": datetime(2026, 1, 1, tzinfo=UTC)}


def reminded(db) -> list[str]:
    return sorted(db.exec(select(Notification.account_id).where(Notification.kind == "rules_reminder")))


@pytest.fixture
def today(monkeypatch):
    def at(*day: int) -> None:
        monkeypatch.setattr(clock, "now", lambda: datetime(*day, 12, tzinfo=UTC))

    at(2026, 11, 29)
    return at


def test_each_account_once_a_quarter(db, today):
    buyer, seller = factories.buyer(db, **OLD), factories.seller(db, **OLD)
    factories.admin(db, **OLD)
    factories.buyer(db, status=AccountStatus.SUSPENDED, **OLD)
    assert (content.remind_of_rules(db), content.remind_of_rules(db)) == (2, 0)
    assert reminded(db) == sorted([buyer.id, seller.id])
    today(2026, 12, 31)
    assert content.remind_of_rules(db) == 0
    today(2027, 1, 1)
    assert content.remind_of_rules(db) == 2


def test_new_accounts_are_reminded_from_the_next_quarter_on(db, today):
    factories.buyer(db, created_at=datetime(2026, 10, 2, tzinfo=UTC))
    assert content.remind_of_rules(db) == 0
    today(2027, 1, 1)
    assert content.remind_of_rules(db) == 1


def test_mail_goes_to_those_who_take_mails(db, today):
    taker = factories.buyer(db, **OLD)
    factories.buyer(db, wants_digest=False, wants_wishlist_mail=False, wants_wanted_mail=False, **OLD)
    assert content.remind_of_rules(db) == 2
    (mail,) = db.exec(select(OutboxMail)).all()
    assert mail.to == taker.email
    assert "/terms" in mail.text


def test_many_are_reminded_in_steps(db, today, monkeypatch):
    monkeypatch.setattr(rules_reminder, "_AT_ONCE", 2)
    for _ in range(3):
        factories.buyer(db, **OLD)
    assert [content.remind_of_rules(db) for _ in range(3)] == [2, 1, 0]


def test_quarters_begin_every_three_months_in_the_zone_of_the_site():
    days = (datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=n) for n in range(800))
    starts = {rules_reminder._start_of_quarter(day).astimezone(ZoneInfo(get_settings().ad_timezone)) for day in days}
    assert {(start.month, start.day, start.hour) for start in starts} == {(1, 1, 0), (4, 1, 0), (7, 1, 0), (10, 1, 0)}
