"""Prices of many ads at once: rounded, shown before, and refused where they would surprise."""

import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotSignedIn
from marketplace.domain import ads
from marketplace.models import AdStatus, AdVersion, AdVersionValue, InputType
from tests import factories
from tests.domain.ads.drafting import draft, live


@pytest.fixture
def scene(db: Session):
    class Scene:
        seller, category = factories.seller(db), factories.category(db)
        owner, admin = factories.actor(seller), factories.actor(factories.admin(db))

        def bulk(self, *ad_ids: str, percent=-10):
            return ads.change_many(db, self.owner, ad_ids, "price", percent=percent)

    return Scene()


def _prices(db: Session, ad_id: str) -> list[int | None]:
    return list(db.exec(select(AdVersion.price_paise).where(AdVersion.ad_id == ad_id).order_by(AdVersion.number)))


def test_rejected_ads_and_changes_are_refused_and_stay_as_they_are(db: Session, scene):
    ad = live(db, scene.seller, scene.category, price=1000)
    ads.revise(db, scene.owner, ad.id, draft(scene.category, name="Other", price=1000))
    refused = scene.bulk(ad.id).refused
    assert [each.name for each in refused] == ["Teak Sofa"]
    assert [each.reason for each in refused] == [
        "A change of this ad is in review. Change its price after the decision, or edit the ad."
    ]
    ads.reject(db, scene.admin, ad.id, "No.")
    assert [each.reason for each in scene.bulk(ad.id).refused] == [
        "The last change of this ad was rejected. Edit the ad first."
    ]
    taken = live(db, scene.seller, scene.category, price=1000)
    ads.take_down(db, scene.admin, taken.id, "No.")
    assert [each.reason for each in scene.bulk(taken.id).refused] == [
        "This ad was rejected. Edit it and submit it again; then change its price."
    ]
    assert (_prices(db, ad.id), _prices(db, taken.id)) == ([100_000, 100_000], [100_000])


def test_only_the_price_changes(db: Session, scene):
    subcategory = factories.subcategory(db, scene.category)
    colour, size, brand = (
        factories.field(db, subcategory, label, InputType.SELECT, options=["red", "large"])
        for label in ("Colour", "Size", "Brand")
    )
    inputs = [ads.FieldInput(field_ref=colour.id, value="red"), ads.FieldInput(field_ref=size.id, value="large")]
    ad = live(db, scene.seller, scene.category, price=1000, subcategory_id=subcategory.id, fields=inputs)
    colour.options, size.archived_at, brand.required, brand.label = ["blue"], ad.created_at, True, "Make"
    factories.save(db, colour, size, brand)
    assert scene.bulk(ad.id).refused == ()
    shown = ads.get(db, ANONYMOUS, ad.id)
    assert shown.price_text == "₹900"
    assert [(each.label, each.value) for each in shown.fields] == [("Colour", "red"), ("Size", "large")]
    values = db.exec(select(AdVersionValue.field_id).where(AdVersionValue.field_id == size.id)).all()
    assert len(values) == 2


def test_the_preview_says_what_will_happen(db: Session, scene):
    cut = live(db, scene.seller, scene.category, name="sofa", price=1235)
    rent = live(db, scene.seller, scene.category, name="flat", price=500, ad_type="rent", discount=10)
    free = live(db, scene.seller, scene.category, name="gift", price="")
    sold = factories.ad(db, scene.seller, scene.category, status=AdStatus.SOLD, price_paise=100_00)
    other = live(db, factories.seller(db), scene.category, price=1000)
    every = [cut.id, rent.id, free.id, sold.id, other.id]
    before = len(db.exec(select(AdVersion)).all())
    for percent, at_once in ((-10, True), (10, False)):
        preview = ads.preview_prices(db, scene.owner, every, percent=percent)
        assert [(each.ad_id, each.at_once) for each in preview.changes] == [(cut.id, at_once), (rent.id, at_once)]
        assert [each.ad_id for each in preview.refused] == [free.id, sold.id, other.id]
        if at_once:
            texts = [(each.name, each.before_text, each.after_text) for each in preview.changes]
            assert texts == [("Sofa", "₹1,235", "₹1,110"), ("Flat", "₹450 a day", "₹405 a day")]
    assert len(db.exec(select(AdVersion)).all()) == before
    report = scene.bulk(*every)
    assert [each.reason for each in report.refused] == [each.reason for each in preview.refused]
    assert preview.refused[-1].name == ""
    assert ads.get(db, ANONYMOUS, cut.id).price_text == "₹1,110"


def test_a_fixed_price_is_taken_as_typed(db: Session, scene):
    ad = live(db, scene.seller, scene.category, price=1235)
    (change,) = ads.preview_prices(db, scene.owner, [ad.id], price="1,111.50").changes
    assert (change.after_text, change.asked_paise) == ("₹1,111.50", 111_150)
    (change,) = ads.preview_prices(db, scene.owner, [ad.id], price=1235).changes or [None]
    assert change is not None


def test_a_percentage_is_read_as_people_type_it(db: Session, scene):
    ad = live(db, scene.seller, scene.category, price=1000)
    for typed in ("-10%", "-10 %", " -10", -10):
        (change,) = ads.preview_prices(db, scene.owner, [ad.id], percent=typed).changes
        assert change.after_text == "₹900"


def test_a_price_and_a_percentage_together_are_refused(db: Session, scene):
    ad = live(db, scene.seller, scene.category, price=1000)
    for values in ({"price": 900, "percent": -10}, {"price": "900", "percent": "x"}, {"price": 0, "percent": 0}):
        with pytest.raises(Invalid, match="either a price or a percentage") as refused:
            ads.preview_prices(db, scene.owner, [ad.id], **values)
        assert [error["field"] for error in refused.value.errors] == ["price", "percent"]
        with pytest.raises(Invalid, match="either a price or a percentage"):
            ads.change_many(db, scene.owner, [ad.id], "price", **values)
    assert ads.preview_prices(db, scene.owner, [ad.id], price="", percent=-10).changes


def test_odd_previews_are_refused(db: Session, scene):
    ad = live(db, scene.seller, scene.category, price=1000)
    with pytest.raises(NotSignedIn):
        ads.preview_prices(db, ANONYMOUS, [ad.id], percent=-10)
    with pytest.raises(Forbidden):
        ads.preview_prices(db, factories.actor(factories.buyer(db)), [ad.id], percent=-10)
    for values in ({}, {"percent": 0}, {"percent": "x"}, {"percent": -91}, {"price": "x"}, {"price": -1}):
        with pytest.raises(Invalid):
            ads.preview_prices(db, scene.owner, [ad.id], **values)
    for ids in ([], ["x"], [f"{'0' * 23}{number:03d}" for number in range(201)]):
        with pytest.raises(Invalid):
            ads.preview_prices(db, scene.owner, ids, percent=-10)
