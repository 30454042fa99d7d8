import pytest
from sqlalchemy import event
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import ads, catalog, search
from marketplace.domain.catalog import FieldDraft
from marketplace.domain.paging import EVERYTHING
from marketplace.models import Account, AdStatus, AuditEntry, InputType
from tests import factories
from tests.domain.ads.drafting import draft

VERBS = [
    lambda db, actor: catalog.create_category(db, actor, "New"),
    lambda db, actor: catalog.update_category(db, actor, "x", name="New"),
    lambda db, actor: catalog.reorder_categories(db, actor, []),
    lambda db, actor: catalog.archive_category(db, actor, "x"),
    lambda db, actor: catalog.create_subcategory(db, actor, "x", "New"),
    lambda db, actor: catalog.rename_subcategory(db, actor, "x", "New"),
    lambda db, actor: catalog.reorder_subcategories(db, actor, "x", []),
    lambda db, actor: catalog.archive_subcategory(db, actor, "x"),
    lambda db, actor: catalog.create_field(db, actor, "x", FieldDraft()),
    lambda db, actor: catalog.update_field(db, actor, "x", FieldDraft()),
    lambda db, actor: catalog.reorder_fields(db, actor, "x", []),
    lambda db, actor: catalog.archive_field(db, actor, "x"),
]


@pytest.mark.parametrize("verb", VERBS)
def test_only_admins_edit(db: Session, verb):
    with pytest.raises(NotSignedIn):
        verb(db, ANONYMOUS)
    for made in (factories.buyer(db), factories.seller(db)):
        with pytest.raises(Forbidden):
            verb(db, factories.actor(made))
    assert db.exec(select(AuditEntry)).all() == []


@pytest.fixture
def admin(db: Session):
    return factories.actor(factories.admin(db))


def actions(db: Session) -> list[str]:
    return list(db.exec(select(AuditEntry.action).order_by(AuditEntry.id)))


def test_categories_are_added_renamed_and_ordered(db: Session, admin):
    photo = factories.upload(db, factories.admin(db))
    with pytest.raises(Invalid, match="not among your uploads"):
        catalog.create_category(db, admin, "Boats", image=photo.id)
    own = factories.upload(db, db.get_one(Account, admin.account_id))
    boats = catalog.create_category(db, admin, "  Boats   and ships ", image=own.id)
    assert (boats.name, boats.image is not None) == ("Boats and ships", True)
    cars = catalog.create_category(db, admin, "Cars")
    for taken in ("cars", "CARS "):
        with pytest.raises(Conflict):
            catalog.create_category(db, admin, taken)
        with pytest.raises(Conflict):
            catalog.update_category(db, admin, boats.id, name=taken)
    for wrong in ("", "  ", "x" * 81):
        with pytest.raises(Invalid):
            catalog.create_category(db, admin, wrong)
    changed = catalog.update_category(db, admin, boats.id, name="Boats", image="")
    assert (changed.name, changed.image) == ("Boats", None)
    catalog.reorder_categories(db, admin, [cars.id, boats.id])
    assert [view.id for view in catalog.list_categories(db)] == [cars.id, boats.id]
    for wrong_order in ([cars.id], [cars.id, cars.id], [cars.id, "x"]):
        with pytest.raises(Invalid):
            catalog.reorder_categories(db, admin, wrong_order)
    assert actions(db) == ["category.create", "category.create", "category.update", "category.reorder"]


def test_archiving_a_category_with_ads_asks_where_they_go(db: Session, admin):
    seller = factories.seller(db)
    leaving, other = factories.category(db), factories.category(db)
    subcategory, own_subcategory = factories.subcategory(db, other), factories.subcategory(db, leaving)
    live = factories.ad(db, seller, leaving)
    waiting = factories.ad(db, seller, leaving, status=AdStatus.PENDING)
    factories.ad(db, seller, leaving, status=AdStatus.DELETED)
    with pytest.raises(Conflict, match="There are 2 ads in it") as caught:
        catalog.archive_category(db, admin, leaving.id)
    assert caught.value.extra == {"ads": 2}
    for nowhere in (leaving.id, own_subcategory.id, "nonsense"):
        with pytest.raises(Invalid):
            catalog.archive_category(db, admin, leaving.id, move_to=nowhere)
    catalog.archive_category(db, admin, leaving.id, move_to=subcategory.id)
    with pytest.raises(NotFound):
        catalog.get_category(db, leaving.id)
    assert search.find_live_cards(db, ANONYMOUS, [live.id])[live.id].category_id == other.id
    moved = ads.get(db, factories.actor(seller), waiting.id)
    assert (moved.category_id, moved.subcategory_id) == (other.id, subcategory.id)
    assert catalog.list_subcategories(db, leaving.id) == []
    assert catalog.get_category(db, other.id).count == 1


