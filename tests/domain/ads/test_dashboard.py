"""The seller's dashboard: newest ads with views."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import ads
from marketplace.models import AdStatus
from tests import factories


@pytest.fixture
def seller(db: Session):
    return factories.seller(db)


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
    assert [(ad.card.id, ad.card.status, ad.views_text) for ad in found] == [
        (sold.id, "sold", "0"),
        (live.id, "approved", "3"),
    ]
