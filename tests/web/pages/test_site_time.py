"""Days and times stand in the site's time zone, on the pages as in mails."""

from datetime import UTC, datetime

import pytest
from sqlmodel import Session, select

from marketplace.domain import deals
from marketplace.domain.ads.schemas import PriceDrop
from marketplace.models import Deal
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.pages.ad.views import _describe_drop
from marketplace.web.pages.deal.state import DealState
from tests import factories
from tests.web.tabs import part, tab

# Half past one at night in India.
LATE = datetime(2026, 11, 11, 20, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _in_india(monkeypatch):
    monkeypatch.setattr(get_settings(), "ad_timezone", "Asia/Kolkata")


def test_the_day_of_a_price_drop():
    drop = PriceDrop(before_text="₹1,500", now_text="₹1,350", since=LATE)
    assert _describe_drop(drop).endswith("on 12 Nov 2026")


def test_the_day_of_a_deal(db: Session):
    seller, buyer = factories.seller(db), factories.buyer(db)
    ad = factories.ad(db, seller, factories.category(db), price_paise=100_000)
    offer = deals.make_offer(db, factories.actor(buyer), ad.id, 900)
    deals.accept_offer(db, factories.actor(seller), offer.id)
    deal = db.exec(select(Deal)).one()
    deal.created_at = LATE
    factories.save(db, deal)
    page = part(tab(db, buyer, paths.deal(deal.id)), DealState)
    assert DealState.load(db, factories.actor(buyer), page._page_url())["made_text"] == "12 Nov 2026"
