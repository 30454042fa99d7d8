"""Tests of wishlist.remove and wishlist.put_back."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn
from marketplace.domain import ads, wishlist
from marketplace.domain.wishlist import queries
from tests import factories


def test_anonymous_callers_must_sign_in(db: Session):
    with pytest.raises(NotSignedIn):
        wishlist.remove(db, ANONYMOUS, "01M7YH44H3FVMP4547R0ZWQBC3")


def test_saved_ads_of_others_cannot_be_removed(db: Session):
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    owner, other = factories.actor(factories.buyer(db)), factories.actor(factories.buyer(db))
    wishlist.add(db, owner, ad.id)
    assert wishlist.remove(db, other, ad.id) is None
    assert len(wishlist.list_saved(db, owner).items) == 1


def test_remove_is_idempotent(db: Session):
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    actor = factories.actor(factories.buyer(db))
    wishlist.add(db, actor, ad.id)
    assert wishlist.remove(db, actor, ad.id)
    assert wishlist.remove(db, actor, ad.id) is None
    assert wishlist.list_saved(db, actor).items == ()


@pytest.fixture
def removed(db: Session):
    """A buyer with two saved ads, of which the older one was just removed at a price that was told."""
    buyer = factories.buyer(db)
    seller, category = factories.seller(db), factories.category(db)
    older, newer = (factories.ad(db, seller, category, price_paise=900_00) for _ in range(2))
    for ad in (older, newer):
        wishlist.add(db, factories.actor(buyer), ad.id)
    item = queries.find_item(db, buyer.id, older.id)
    assert item
    item.lowest_told_paise = 700_00
    factories.save(db, item)
    return buyer, seller, older, wishlist.remove(db, factories.actor(buyer), older.id)


def test_only_the_buyer_who_removed_an_ad_puts_it_back(db: Session, removed):
    *_, item = removed
    with pytest.raises(NotSignedIn):
        wishlist.put_back(db, ANONYMOUS, item)
    with pytest.raises(Forbidden):
        wishlist.put_back(db, factories.actor(removed[1]), item)
    with pytest.raises(NotFound):
        wishlist.put_back(db, factories.actor(factories.buyer(db)), item)


def test_what_is_put_back_has_its_place_and_its_price(db: Session, removed):
    buyer, _, older, item = removed
    actor = factories.actor(buyer)
    assert wishlist.put_back(db, actor, item) is True
    saved = wishlist.list_saved(db, actor).items
    assert [one.ad_id for one in saved][-1] == older.id
    row = queries.find_item(db, buyer.id, older.id)
    assert row
    assert (row.saved_paise, row.lowest_told_paise, row.created_at) == (900_00, 700_00, item.created_at)


def test_an_ad_that_was_saved_again_meanwhile_stays(db: Session, removed):
    buyer, _, older, item = removed
    wishlist.add(db, factories.actor(buyer), older.id)
    assert wishlist.put_back(db, factories.actor(buyer), item) is False
    assert len(wishlist.list_saved(db, factories.actor(buyer)).items) == 2


def test_a_deleted_ad_is_put_back_as_one_that_is_gone(db: Session, removed):
    buyer, seller, older, item = removed
    ads.delete(db, factories.actor(seller), older.id)
    wishlist.put_back(db, factories.actor(buyer), item)
    assert [one.ad is None for one in wishlist.list_saved(db, factories.actor(buyer)).items] == [False, True]
