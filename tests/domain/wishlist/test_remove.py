"""Tests of wishlist.remove."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotSignedIn
from marketplace.domain import wishlist
from tests import factories


def test_anonymous_callers_must_sign_in(db: Session):
    with pytest.raises(NotSignedIn):
        wishlist.remove(db, ANONYMOUS, "01M7YH44H3FVMP4547R0ZWQBC3")


def test_saved_ads_of_others_cannot_be_removed(db: Session):
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    owner, other = factories.actor(factories.buyer(db)), factories.actor(factories.buyer(db))
    wishlist.add(db, owner, ad.id)
    assert wishlist.remove(db, other, ad.id) is False
    assert len(wishlist.list_saved(db, owner).items) == 1


def test_remove_is_idempotent(db: Session):
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    actor = factories.actor(factories.buyer(db))
    wishlist.add(db, actor, ad.id)
    assert [wishlist.remove(db, actor, ad.id), wishlist.remove(db, actor, ad.id)] == [True, False]
    assert wishlist.list_saved(db, actor).items == ()
