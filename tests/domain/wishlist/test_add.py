"""Tests of wishlist.add."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn
from marketplace.domain import wishlist
from marketplace.models import AdStatus
from tests import factories


@pytest.fixture
def ad(db: Session):
    return factories.ad(db, factories.seller(db), factories.category(db), name="Harmonium", price_paise=450_000)


def test_anonymous_callers_must_sign_in(db: Session, ad):
    with pytest.raises(NotSignedIn, match="Please login to manage wishlist"):
        wishlist.add(db, ANONYMOUS, ad.id)


def test_sellers_have_no_wishlist(db: Session, ad):
    with pytest.raises(Forbidden):
        wishlist.add(db, factories.actor(factories.seller(db)), ad.id)


def test_add_is_idempotent(db: Session, ad, published):
    actor = factories.actor(factories.buyer(db))
    assert wishlist.add(db, actor, ad.id) is True
    assert wishlist.add(db, actor, ad.id) is False
    (saved,) = wishlist.list_saved(db, actor).items
    assert (saved.ad_name, saved.ad and saved.ad.price_paise) == ("Harmonium", 450_000)


@pytest.mark.parametrize("ad_id", ["", "nothing", "01M7YH44H3FVMP4547R0ZWQBC3", "\x00", "a" * 300])
def test_unknown_ads_cannot_be_saved(db: Session, ad_id: str):
    with pytest.raises(NotFound):
        wishlist.add(db, factories.actor(factories.buyer(db)), ad_id)


def test_an_ad_nobody_may_see_cannot_be_saved(db: Session):
    waiting = factories.ad(db, factories.seller(db), factories.category(db), status=AdStatus.PENDING)
    with pytest.raises(NotFound):
        wishlist.add(db, factories.actor(factories.buyer(db)), waiting.id)


def test_only_own_saved_ads_are_listed(db: Session, ad):
    wishlist.add(db, factories.actor(factories.buyer(db)), ad.id)
    assert wishlist.list_saved(db, factories.actor(factories.buyer(db))).items == ()


def test_a_sold_ad_stays_with_its_status(db: Session):
    sold = factories.ad(db, factories.seller(db), factories.category(db), status=AdStatus.SOLD)
    actor = factories.actor(factories.buyer(db))
    wishlist.add(db, actor, sold.id)
    (saved,) = wishlist.list_saved(db, actor).items
    assert saved.ad is not None
    assert saved.ad.status == "sold"
