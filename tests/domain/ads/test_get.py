"""Visibility of ad versions, as in the table of API contract, section 4."""

from datetime import timedelta

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Gone, NotFound
from marketplace.domain import ads
from marketplace.models import AccountStatus, AdStatus, WishlistItem
from marketplace.settings import get_settings
from tests import factories
from tests.domain.ads.drafting import draft, live, pending


@pytest.mark.parametrize("ad_id", ["", "nonsense", "x" * 5000, "01M7YH44H3FVMP4547R0ZWQBC3", "\x00"])
def test_unknown_ads_are_not_found(db: Session, ad_id: str):
    with pytest.raises(NotFound, match=r"^Product not found$"):
        ads.get(db, ANONYMOUS, ad_id)


@pytest.mark.parametrize(
    ("status", "public", "insider"),
    [
        (AdStatus.PENDING, NotFound, "pending"),
        (AdStatus.REJECTED, NotFound, "rejected"),
        (AdStatus.APPROVED, "approved", "approved"),
        (AdStatus.SOLD, "sold", "sold"),
        (AdStatus.EXPIRED, Gone, "expired"),
        (AdStatus.DELETED, Gone, Gone),
    ],
)
def test_visibility_by_role(db: Session, status: AdStatus, public, insider):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db), status=status)
    strangers = [ANONYMOUS, *(factories.actor(made(db)) for made in (factories.buyer, factories.seller))]
    insiders = [factories.actor(seller), factories.actor(factories.admin(db))]
    for actors, expected in ((strangers, public), (insiders, insider)):
        for actor in actors:
            if isinstance(expected, str):
                assert ads.get(db, actor, ad.id).status == expected
            else:
                with pytest.raises(expected):
                    ads.get(db, actor, ad.id)


def test_a_suspended_sellers_ads_are_gone_but_admins_review_them(db: Session):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    admin = factories.actor(factories.admin(db))
    seller.status = AccountStatus.SUSPENDED
    factories.save(db, seller)
    for actor in (ANONYMOUS, admin):
        with pytest.raises(Gone):
            ads.get(db, actor, ad.id)
    assert ads.get_for_review(db, admin, ad.id).status == "approved"
    with pytest.raises(Forbidden):
        ads.get_for_review(db, factories.actor(factories.buyer(db)), ad.id)


def test_a_sold_ad_stays_up_for_a_while(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    days = get_settings().sold_visible_days
    lately = factories.ad(
        db, seller, category, status=AdStatus.SOLD, sold_at=clock.now() - timedelta(days=days) + timedelta(minutes=1)
    )
    long_ago = factories.ad(
        db, seller, category, status=AdStatus.SOLD, sold_at=clock.now() - timedelta(days=days, minutes=1)
    )
    assert ads.get(db, ANONYMOUS, lately.id).status == "sold"
    with pytest.raises(Gone):
        ads.get(db, ANONYMOUS, long_ago.id)
    assert ads.get(db, factories.actor(seller), long_ago.id).status == "sold"


def test_a_waiting_change_is_seen_by_insiders_only(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    owner, admin = factories.actor(seller), factories.actor(factories.admin(db))
    ad = live(db, seller, category, name="Old name")
    ads.revise(db, owner, ad.id, draft(category, name="New name"))
    for actor in (owner, admin):
        seen = ads.get(db, actor, ad.id)
        assert (seen.name, seen.status, seen.change.review, seen.version) == ("New name", "approved", "waiting", 2)
    for actor in (ANONYMOUS, factories.actor(factories.buyer(db))):
        seen = ads.get(db, actor, ad.id)
        assert (seen.name, seen.status, seen.change, seen.note) == ("Old name", "approved", None, "")
    ads.reject(db, admin, ad.id, "Too short.", reason="misleading")
    seen = ads.get(db, owner, ad.id)
    assert (seen.status, seen.note, seen.reason_code) == ("approved", "Too short.", "misleading")
    assert (seen.change.review, seen.change.note) == ("rejected", "Too short.")
    seen = ads.get(db, ANONYMOUS, ad.id)
    assert (seen.name, seen.status, seen.note) == ("Old name", "approved", "")


def test_the_public_gets_rounded_coordinates(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = live(db, seller, category, latitude="18.507412", longitude="-73.807749")
    seen = ads.get(db, ANONYMOUS, ad.id)
    assert (seen.latitude, seen.longitude) == (18.51, -73.81)
    for insider in (seller, factories.admin(db)):
        seen = ads.get(db, factories.actor(insider), ad.id)
        assert (seen.latitude, seen.longitude) == (18.507412, -73.807749)


def test_new_means_recently_approved_for_the_first_time(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    day = timedelta(hours=24)
    fresh = factories.ad(db, seller, category, first_approved_at=clock.now() - day + timedelta(minutes=1))
    old = factories.ad(db, seller, category, first_approved_at=clock.now() - day - timedelta(minutes=1))
    assert ads.get(db, ANONYMOUS, fresh.id).is_new
    assert not ads.get(db, ANONYMOUS, old.id).is_new
    assert not pending(db, seller, category).is_new


def test_saved_is_for_the_one_who_saved_it(db: Session):
    buyer = factories.buyer(db)
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    factories.save(db, WishlistItem(buyer_id=buyer.id, ad_id=ad.id, ad_name="Thing"))
    assert ads.get(db, factories.actor(buyer), ad.id).saved
    assert not ads.get(db, factories.actor(factories.buyer(db)), ad.id).saved
    assert not ads.get(db, ANONYMOUS, ad.id).saved


def test_owner_of(db: Session):
    seller = factories.seller(db)
    assert ads.owner_of(db, factories.ad(db, seller, factories.category(db)).id) == seller.id
    assert ads.owner_of(db, "nonsense") is None
