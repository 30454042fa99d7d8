"""A live ad stays published, with all of its actions, while a change of it waits for review or was rejected."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import ads, moderation
from marketplace.models import Ad, AdStatus, InputType
from tests import factories
from tests.domain.ads.drafting import draft, live


@pytest.fixture
def scene(db: Session):
    class Scene:
        seller, category = factories.seller(db), factories.category(db)
        owner, admin = factories.actor(seller), factories.actor(factories.admin(db))
        ad = live(db, seller, category, name="Sofa", price=1500)

    return Scene


def _change(db: Session, scene, **values):
    return ads.revise(db, scene.owner, scene.ad.id, draft(scene.category, **({"name": "Sofa", "price": 1500} | values)))


def _row(db: Session, scene, status: str = ""):
    return ads.list_of_seller(db, scene.owner, scene.seller.id, status=status).items


def test_it_is_counted_and_filtered_as_published(db: Session, scene):
    db.get_one(Ad, scene.ad.id).featured = True
    for decide in (lambda: None, lambda: ads.reject(db, scene.admin, scene.ad.id, "Blurred.")):
        _change(db, scene, name="Changed")
        decide()
        counts = ads.count_by_status(db, scene.owner, scene.seller.id)
        assert (counts.all, counts.published, counts.featured, counts.pending, counts.rejected) == (1, 1, 1, 0, 0)
        assert [row.id for row in _row(db, scene, "published")] == [scene.ad.id]
        assert [row.id for row in _row(db, scene, "featured")] == [scene.ad.id]
        assert (_row(db, scene, "pending"), _row(db, scene, "rejected")) == ((), ())
        assert ads.get_dashboard_stats(db, scene.owner, scene.seller.id).featured_ads == 1


def test_its_row_shows_what_buyers_see_and_what_would_change(db: Session, scene):
    _change(db, scene, name="Changed", price=800, description="New words.")
    (row,) = _row(db, scene)
    assert (row.status, row.name, row.price_text, row.next_step) == ("approved", "Sofa", "₹1,500", "sold")
    assert (row.change.review, row.change.before.price_text, row.change.after.price_text) == (
        "waiting",
        "₹1,500",
        "₹800",
    )
    assert row.change.fields == ("Product name", "Description")
    ads.reject(db, scene.admin, scene.ad.id, "Too cheap.")
    (row,) = _row(db, scene)
    assert (row.status, row.price_text, row.change.review, row.change.note) == (
        "approved",
        "₹1,500",
        "rejected",
        "Too cheap.",
    )
    _change(db, scene)
    assert _row(db, scene)[0].change is None


def test_every_kind_of_field_is_named(db: Session, scene):
    subcategory = factories.subcategory(db, scene.category)
    year = factories.field(db, subcategory, "Year", InputType.NUMBER)
    photo = factories.upload(db, scene.seller)
    _change(
        db,
        scene,
        ad_type="rent",
        discount=10,
        subcategory_id=subcategory.id,
        latitude=18.5,
        longitude=73.8,
        image_ids=[photo.id],
        fields=[ads.FieldInput(field_ref=year.id, value=2019)],
    )
    assert _row(db, scene)[0].change.fields == (
        "Discount",
        "Type",
        "Subcategory",
        "Latitude and longitude",
        "Photos",
        "Year",
    )


def test_its_page_shows_the_change_to_its_owner_and_moderators_only(db: Session, scene):
    _change(db, scene, price=800)
    for actor in (scene.owner, scene.admin):
        seen = ads.get(db, actor, scene.ad.id)
        assert (seen.status, seen.price_text, seen.change.before.price_text) == ("approved", "₹800", "₹1,500")
    for actor in (ANONYMOUS, factories.actor(factories.seller(db))):
        seen = ads.get(db, actor, scene.ad.id)
        assert (seen.status, seen.price_text, seen.change) == ("approved", "₹1,500", None)


def test_all_actions_of_a_live_ad_are_left(db: Session, scene):
    _change(db, scene, price=800)
    for action in (ads.confirm, ads.mark_reserved, ads.resume, ads.renew):
        assert action(db, scene.owner, scene.ad.id).status == "approved"
    assert ads.pause(db, scene.owner, scene.ad.id).status == "paused"
    assert _row(db, scene)[0].change is None
    assert ads.resume(db, scene.owner, scene.ad.id).change.review == "waiting"
    assert ads.mark_sold(db, scene.owner, scene.ad.id).status == "sold"


def test_an_expired_ad_with_a_change_can_be_renewed(db: Session, scene):
    db.get_one(Ad, scene.ad.id).status = AdStatus.EXPIRED
    db.flush()
    _change(db, scene, price=800)
    (row,) = _row(db, scene, "expired")
    assert (row.status, row.next_step, row.change.review) == ("expired", "renew", "waiting")


def test_moderators_still_find_it_by_its_change(db: Session, scene):
    _change(db, scene, price=800)
    for status in ("pending", "approved"):
        (row,) = moderation.list_queue(db, scene.admin, status=status).items
        assert (row.id, row.status, row.change.review) == (scene.ad.id, "approved", "waiting")
    ads.reject(db, scene.admin, scene.ad.id, "Too cheap.")
    (row,) = moderation.list_queue(db, scene.admin, status="rejected").items
    assert (row.status, row.change.review, row.note) == ("approved", "rejected", "Too cheap.")
    assert moderation.list_queue(db, scene.admin, status="pending").items == ()
