"""Numbers and dates of categories have units and bounds, which an admin sets and every new value keeps."""

import asyncio
import re
from datetime import UTC, datetime

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid
from marketplace.domain import ads, catalog, moderation, search
from marketplace.domain.ads.schemas import AdDraft, FieldInput
from marketplace.domain.catalog import FieldDraft, FieldView
from marketplace.domain.paging import Window
from marketplace.domain.search import SearchQuery
from marketplace.models import FieldDefinition, InputType
from marketplace.web.pages.ad_form import form
from marketplace.web.pages.ad_form.preview import list_filled
from marketplace.web.pages.admin_subcategories.fields_state import FieldState
from marketplace.web.pages.admin_subcategories.state import SubcategoriesState
from tests import factories
from tests.web.tabs import part, tab

# It is the first of July in India.
NOW = datetime(2026, 6, 30, 20, 0, tzinfo=UTC)
CASES = [
    # Input type, least, most, accepted, refused, sentence.
    ("number", "1950", "2027", ["1950", "2027", "2000.5"], ["20199", "1949", "-50"], "must be between 1950 and 2027 km."),
    ("number", "1950", "next year", ["1950", "2027"], ["2028", "20199"], "must be between 1950 and 2027 km."),
    ("number", "", "this year", ["-5", "2026"], ["2027"], "can be at most 2026 km."),
    ("number", "0", "", ["0", "1e9"], ["-0.5", "-50"], "must be at least 0 km."),
    ("number", "0", "2000000", ["0", "150000"], ["2000001"], "must be between 0 and 20,00,000 km."),
    ("number", "", "", ["-50", "20199"], [], ""),
    ("date", "2000-01-01", "today", ["2000-01-01", "2026-07-01"], ["2026-07-02", "1999-12-31"],
     "must be between 1 Jan 2000 and 1 Jul 2026."),
    ("date", "today", "", ["2026-07-01", "2030-01-01"], ["2026-06-30"], "must be at least 1 Jul 2026."),
]  # fmt: skip


@pytest.fixture
def admin(db: Session):
    return factories.actor(factories.admin(db))


@pytest.mark.parametrize(("input_type", "least", "most", "accepted", "refused", "sentence"), CASES)
def test_values_are_within_bounds(monkeypatch, input_type, least, most, accepted, refused, sentence):
    monkeypatch.setattr(clock, "now", lambda: NOW)
    unit = "km" if input_type == "number" else ""
    field = FieldView(id="x", label="Age", input_type=input_type, unit=unit, least=least, most=most)
    for value in accepted:
        assert catalog.check_values([field], {"x": value})[0].text == value
    for value in refused:
        with pytest.raises(Invalid, match=f"^Age {re.escape(sentence)}$"):
            catalog.check_values([field], {"x": value})


@pytest.mark.parametrize(
    ("least", "most", "hint"),
    [
        ("1950", "next year", "From 1950 to 2027 km"),
        ("0", "", "From 0 km"),
        ("", "2000000", "Up to 20,00,000 km"),
        ("", "", ""),
    ],
)
def test_bounds_are_named_before_anything_is_typed(monkeypatch, least: str, most: str, hint: str):
    monkeypatch.setattr(clock, "now", lambda: NOW)
    field = FieldView(id="x", label="Age", input_type="number", unit="km", least=least, most=most)
    assert catalog.describe_bounds(field) == hint


def test_an_admin_sets_unit_and_bounds(db: Session, admin):
    subcategory = factories.subcategory(db, factories.category(db))
    typed = FieldDraft(label="Driven", input_type="number", unit=" k\u200bm ", least=" 0", most="Next  Year")
    made = catalog.create_field(db, admin, subcategory.id, typed)
    assert (made.unit, made.least, made.most) == ("km", "0", "next year")
    assert catalog.get_subcategory(db, subcategory.id).fields == (made,)
    # Other types have no use for them.
    changed = catalog.update_field(db, admin, made.id, typed.model_copy(update={"input_type": "text"}))
    assert (changed.unit, changed.least, changed.most) == ("", "", "")
    dated = catalog.update_field(
        db, admin, made.id, FieldDraft(label="Bought", input_type="date", unit="km", most="today")
    )
    assert (dated.unit, dated.most) == ("", "today")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"input_type": "number", "least": "old"}, "a number, this year or next year"),
        ({"input_type": "number", "most": "today"}, "a number, this year or next year"),
        ({"input_type": "number", "most": "9" * 30}, "a number, this year or next year"),
        ({"input_type": "number", "most": "1,000"}, "a number, this year or next year"),
        ({"input_type": "date", "most": "2026"}, "a date like"),
        ({"input_type": "date", "least": "next year"}, "a date like"),
        ({"input_type": "number", "least": "9", "most": "-10"}, "above the greatest"),
        ({"input_type": "number", "least": "next year", "most": "1950"}, "above the greatest"),
        ({"input_type": "date", "least": "today", "most": "2000-01-01"}, "above the greatest"),
        ({"input_type": "number", "unit": "k" * 21}, "at most 20 characters"),
    ],
)
def test_bounds_that_make_no_sense_are_refused(db: Session, admin, values, sentence):
    subcategory = factories.subcategory(db, factories.category(db))
    with pytest.raises(Invalid, match=sentence):
        catalog.create_field(db, admin, subcategory.id, FieldDraft(label="Age", **values))


