"""Views and saves of an ad: counted without the owner, told to nobody else."""

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn
from marketplace.domain import ads
from marketplace.models import WishlistItem
from tests import factories


def test_only_the_owner_and_admins_see_insights(db):
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    with pytest.raises(NotSignedIn):
        ads.get_insights(db, ANONYMOUS, ad.id)
    for stranger in (factories.buyer(db), factories.seller(db)):
        with pytest.raises(Forbidden):
            ads.get_insights(db, factories.actor(stranger), ad.id)
    assert ads.get_insights(db, factories.actor(factories.admin(db)), ad.id).views == 0


def test_views_of_others_and_saves_are_counted(db):
    owner, buyer = factories.seller(db), factories.buyer(db)
    ad = factories.ad(db, owner, factories.category(db))
    other = factories.ad(db, owner, factories.category(db))
    factories.save(db, WishlistItem(buyer_id=buyer.id, ad_id=ad.id, ad_name="Sofa"))
    for actor in (ANONYMOUS, factories.actor(buyer), factories.actor(owner), factories.actor(factories.admin(db))):
        ads.record_view(db, actor, ad.id)
    found = ads.get_insights(db, factories.actor(owner), ad.id)
    assert (found.views, found.saves) == (2, 1)
    assert ads.get_insights(db, factories.actor(owner), other.id).views == 0


def test_an_ad_that_does_not_exist_has_no_views(db):
    for ad_id in ("no-id", "01ARZ3NDEKTSV4RRFFQ69G5FAV"):
        with pytest.raises(NotFound):
            ads.record_view(db, ANONYMOUS, ad_id)
