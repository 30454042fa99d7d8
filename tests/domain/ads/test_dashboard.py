"""The seller's dashboard: newest ads with views, and those that expire soon."""

from datetime import timedelta

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import ads
from marketplace.models import AdStatus
from tests import factories


@pytest.fixture
def seller(db: Session):
    return factories.seller(db)


def _expiring_in(db: Session, seller, category, days: float, **values):
    return factories.ad(db, seller, category, expires_at=clock.now() + timedelta(days=days), **values)


def test_nobody_else_sees_a_dashboard(db: Session, seller):
    with pytest.raises(NotSignedIn):
        ads.get_dashboard_ads(db, ANONYMOUS, seller.id)
    for stranger in (factories.buyer(db), factories.seller(db)):
        with pytest.raises(Forbidden):
            ads.get_dashboard_ads(db, factories.actor(stranger), seller.id)


def test_newest_live_and_sold_ads_have_their_views(db: Session, seller):
    category = factories.category(db)
    live = factories.ad(db, seller, category)
    sold = factories.ad(db, seller, category, status=AdStatus.SOLD)
    for status in (AdStatus.PENDING, AdStatus.REJECTED, AdStatus.EXPIRED, AdStatus.DELETED):
        factories.ad(db, seller, category, status=status)
    factories.ad(db, factories.seller(db), category)
    for _ in range(3):
        ads.record_view(db, ANONYMOUS, live.id)
    found = ads.get_dashboard_ads(db, factories.actor(seller), seller.id)
    assert [(ad.card.id, ad.card.status, ad.views_text) for ad in found.newest] == [
        (sold.id, "sold", "0"),
        (live.id, "approved", "3"),
    ]
    assert found.expiring == ()


def test_ads_that_expire_soon_are_listed_until_they_are_renewed(db: Session, seller):
    category, owner = factories.category(db), factories.actor(seller)
    _expiring_in(db, seller, category, 30)
    soon = _expiring_in(db, seller, category, 3.5)
    today = _expiring_in(db, seller, category, 0.5)
    _expiring_in(db, seller, category, 1, status=AdStatus.SOLD)
    _expiring_in(db, factories.seller(db), category, 1)

    def expiring() -> list[tuple[str, str]]:
        found = ads.get_dashboard_ads(db, owner, seller.id).expiring
        return [(ad.card.id, ad.expiry_text) for ad in found]

    assert expiring() == [(today.id, "Expires today"), (soon.id, "Expires in 3 days")]
    ads.renew(db, owner, today.id)
    assert expiring() == [(soon.id, "Expires in 3 days")]