def test_a_category_moves_in_a_constant_number_of_statements(db: Session, admin):
    seller = factories.seller(db)
    kites = factories.category(db, "Kites")
    counts = []
    # The first time the new place's name is a word that no ad had.
    for number in (1, 1, 8):
        leaving = factories.category(db)
        moving = {factories.ad(db, seller, leaving).id for _ in range(number)}
        statements: list[str] = []
        counter = lambda _c, _cursor, statement, *_rest, into=statements: into.append(statement)  # noqa: E731
        event.listen(db.get_bind(), "before_cursor_execute", counter)
        catalog.archive_category(db, admin, leaving.id, move_to=kites.id)
        event.remove(db.get_bind(), "before_cursor_execute", counter)
        counts.append(len(statements))
        for query in (search.SearchQuery(category_id=kites.id), search.SearchQuery(keyword="kites")):
            assert moving <= {card.id for card in search.list_ads(db, ANONYMOUS, query, EVERYTHING).items}
        gone = search.SearchQuery(category_id=leaving.id)
        assert search.list_ads(db, ANONYMOUS, gone, EVERYTHING).total == 0
    assert counts[1] == counts[2]


def test_an_empty_category_is_archived_and_restored_by_its_name(db: Session, admin):
    category = factories.category(db, "Stamps")
    catalog.archive_category(db, admin, category.id)
    with pytest.raises(NotFound):
        catalog.archive_category(db, admin, category.id)
    assert catalog.create_category(db, admin, "stamps").id == category.id


def test_renaming_a_category_shows_in_lists_at_once(db: Session, admin):
    category = factories.category(db, "Sofas")
    ad = factories.ad(db, factories.seller(db), category)
    catalog.update_category(db, admin, category.id, name="Couches")
    assert search.find_live_cards(db, ANONYMOUS, [ad.id])[ad.id].category_name == "Couches"


def test_subcategories_are_edited_and_their_ads_move_within_the_category(db: Session, admin):
    category, elsewhere = factories.category(db), factories.category(db)
    cars = catalog.create_subcategory(db, admin, category.id, "Cars")
    bikes = catalog.create_subcategory(db, admin, category.id, "Bikes")
    with pytest.raises(Conflict):
        catalog.create_subcategory(db, admin, category.id, "cars")
    with pytest.raises(NotFound, match="Category not found"):
        catalog.create_subcategory(db, admin, "nonsense", "Trucks")
    assert catalog.rename_subcategory(db, admin, bikes.id, "Motorcycles").name == "Motorcycles"
    catalog.reorder_subcategories(db, admin, category.id, [bikes.id, cars.id])
    assert [view.id for view in catalog.list_subcategories(db, category.id)] == [bikes.id, cars.id]
    seller = factories.seller(db)
    first = factories.ad(db, seller, category, subcategory_id=cars.id)
    with pytest.raises(Conflict):
        catalog.archive_subcategory(db, admin, cars.id)
    for nowhere in (cars.id, elsewhere.id):
        with pytest.raises(Invalid):
            catalog.archive_subcategory(db, admin, cars.id, move_to=nowhere)
    catalog.archive_subcategory(db, admin, cars.id, move_to=bikes.id)
    assert ads.get(db, ANONYMOUS, first.id).subcategory_name == "Motorcycles"
    catalog.archive_subcategory(db, admin, bikes.id, move_to=category.id)
    assert ads.get(db, ANONYMOUS, first.id).subcategory_id == ""


def test_fields_are_defined_ordered_and_retired(db: Session, admin):
    subcategory = factories.subcategory(db, factories.category(db))
    draft = FieldDraft(label=" Fuel ", input_type="select", required=True, options=[" Petrol", "CNG", "CNG", " "])
    fuel = catalog.create_field(db, admin, subcategory.id, draft)
    assert (fuel.label, fuel.options) == ("Fuel", ("Petrol", "CNG"))
    year = catalog.create_field(db, admin, subcategory.id, FieldDraft(label="Year", input_type="number", options=["x"]))
    assert year.options == ()
    for wrong in (
        FieldDraft(label="", input_type="text"),
        FieldDraft(label="Colour", input_type="colour"),
        FieldDraft(label="Colour", input_type="select"),
        FieldDraft(label="Colour", input_type="select", options=["x" * 81]),
    ):
        with pytest.raises(Invalid):
            catalog.create_field(db, admin, subcategory.id, wrong)
    catalog.reorder_fields(db, admin, subcategory.id, [year.id, fuel.id])
    assert [field.id for field in catalog.get_subcategory(db, subcategory.id).fields] == [year.id, fuel.id]
    assert catalog.update_field(db, admin, year.id, FieldDraft(label="Built", input_type="date")).label == "Built"
    catalog.archive_field(db, admin, fuel.id)
    assert [field.id for field in catalog.get_subcategory(db, subcategory.id).fields] == [year.id]
    with pytest.raises(NotFound):
        catalog.archive_field(db, admin, fuel.id)
    assert actions(db) == ["field.create", "field.create", "field.reorder", "field.update", "field.archive"]


def test_earlier_values_stay_on_the_ad(db: Session, admin):
    seller, category = factories.seller(db), factories.category(db)
    subcategory = factories.subcategory(db, category)
    year = factories.field(db, subcategory, "Year", InputType.NUMBER)
    value = ads.FieldInput(field_ref=year.id, value=2019)
    ad = ads.submit(db, factories.actor(seller), draft(category, subcategory_id=subcategory.id, fields=[value]))
    catalog.archive_field(db, admin, year.id)
    assert [(field.label, field.value) for field in ads.get(db, factories.actor(seller), ad.id).fields] == [
        ("Year", "2019")
    ]