@pytest.fixture
def car(db: Session):
    """An ad with a number and a date, and its fields."""
    seller = factories.seller(db)
    subcategory = factories.subcategory(db, factories.category(db))
    driven = factories.field(db, subcategory, "Driven", InputType.NUMBER, unit="km", least="0", most="2000000")
    bought = factories.field(db, subcategory, "Bought on", InputType.DATE, most="today")
    draft = AdDraft(
        name="Swift", category_id=subcategory.category_id, subcategory_id=subcategory.id, ad_type="sell",
        fields=[FieldInput(field_ref=driven.id, value="45000"), FieldInput(field_ref=bought.id, value="2020-05-01")],
    )  # fmt: skip
    ad = ads.submit(db, factories.actor(seller), draft)
    return seller, subcategory, driven, ad, draft


def test_values_are_shown_with_their_units(db: Session, admin, car):
    seller, subcategory, driven, ad, draft = car
    ads.approve(db, admin, ad.id)
    db.commit()
    assert [field.text for field in ads.get(db, ANONYMOUS, ad.id).fields] == ["45,000 km", "1 May 2020"]
    [card] = search.find_live_cards(db, ANONYMOUS, [ad.id]).values()
    assert card.fact_line == "Driven: 45,000 km"
    assert [fact.text for fact in search.add_details(db, ANONYMOUS, [card])[0].facts] == ["45,000 km"]
    chosen = f"field[{driven.id}]"
    query = SearchQuery(category_id=subcategory.category_id, fields={driven.id: "40000..50000"})
    assert search.describe(db, ANONYMOUS, query).endswith("Driven: 40000 to 50000 km")
    facets = {facet.name: facet for facet in search.list_ads(db, ANONYMOUS, query, Window(1, 5), facets=True).facets}
    assert all(value.label.endswith(" km") for value in facets[chosen].values)
    # A new version keeps the unit, and the moderators' comparison shows it.
    values = [FieldInput(field_ref=driven.id, value="46000")]
    ads.revise(db, factories.actor(seller), ad.id, draft.model_copy(update={"fields": values}))
    changes = moderation.get_queue_item(db, admin, ad.id).changes
    assert ("45,000 km", "46,000 km") in [(change.before, change.after) for change in changes]


def test_the_review_of_the_form_lists_every_field(db: Session, car):
    _, subcategory, driven, *_ = car
    papers = factories.field(db, subcategory, "Papers", InputType.FILE)
    specs = form.list_specs(db, {"subcategoryId": subcategory.id})
    values = {
        "name": "Swift", "title": "One owner", "termsandcondition": "As is", "city": "Pune", "discount": "5",
        form.FIELD + driven.id: "45000", form.FIELD + papers.id: "/media/x", f"{form.FIELD}{papers.id}:name": "rc.pdf",
    }  # fmt: skip
    assert [(field.label, field.text) for field in list_filled(values, specs)] == [
        ("Title", "One owner"), ("Terms and conditions", "As is"), ("City", "Pune"), ("Discount (%)", "5"),
        ("Driven", "45,000 km"), ("Papers", "rc.pdf"),
    ]  # fmt: skip


def test_existing_values_stay_when_bounds_are_set(db: Session, admin, car):
    _, _, driven, ad, _ = car
    narrow = FieldDraft(label="Driven", input_type="number", unit="miles", least="0", most="10")
    catalog.update_field(db, admin, driven.id, narrow)
    assert db.get_one(FieldDefinition, driven.id).most == "10"
    [shown, _] = ads.get(db, admin, ad.id).fields
    assert (shown.value, shown.text) == ("45000", "45,000 km")


def test_the_admin_page_sends_unit_and_bounds(db: Session):
    subcategory = factories.subcategory(db, factories.category(db))
    root = tab(db, factories.admin(db), path=f"/admin/categories/{subcategory.category_id}")
    page = part(root, FieldState)
    asyncio.run(SubcategoriesState.open.fn(part(root, SubcategoriesState)))
    FieldState.add.fn(page, subcategory.id)
    FieldState.choose_input_type.fn(page, "number")
    asyncio.run(FieldState.save.fn(page, {"label": "Year", "unit": "", "least": "1950", "most": "next year"}))
    [made] = catalog.get_subcategory(db, subcategory.id).fields
    assert (made.least, made.most, page.error) == ("1950", "next year", "")
    asyncio.run(SubcategoriesState.open.fn(part(root, SubcategoriesState)))
    asyncio.run(FieldState.edit.fn(page, subcategory.id, made.id))
    assert (page.unit, page.least, page.most) == ("", "1950", "next year")
