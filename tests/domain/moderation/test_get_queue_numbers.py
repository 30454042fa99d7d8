from datetime import UTC, datetime, timedelta

import pytest

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import moderation
from marketplace.models import AdStatus, AdVersion, Report, ReportStatus, ReportTarget, Review
from tests import factories
from tests.domain.moderation.queued_ads import change, waiting


def test_only_admins_see_them(db):
    with pytest.raises(NotSignedIn):
        moderation.get_queue_numbers(db, ANONYMOUS)
    with pytest.raises(Forbidden):
        moderation.get_queue_numbers(db, factories.actor(factories.buyer(db)))


def test_an_empty_queue(db):
    numbers = moderation.get_queue_numbers(db, factories.actor(factories.admin(db)))
    assert (numbers.waiting, numbers.oldest_waiting_since, numbers.decided_today, numbers.open_reports) == (
        0,
        None,
        0,
        0,
    )


def test_waiting_ads(db):
    seller, category = factories.seller(db), factories.category(db)
    old = waiting(db, seller, category, minutes=90)
    waiting(db, seller, category, minutes=5)
    change(db, factories.ad(db, seller, category))
    numbers = moderation.get_queue_numbers(db, factories.actor(factories.admin(db)))
    assert numbers.waiting == 3
    assert numbers.oldest_waiting_since == old.review_waiting_since


def test_today_begins_at_midnight_in_the_site_s_zone(db, monkeypatch):
    admin, seller, category = factories.admin(db), factories.seller(db), factories.category(db)
    # 00:30 on 5 December in India is 19:00 on the 4th in UTC.
    now = datetime(2026, 12, 4, 19, 0, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: now)
    for minutes in (10, 29, 31, 600):
        ad = factories.ad(db, seller, category)
        version = db.get(AdVersion, ad.live_version_id)
        assert version is not None
        version.decided_by, version.decided_at = admin.id, now - timedelta(minutes=minutes)
        factories.save(db, version)
    assert moderation.get_queue_numbers(db, factories.actor(admin)).decided_today == 2


def test_a_decision_stored_on_two_versions_counts_once(db):
    admin, seller, category = factories.admin(db), factories.seller(db), factories.category(db)
    decided = {"review": Review.REJECTED, "decided_by": admin.id, "decided_at": clock.now()}
    ad = factories.ad(db, seller, category, status=AdStatus.REJECTED)
    change(db, ad, **decided)
    change(db, ad, **decided)
    assert moderation.get_queue_numbers(db, factories.actor(admin)).decided_today == 1


def test_open_reports_on_one_target_count_once(db):
    flooded, other, closed = (factories.seller(db).id for _ in range(3))
    for target_id in (flooded, flooded, flooded, other):
        factories.save(db, Report(target=ReportTarget.ACCOUNT, target_id=target_id, reason="spam"))
    factories.save(
        db,
        Report(target=ReportTarget.ACCOUNT, target_id=closed, reason="spam", status=ReportStatus.DISMISSED),
    )
    assert moderation.get_queue_numbers(db, factories.actor(factories.admin(db))).open_reports == 2
