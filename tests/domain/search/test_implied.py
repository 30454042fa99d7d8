"""Filters that others imply are not looked for, and filters that contradict each other still find nothing."""

import pytest
from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import Window
from marketplace.domain.search import shelves
from marketplace.models import AdVersionValue, InputType
from tests import factories
from tests.domain.search.ways import few_are


@pytest.fixture
def shop(db: Session) -> dict[str, str]:
    """Ids of two shelves with a subcategory and a field each, and an ad on each that has a value."""
    ids = {}
    seller = factories.seller(db)
    for name in ("cars", "homes"):
        shelf = factories.category(db, name)
        inner = factories.subcategory(db, shelf, f"{name} inside")
        field = factories.field(db, inner, "Rooms", InputType.NUMBER)
        ad = factories.ad(db, seller, shelf, subcategory_id=inner.id, name=f"one of the {name}")
        value = {"field_id": field.id, "label": field.label, "input_type": field.input_type, "text": "4", "number": 4}
        db.add(AdVersionValue(version_id=ad.live_version_id, **value))
        search.refresh(db, ad.id)
        ids |= {name: shelf.id, f"{name} inside": inner.id, f"{name} field": field.id}
    db.commit()
    return ids


def found(db: Session, **params: str) -> int:
    page = search.list_ads(db, ANONYMOUS, search.parse_query(params), Window(1, 10), facets=True)
    assert len(page.items) == page.total
    return page.total


@pytest.mark.parametrize("most", [1_000, -1])
@pytest.mark.parametrize("keyword", ["", "one"])
@pytest.mark.parametrize("value", ["", "4", "5", "3..5", "5..6"])
def test_a_shelf_a_part_of_it_and_a_value(db: Session, shop: dict[str, str], monkeypatch, most, keyword, value):
    few_are(monkeypatch, most)
    for category in ("cars", "homes"):
        for inner in ("cars", "homes"):
            for field in ("cars", "homes"):
                asked = {"categoryId": shop[category], "subcategoryId": shop[f"{inner} inside"]}
                if value:
                    asked |= {f"field[{shop[f'{field} field']}]": value}
                if keyword:
                    asked |= {"keyword": keyword}
                fits = category == inner and (not value or (field == inner and value in ("4", "3..5")))
                assert found(db, **asked) == fits, (category, inner, field)


def test_what_is_implied(db: Session, shop: dict[str, str]):
    def implied(**params: str) -> set[tuple[str, str]]:
        return set(shelves.implied(db.connection(), search.parse_query(params)))

    inner, field = shop["cars inside"], f"field[{shop['cars field']}]"
    of_both = f"field[{shop['cars field']},{shop['homes field']}]"
    by_part, by_value = ("category_id", "subcategory_id"), ("subcategory_id", "fields")
    assert implied(categoryId=shop["cars"]) == set()
    assert implied(categoryId=shop["cars"], subcategoryId=inner) == {by_part}
    assert implied(categoryId=shop["homes"], subcategoryId=inner) == set()
    assert implied(subcategoryId=inner, **{field: "4"}) == {by_value}
    assert implied(subcategoryId=shop["homes inside"], **{field: "4"}) == set()
    assert implied(subcategoryId=inner, **{of_both: "4"}) == set()
    assert implied(categoryId=shop["cars"], subcategoryId=inner, **{field: "4"}) == {by_part, by_value}
