"""The owner of a wanted ad is told once before it expires."""

from datetime import timedelta

import pytest
from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.domain import wanted
from marketplace.models import AccountStatus, Notification, OutboxMail, WantedAd
from marketplace.settings import get_settings
from tests import factories
from tests.domain.wanted.conftest import Market


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch):
    """Move the clock forward by days from the start of the test."""
    start = clock.now()
    return lambda days: monkeypatch.setattr(clock, "now", lambda: start + timedelta(days=days, minutes=1))


def _told(db: Session, owner_id: str) -> list[str]:
    own = select(Notification.kind).where(Notification.account_id == owner_id).order_by(col(Notification.id))
    return [kind for kind in db.exec(own) if kind.startswith("wanted_exp")]


def _mails(db: Session, email: str) -> list[OutboxMail]:
    return list(db.exec(select(OutboxMail).where(OutboxMail.to == email).order_by(col(OutboxMail.id))))


def test_the_owner_is_reminded_once_before_it_expires(db: Session, market: Market, later):
    made = market.want(title="A sofa for two")
    later(24)
    assert wanted.remind_expiring(db) == 0
    later(25)
    assert [wanted.remind_expiring(db), wanted.remind_expiring(db)] == [1, 0]
    (notice,) = db.exec(select(Notification).where(Notification.account_id == market.buyer.id)).all()
    link = f"/user/wanted?renew={made.id}"
    assert (notice.kind, notice.link, notice.values["name"]) == ("wanted_expiring", link, "A sofa for two")
    (mail,) = _mails(db, market.buyer.email)
    assert mail.subject == f"Your wanted ad 'A sofa for two' expires on {notice.values['date']}"
    assert get_settings().url + link in mail.text
    # Having been told, the owner is not told again when it has expired.
    later(31)
    assert wanted.remind_expiring(db) == 0
    assert _told(db, market.buyer.id) == ["wanted_expiring"]


def test_the_date_is_that_of_the_sites_time_zone(db: Session, market: Market):
    made = market.want()
    row = db.get(WantedAd, made.id)
    assert row is not None
    # Half past midnight of the next day in India.
    row.expires_at = (clock.now() + timedelta(days=2)).replace(hour=19, minute=0)
    factories.save(db, row)
    wanted.remind_expiring(db)
    (notice,) = db.exec(select(Notification).where(Notification.account_id == market.buyer.id)).all()
    day = row.expires_at + timedelta(days=1)
    assert notice.values["date"] == f"{day.day} {day:%b %Y}"


def test_after_an_outage_it_says_that_it_has_expired(db: Session, market: Market, later):
    market.want()
    later(33)
    assert [wanted.remind_expiring(db), wanted.remind_expiring(db)] == [1, 0]
    assert _told(db, market.buyer.id) == ["wanted_expired"]
    (mail,) = _mails(db, market.buyer.email)
    assert mail.subject == "Your wanted ad 'A sofa for two' has expired"


def test_a_renewed_one_is_reminded_of_again(db: Session, market: Market, later):
    made = market.want()
    later(26)
    assert wanted.remind_expiring(db) == 1
    wanted.renew(db, market.as_buyer, made.id)
    assert wanted.remind_expiring(db) == 0
    later(26 + 26)
    assert wanted.remind_expiring(db) == 1


def test_of_an_ended_one_and_of_a_suspended_account_nobody_is_told(db: Session, market: Market, later):
    wanted.end(db, market.as_buyer, market.want().id)
    suspended = factories.buyer(db)
    market.want(suspended)
    suspended.status = AccountStatus.SUSPENDED
    factories.save(db, suspended)
    later(27)
    assert wanted.remind_expiring(db) == 0
    assert _told(db, market.buyer.id) == _told(db, suspended.id) == []


def test_a_batch_is_bounded_and_begins_with_the_first_to_expire(db: Session, market: Market, later):
    first = market.want(title="First")
    market.want(title="Second")
    later(27)
    assert wanted.remind_expiring(db, limit=1) == 1
    assert [row.values["name"] for row in db.exec(select(Notification))] == [first.title]
    assert [wanted.remind_expiring(db, limit=1), wanted.remind_expiring(db, limit=1)] == [1, 0]
