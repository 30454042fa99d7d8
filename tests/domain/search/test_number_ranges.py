"""Prices and numbers are offered as ranges with round limits, chosen from the values of the matching ads."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import listings, search
from marketplace.domain.paging import Window
from marketplace.domain.search import Facet
from marketplace.models import AdType, AdVersionValue, InputType, PriceUnit
from tests import factories

PRICES = {
    "cups": [20, 40, 55, 60, 75, 80, 90, 110, 120, 140, 150, 160, 190],
    "homes": [15_00_000, 22_00_000, 30_00_000, 45_00_000, 52_00_000, 60_00_000, 75_00_000, 1_10_00_000, 3_00_00_000],
    "anything": [10, 100, 150, 300, 500, 900, 1_200, 3_000, 8_000, 15_000, 40_000, 90_000, 5_00_000, 70_00_000],
}


def facet_of(db: Session, params: dict[str, str], name: str = "price", unit: PriceUnit | None = None) -> Facet:
    query = search.parse_query(params)
    page = search.list_ads(db, ANONYMOUS, query, Window(1, 1), facets=True, facet_price_unit=unit)
    (facet,) = [facet for facet in page.facets if facet.name == name]
    return facet


def limits(value: str) -> tuple[float, float]:
    low, _, high = value.partition("..")
    return float(low or "-inf"), float(high or "inf")


def check(facet: Facet, values: Sequence[float]) -> None:
    """Three to five ranges in order, none of which is empty or overlaps another, hold all values."""
    ranges = [limits(value.value) for value in facet.values]
    assert 3 <= len(ranges) <= 5, facet
    assert [value.count for value in facet.values] == [sum(low <= it <= high for it in values) for low, high in ranges]
    assert all(value.count for value in facet.values)
    assert all(high <= low for (_, high), (low, _) in pairwise(ranges)), facet
    assert all(any(low <= value <= high for low, high in ranges) for value in values), facet


@pytest.mark.parametrize("kind", PRICES)
def test_price_ranges_are_chosen_from_the_prices(db: Session, shop, kind):
    for rupees in PRICES[kind]:
        shop(price_paise=rupees * 100)
    shop(price_paise=None)
    facet = facet_of(db, {"keyword": "sofa"})
    check(facet, PRICES[kind])
    assert facet.values[0].label.startswith("Under ₹")
    assert facet.values[-1].label.startswith("Over ₹")
    assert all(" to ₹" in value.label for value in facet.values[1:-1])
    assert facet_of(db, {}) == facet
    for value in facet.values:
        low, _, high = value.value.partition("..")
        params = {"minPrice": low, "maxPrice": high}
        assert search.list_ads(db, ANONYMOUS, search.parse_query(params), Window(1, 1)).total == value.count
        chosen = facet_of(db, params)
        assert [it.value for it in chosen.values] == [it.value for it in facet.values]
        assert [it.label for it in chosen.values if it.chosen] == [value.label]


@pytest.mark.parametrize("unit", PriceUnit)
def test_prices_of_rentals_are_divided_in_the_unit_of_the_list(db: Session, shop, unit):
    for rupees in (20, 30, 50, 80, 90, 110, 150, 190, 260, 410, 700):
        shop(ad_type=AdType.RENT, price_paise=rupees * 100, price_unit=PriceUnit.DAY)
    shop(ad_type=AdType.RENT, price_unit=PriceUnit.DAY)
    facet = facet_of(db, {"producttype": "rent"}, unit=unit)
    assert 3 <= len(facet.values) <= 5
    for value in facet.values:
        low, _, high = value.value.partition("..")
        params = {"minPrice": low, "maxPrice": high, "priceUnit": unit}
        assert search.list_ads(db, ANONYMOUS, search.parse_query(params), Window(1, 1)).total == value.count > 0


@pytest.mark.parametrize(
    "values",
    [
        range(1998, 2025),
        [2015, 2016, 2016, 2017, 2018, 2018, 2019, 2020, 2021, 2021, 2022, 2023],
        [0, 5, 1_200, 8_000, 23_000, 41_500, 41_500, 60_000, 75_000, 1_20_000, 3_10_000],
        [-20, -5.5, 0, 3.25, 4.1, 7.75, 12.5, 30],
        [0.1, 0.2, 0.25, 0.3, 0.45, 0.7, 0.9],
        [1, 1, 2, 2, 2, 3, 3, 4],
    ],
)
def test_ranges_of_a_field_are_chosen_from_its_values(db: Session, values):
    category = factories.category(db, "Vehicles")
    shelf = factories.subcategory(db, category, "Cars")
    field = factories.field(db, shelf, "Number", InputType.NUMBER)
    seller = factories.seller(db)
    for number in values:
        ad = factories.ad(db, seller, category, subcategory_id=shelf.id)
        own = {"version_id": ad.live_version_id, "field_id": field.id, "label": field.label}
        factories.save(db, AdVersionValue(**own, input_type=InputType.NUMBER, text=f"{number}", number=number))
        listings.refresh(db, ad.id)
    db.commit()
    name, params = f"field[{field.id}]", {"categoryId": category.id}
    facet = facet_of(db, params, name)
    check(facet, list(values))
    for value in facet.values:
        query = search.parse_query(params | {name: value.value})
        assert search.list_ads(db, ANONYMOUS, query, Window(1, 1)).total == value.count


def test_a_single_price_is_one_range(db: Session, shop):
    for _ in range(3):
        shop(price_paise=750_00)
    (only,) = facet_of(db, {}).values
    assert (only.value, only.label, only.count) == ("750..750", "₹750", 3)


def test_the_chosen_range_is_shown_whatever_the_others_are(db: Session, shop):
    for rupees in PRICES["cups"]:
        shop(price_paise=rupees * 100, city="Pune" if rupees < 100 else "Delhi")
    facet = facet_of(db, {"minPrice": "33", "maxPrice": "77", "city": "Pune"})
    assert [(value.label, value.count) for value in facet.values if value.chosen] == [("₹33 to ₹77", 4)]
    assert 3 <= len([value for value in facet.values if not value.chosen]) <= 5


def test_nothing_is_divided_without_ads(db: Session):
    assert search.list_ads(db, ANONYMOUS, search.parse_query({}), Window(1, 1), facets=True).facets == ()


def test_a_range_of_a_field_may_have_a_whole_and_a_broken_limit(db: Session):
    category = factories.category(db, "Vehicles")
    field = factories.field(db, factories.subcategory(db, category, "Cars"), "Number", InputType.NUMBER)
    for number in (2.5, 6, 9.5):
        ad = factories.ad(db, factories.seller(db), category)
        own = {"version_id": ad.live_version_id, "field_id": field.id, "label": field.label}
        factories.save(db, AdVersionValue(**own, input_type=InputType.NUMBER, text=f"{number}", number=number))
        listings.refresh(db, ad.id)
    db.commit()
    for value, count in {"0..6.5": 2, "2.5..6": 2, "..6": 2, "6.5..": 1, "0..5": 1, "..": 0}.items():
        query = search.parse_query({f"field[{field.id}]": value})
        assert search.list_ads(db, ANONYMOUS, query, Window(1, 1)).total == count, value
