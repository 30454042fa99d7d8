import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotFound, NotSignedIn, TooMany
from marketplace.domain import ads
from marketplace.models import AccountStatus, Ad, InputType, Listing
from marketplace.settings import get_settings
from tests import factories
from tests.domain.ads.drafting import draft


def test_anonymous_is_asked_to_sign_in(db: Session):
    with pytest.raises(NotSignedIn):
        ads.submit(db, ANONYMOUS, draft(factories.category(db)))


def test_a_buyer_may_not(db: Session):
    with pytest.raises(Forbidden):
        ads.submit(db, factories.actor(factories.buyer(db)), draft(factories.category(db)))


def test_a_seller_may_not_name_another(db: Session):
    seller, other = factories.seller(db), factories.seller(db)
    with pytest.raises(Forbidden):
        ads.submit(db, factories.actor(seller), draft(factories.category(db), seller_id=other.id))


def test_a_new_ad_waits_and_is_visible_to_its_seller_only(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    made = ads.submit(db, factories.actor(seller), draft(category, price="1,50,000.50", discount=10))
    assert made.status == "pending"
    assert made.mine
    assert made.asked_paise == 15_000_050
    assert made.price_text == "₹1,35,000.45"
    assert made.asked_text == "₹1,50,000.50"
    assert made.location == "Kothrud, Pune, Maharashtra"
    assert db.exec(select(Listing)).all() == []
    with pytest.raises(NotFound):
        ads.get(db, ANONYMOUS, made.id)


def test_an_admin_names_an_active_seller(db: Session):
    admin, seller, category = factories.admin(db), factories.seller(db), factories.category(db)
    made = ads.submit(db, factories.actor(admin), draft(category, seller_id=seller.id))
    assert made.seller_id == seller.id
    gone = factories.seller(db, status=AccountStatus.SUSPENDED)
    for seller_id in ("", gone.id, factories.buyer(db).id, "nobody"):
        with pytest.raises(Invalid, match="active seller"):
            ads.submit(db, factories.actor(admin), draft(category, seller_id=seller_id))


@pytest.mark.parametrize(
    ("values", "field", "message"),
    [
        ({"name": ""}, "name", "Product name is required"),
        ({"name": " \x00 "}, "name", "Product name is required"),
        ({"name": "x" * 121}, "name", "name can have at most 120 characters."),
        ({"category_id": ""}, "categoryId", "Category is required"),
        ({"category_id": "nonsense"}, "categoryId", "Please choose another category."),
        ({"subcategory_id": "nonsense"}, "subcategoryId", "Please choose a subcategory of this category."),
        ({"ad_type": ""}, "producttype", "The type must be sell, rent or lease."),
        ({"ad_type": "gift"}, "producttype", "The type must be sell, rent or lease."),
        ({"price": "cheap"}, "price", "Price must be a number."),
        ({"price": -1}, "price", "Price can't be negative."),
        ({"price": float("nan")}, "price", "Price must be a number."),
        ({"discount": 101}, "discount", "Discount must be a percentage from 0 to 99.99."),
        ({"discount": 99.999}, "discount", "Discount must be a percentage from 0 to 99.99."),
        ({"discount": 100}, "discount", "Discount must be a percentage from 0 to 99.99."),
        ({"discount": "half"}, "discount", "Discount must be a percentage from 0 to 99.99."),
        ({"latitude": "north", "longitude": "73"}, "latitude", "Latitude must be a number from -90 to 90."),
        ({"latitude": "18", "longitude": "181"}, "longitude", "Longitude must be a number from -180 to 180."),
        ({"latitude": "18"}, "latitude", "Please enter both latitude and longitude."),
        ({"image_ids": ["nonsense"]}, "images", "One of the photos is not among your uploads."),
        ({"image_ids": [str(n) for n in range(13)]}, "images", "An ad can have at most 12 photos."),
    ],
)
def test_invalid_drafts_are_refused_with_a_message(db: Session, values: dict, field: str, message: str):
    seller, category = factories.seller(db), factories.category(db)
    with pytest.raises(Invalid) as caught:
        ads.submit(db, factories.actor(seller), draft(**{"category_id": category.id, **values}))
    assert caught.value.message == message
    assert caught.value.errors == [{"field": field, "message": message}]
    assert db.exec(select(Ad)).all() == []


def test_all_errors_are_reported_at_once(db: Session):
    with pytest.raises(Invalid) as caught:
        ads.submit(db, factories.actor(factories.seller(db)), draft(name="", price="x"))
    assert [error["field"] for error in caught.value.errors] == ["name", "categoryId", "price"]


def test_limits_of_ranges_are_valid(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    made = ads.submit(
        db,
        factories.actor(seller),
        draft(category, price=0, discount="99.99", latitude="-90", longitude=180, name="न" * 120),
    )
    assert (made.price_text, made.discount_percent) == ("₹0", 99.99)
    assert (made.latitude, made.longitude) == (-90.0, 180.0)
    free = ads.submit(db, factories.actor(seller), draft(category, price=None))
    assert (free.price_paise, free.price_text) == (None, "")


def test_a_subcategory_of_another_category_is_refused(db: Session):
    category, other = factories.category(db), factories.category(db)
    shelf = factories.subcategory(db, other)
    with pytest.raises(Invalid, match="subcategory of this category"):
        ads.submit(db, factories.actor(factories.seller(db)), draft(category, subcategory_id=shelf.id))


def test_dynamic_fields_are_validated_and_stored(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    shelf = factories.subcategory(db, category)
    year = factories.field(db, shelf, "Year", InputType.NUMBER, required=True)
    fuel = factories.field(db, shelf, "Fuel", InputType.SELECT, required=True, options=["Petrol", "CNG"])
    papers = factories.field(db, shelf, "Papers", InputType.FILE)
    with pytest.raises(Invalid, match=r"^Missing required fields: Year, Fuel$"):
        ads.submit(db, factories.actor(seller), draft(category, subcategory_id=shelf.id))
    strange = factories.upload(db, factories.seller(db))
    values = [{"field_ref": year.id, "value": 2019.5}, {"field_ref": fuel.id, "value": "CNG"}]
    wrong = [*values, {"field_ref": papers.id, "value": strange.id}]
    with pytest.raises(Invalid, match="Papers must be a file you uploaded"):
        ads.submit(db, factories.actor(seller), draft(category, subcategory_id=shelf.id, fields=wrong))
    own = factories.upload(db, seller, name="papers.jpg")
    right = [*values, {"field_ref": papers.id, "value": own.id}, {"field_ref": "unknown", "value": "x"}]
    made = ads.submit(db, factories.actor(seller), draft(category, subcategory_id=shelf.id, fields=right))
    assert [(each.label, each.value, each.file_name) for each in made.fields] == [
        ("Year", "2019.5", ""),
        ("Fuel", "CNG", ""),
        ("Papers", f"/api/files/{own.id}", "papers.jpg"),
    ]


def test_photos_are_the_sellers_own_in_the_order_given(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    first, second, strange = (factories.upload(db, owner) for owner in (seller, seller, factories.seller(db)))
    with pytest.raises(Invalid, match="not among your uploads"):
        ads.submit(db, factories.actor(seller), draft(category, image_ids=[first.id, strange.id]))
    by_url = f"/media/{first.digest}-1600.webp"
    made = ads.submit(db, factories.actor(seller), draft(category, image_ids=[second.id, by_url, first.id]))
    assert [photo.id for photo in made.images] == [second.id, first.id]


def test_ads_are_limited_by_the_hour(db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "limit_ads", "2 per hour")
    seller, category = factories.seller(db), factories.category(db)
    for _ in range(2):
        ads.submit(db, factories.actor(seller), draft(category))
    with pytest.raises(TooMany) as caught:
        ads.submit(db, factories.actor(seller), draft(category))
    assert caught.value.retry_after
    ads.submit(db, factories.actor(factories.seller(db)), draft(category))


def test_characters_no_database_stores_are_removed(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    made = ads.submit(db, factories.actor(seller), draft(category, description="a\x00b\ud800c\nd", name="Teak\n sofa"))
    assert (made.description, made.name) == ("abc\nd", "Teak sofa")


def test_a_check_needs_a_seller(db: Session):
    for actor, error in ((ANONYMOUS, NotSignedIn), (factories.actor(factories.buyer(db)), Forbidden)):
        with pytest.raises(error):
            ads.check(db, actor, draft(factories.category(db)))


def test_a_check_finds_what_submitting_finds_and_creates_nothing(db: Session):
    actor, category = factories.actor(factories.seller(db)), factories.category(db)
    ads.check(db, actor, draft(category))
    with pytest.raises(Invalid) as caught:
        ads.check(db, actor, draft(category, name="", price="cheap"))
    assert {error["field"] for error in caught.value.errors} == {"name", "price"}
    assert db.exec(select(Ad)).all() == []
