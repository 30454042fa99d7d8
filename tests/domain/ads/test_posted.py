"""What a seller is told after posting."""

from datetime import timedelta

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import ads
from marketplace.models import AdStatus, AdType, AdVersion
from marketplace.settings import get_settings
from tests import factories


@pytest.fixture
def seller(db: Session):
    return factories.seller(db)


def test_only_sellers_have_posted_something(db: Session):
    with pytest.raises(NotSignedIn):
        ads.find_posted(db, ANONYMOUS)
    with pytest.raises(Forbidden):
        ads.find_posted(db, factories.actor(factories.buyer(db)))


def test_the_newest_waiting_ad_of_the_seller(db: Session, seller):
    category = factories.category(db)
    own = factories.actor(seller)
    assert ads.find_posted(db, own) is None
    for status in (AdStatus.APPROVED, AdStatus.REJECTED, AdStatus.DELETED):
        factories.ad(db, seller, category, status=status)
    factories.ad(db, factories.seller(db), category, status=AdStatus.PENDING)
    old = factories.ad(db, seller, category, status=AdStatus.PENDING)
    old.created_at = clock.now() - timedelta(days=2)
    factories.save(db, old)
    assert ads.find_posted(db, own) is None
    ad = factories.ad(db, seller, category, status=AdStatus.PENDING, name="steel almirah", ad_type=AdType.RENT)
    posted = ads.find_posted(db, own)
    assert posted
    assert (posted.id, posted.display_name, posted.is_rental) == (ad.id, "Steel Almirah", True)


@pytest.mark.parametrize(
    ("hours", "text"),
    [
        ([], "Usually reviewed within a day."),
        ([1] * 4, "Usually reviewed within a day."),
        ([0.5] * 5, "Usually reviewed within an hour."),
        ([0.5, 0.5, 3, 3, 90], "Usually reviewed within a few hours."),
        ([0.5, 0.5, 100, 100, 100], "Reviews take longer than a few days at the moment."),
    ],
)
def test_the_time_is_that_of_the_last_decisions(db: Session, seller, hours: list[float], text: str):
    category, admin = factories.category(db), factories.admin(db)
    for each in hours:
        version = db.get(AdVersion, factories.ad(db, seller, category).submitted_version_id)
        assert version
        version.decided_by, version.decided_at = admin.id, clock.now()
        version.created_at = version.decided_at - timedelta(hours=each)
        factories.save(db, version)
    factories.ad(db, seller, category, status=AdStatus.PENDING)
    posted = ads.find_posted(db, factories.actor(seller))
    assert posted
    assert posted.review_text == text


def test_without_decisions_the_setting_tells(db: Session, seller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "review_hours", 3)
    factories.ad(db, seller, factories.category(db), status=AdStatus.PENDING)
    posted = ads.find_posted(db, factories.actor(seller))
    assert posted
    assert posted.review_text == "Usually reviewed within a few hours."
