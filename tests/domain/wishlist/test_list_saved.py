"""Tests of wishlist.list_saved: whose list it is, and its orders."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import listings, wishlist
from marketplace.domain.wishlist import WishlistSort
from marketplace.models import AdStatus, AdVersionValue, InputType
from tests import factories


def test_only_buyers_have_one(db: Session):
    with pytest.raises(NotSignedIn):
        wishlist.list_saved(db, ANONYMOUS, sort=WishlistSort.PRICE_UP)
    with pytest.raises(Forbidden):
        wishlist.list_saved(db, factories.actor(factories.seller(db)))


def test_orders_by_time_and_by_the_price_after_the_discount(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    actor = factories.actor(factories.buyer(db))
    prices = {
        "dear": {"price_paise": 900_00},
        "reduced": {"price_paise": 1_000_00, "discount_basis_points": 9_000},
        "without": {"price_paise": None},
        "cheap": {"price_paise": 200_00, "status": AdStatus.SOLD},
    }
    for name, values in prices.items():
        wishlist.add(db, actor, factories.ad(db, seller, category, name=name, **values).id)

    def names(sort: WishlistSort) -> list[str]:
        return [item.ad_name for item in wishlist.list_saved(db, actor, sort=sort).items]

    assert names(WishlistSort.NEWEST) == ["cheap", "without", "reduced", "dear"]
    assert names(WishlistSort.PRICE_UP) == ["reduced", "cheap", "dear", "without"]
    assert names(WishlistSort.PRICE_DOWN) == ["dear", "cheap", "reduced", "without"]


def test_live_ads_show_two_facts_as_cards_do(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    actor = factories.actor(factories.buyer(db))
    field = factories.field(db, factories.subcategory(db, category), "Fuel", InputType.SELECT)
    for name, status in (("Car", AdStatus.APPROVED), ("Van", AdStatus.SOLD)):
        ad = factories.ad(db, seller, category, name=name, title="One owner", status=status)
        value = {"field_id": field.id, "label": "Fuel", "input_type": InputType.SELECT, "text": "Diesel", "position": 1}
        factories.save(db, AdVersionValue(version_id=ad.live_version_id or "", **value))
        listings.refresh(db, ad.id)
        wishlist.add(db, actor, ad.id)
    lines = {item.ad_name: item.ad.line for item in wishlist.list_saved(db, actor).items if item.ad}
    assert lines == {"Car": "Fuel: Diesel", "Van": "One owner"}
