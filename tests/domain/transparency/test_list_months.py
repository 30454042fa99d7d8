from datetime import UTC, datetime, timedelta

import pytest

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import accounts, ads, moderation, transparency
from marketplace.models import AdStatus, Report, ReportTarget
from marketplace.settings import get_settings
from tests import factories

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture
def now(monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: NOW)


def report(db, came: datetime, hours: float | None = None) -> None:
    done = came + timedelta(hours=hours) if hours is not None else None
    factories.save(
        db,
        Report(target=ReportTarget.AD, target_id="x", reason="scam", created_at=came, resolved_at=done),
    )


def test_months_without_events_are_zero_and_this_month_is_first(db, now, monkeypatch):
    monkeypatch.setattr(get_settings(), "transparency_months", 4)
    months = transparency.list_months(db)
    assert [month.month for month in months] == ["2026-03", "2026-02", "2026-01", "2025-12"]
    assert {(month.reports, month.removals, month.appeals, month.median_hours) for month in months} == {(0, 0, 0, None)}


def test_the_median_is_of_the_reports_answered_in_the_month(db, now):
    report(db, NOW - timedelta(days=3), 2)
    report(db, NOW - timedelta(days=3), 5)
    report(db, NOW - timedelta(days=3), 48)
    report(db, NOW - timedelta(days=40), 1)
    report(db, NOW)
    this, last, *_ = transparency.list_months(db)
    assert (this.reports, this.median_hours) == (4, 5.0)
    before = transparency.list_months(db)[2]
    assert (last.reports, before.reports, before.median_hours) == (0, 1, 1.0)


def test_a_month_begins_in_the_time_zone_of_the_site(db, now):
    # 1 March, 00:30 in Kolkata.
    report(db, datetime(2026, 2, 28, 19, 0, tzinfo=UTC))
    report(db, datetime(2026, 2, 28, 18, 0, tzinfo=UTC))
    this, last, *_ = transparency.list_months(db)
    assert (this.reports, last.reports) == (1, 1)


def test_removals_and_appeals_are_counted(db):
    admin, other = factories.actor(factories.admin(db)), factories.actor(factories.admin(db))
    seller = factories.seller(db)
    first = factories.ad(db, seller, factories.category(db), status=AdStatus.PENDING)
    second = factories.ad(db, seller, factories.category(db))
    ads.reject(db, admin, first.id, "Blurred.")
    ads.take_down(db, admin, second.id, "A copy.")
    accounts.suspend(db, admin, factories.buyer(db).id, "Spam")
    made = moderation.appeal_ad(db, factories.actor(seller), first.id, "It is sharp.")
    moderation.overturn_appeal(db, other, made.id, "You are right.")
    this = transparency.list_months(db)[0]
    assert (this.removals, this.appeals, this.overturned) == (3, 1, 1)
    moderation.report(db, ANONYMOUS, moderation.ReportDraft(target="account", target_id=seller.id, reason="scam"))
    assert transparency.list_months(db)[0].reports == 1
