import pytest
from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.errors import Invalid, NotFound
from marketplace.domain import catalog
from marketplace.models import AccountStatus, AdStatus, AdType, InputType
from tests import factories


def test_categories_stand_in_order_with_their_live_ads(db: Session):
    seller = factories.seller(db)
    second, first = factories.category(db, "Vehicles", position=2), factories.category(db, "Furniture", position=1)
    factories.category(db, "Gone", archived_at=clock.now())
    for status in AdStatus:
        factories.ad(db, seller, first, status=status)
    views = catalog.list_categories(db)
    assert [(view.id, view.name, view.count) for view in views] == [
        (first.id, "Furniture", 1),
        (second.id, "Vehicles", 0),
    ]
    assert catalog.get_category(db, first.id).count == 1


def test_ads_of_a_suspended_seller_do_not_count(db: Session):
    from marketplace.domain import listings

    seller, category = factories.seller(db), factories.category(db)
    factories.ad(db, seller, category)
    seller.status = AccountStatus.SUSPENDED
    factories.save(db, seller)
    listings.refresh_seller(db, seller.id)
    assert catalog.get_category(db, category.id).count == 0


def test_a_category_shows_its_image(db: Session):
    photo = factories.upload(db, factories.admin(db))
    category = factories.category(db, image_id=photo.id)
    view = catalog.get_category(db, category.id)
    assert view.image is not None
    assert view.image.id == photo.id


def test_unknown_ids_are_not_found(db: Session):
    archived = factories.category(db, archived_at=clock.now())
    shelf = factories.subcategory(db, archived, archived_at=clock.now())
    for category_id in ("", "nonsense", ids.new_id(), archived.id):
        with pytest.raises(NotFound, match="Category not found"):
            catalog.get_category(db, category_id)
    for subcategory_id in ("", "nonsense", ids.new_id(), shelf.id):
        with pytest.raises(NotFound, match="Subcategory not found"):
            catalog.get_subcategory(db, subcategory_id)


def test_categories_by_type_have_a_live_ad_of_it(db: Session):
    seller = factories.seller(db)
    rented, sold = factories.category(db), factories.category(db)
    factories.ad(db, seller, rented, ad_type=AdType.RENT)
    factories.ad(db, seller, sold, ad_type=AdType.SELL)
    factories.ad(db, seller, sold, ad_type=AdType.RENT, status=AdStatus.PENDING)
    assert [named.id for named in catalog.list_categories_by_type(db, "rent")] == [rented.id]
    assert catalog.list_categories_by_type(db, "lease") == []
    for wrong in ("", "buy"):
        with pytest.raises(Invalid):
            catalog.list_categories_by_type(db, wrong)


def test_subcategories_come_with_their_fields_in_order(db: Session):
    category = factories.category(db)
    cars, bikes = factories.subcategory(db, category, "Cars"), factories.subcategory(db, category, "Bikes")
    factories.subcategory(db, factories.category(db), "Elsewhere")
    factories.field(db, cars, "Year", InputType.NUMBER, required=True)
    factories.field(db, cars, "Fuel", InputType.SELECT, options=["Petrol", "CNG"])
    factories.field(db, cars, "Gone", InputType.TEXT, archived_at=clock.now())
    views = catalog.list_subcategories(db, category.id)
    assert [view.id for view in views] == [cars.id, bikes.id]
    assert [(field.label, field.input_type, field.required, field.options) for field in views[0].fields] == [
        ("Year", "number", True, ()),
        ("Fuel", "select", False, ("Petrol", "CNG")),
    ]
    assert catalog.get_subcategory(db, cars.id) == views[0]
    assert len(catalog.list_subcategories(db)) == 3
