"""The last price drop of an ad."""

from datetime import timedelta

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import ads
from marketplace.models import AdType, AdVersion, PriceUnit, Review
from tests import factories

_DAY, _MONTH = PriceUnit.DAY, PriceUnit.MONTH


def _ad_with(db: Session, *prices: tuple[int | None, PriceUnit], days_ago: int = 1, review: Review = Review.APPROVED):
    """Make an ad with one approved version for each price in rupees; the last has this review."""
    (first, unit), *rest = prices
    paise = None if first is None else first * 100
    ad = factories.ad(
        db, factories.seller(db), factories.category(db), ad_type=AdType.RENT, price_paise=paise, price_unit=unit
    )
    for number, (price, unit) in enumerate(rest, start=2):
        version = AdVersion(
            ad_id=ad.id,
            number=number,
            name="Camera",
            ad_type=AdType.RENT,
            price_paise=None if price is None else price * 100,
            price_unit=unit,
            category_id=factories.category(db).id,
            review=review if number == len(prices) else Review.APPROVED,
            decided_at=clock.now() - timedelta(days=days_ago),
        )
        factories.save(db, version)
    return ad


def test_a_price_drop_has_its_unit_and_day(db: Session):
    drop = ads.find_price_drop(db, ANONYMOUS, _ad_with(db, (1500, _DAY), (1350, _DAY)).id)
    assert drop is not None
    assert (drop.before_text, drop.now_text) == ("₹1,500 a day", "₹1,350 a day")
    assert drop.since.date() == (clock.now() - timedelta(days=1)).date()


def test_later_changes_of_the_text_keep_the_drop(db: Session):
    drop = ads.find_price_drop(db, ANONYMOUS, _ad_with(db, (1500, _DAY), (1350, _DAY), (1350, _DAY)).id)
    assert drop is not None
    assert drop.before_text == "₹1,500 a day"


@pytest.mark.parametrize(
    "prices",
    [
        [(1500, _DAY)],
        [(1350, _DAY), (1500, _DAY)],
        [(1500, _DAY), (1200, _DAY), (1350, _DAY)],
        [(15_000, _MONTH), (1350, _DAY)],
        [(1500, _DAY), (None, _DAY)],
        [(None, _DAY), (1350, _DAY)],
    ],
)
def test_other_changes_are_no_drop(db: Session, prices: list[tuple[int | None, PriceUnit]]):
    assert ads.find_price_drop(db, ANONYMOUS, _ad_with(db, *prices).id) is None


def test_old_and_unreviewed_drops_are_not_shown(db: Session):
    old = _ad_with(db, (1500, _DAY), (1350, _DAY), days_ago=40)
    waiting = _ad_with(db, (1500, _DAY), (1350, _DAY), review=Review.WAITING)
    for ad in (old, waiting):
        assert ads.find_price_drop(db, ANONYMOUS, ad.id) is None
    assert ads.find_price_drop(db, ANONYMOUS, "no-id") is None
