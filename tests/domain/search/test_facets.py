"""Each count is what a click on it finds."""

from datetime import timedelta
from itertools import cycle, product

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import listings, search
from marketplace.domain.paging import Window
from marketplace.domain.search import Facet, SearchQuery
from marketplace.models import AdType, AdVersionValue, InputType
from tests import factories


@pytest.fixture
def market(db: Session) -> dict[str, str]:
    seller = factories.seller(db)
    shelves = [factories.subcategory(db, factories.category(db, name)) for name in ("Cars", "Homes")]
    fuel = factories.field(db, shelves[0], "Fuel", InputType.SELECT, options=["Petrol", "Diesel"])
    year = factories.field(db, shelves[0], "Year", InputType.NUMBER)
    types, cities = cycle(AdType), cycle(["Pune", "pune", "Delhi", "", "Nagpur"])
    prices = cycle([None, 500_00, 1_000_00, 99_999_00, 10_000_000_00])
    for n in range(40):
        shelf = shelves[n % 2]
        category = db.get(type(factories.category(db)), shelf.category_id)
        assert category
        ad = factories.ad(
            db,
            seller,
            category,
            name=f"thing {n % 3}",
            subcategory_id=shelf.id,
            ad_type=next(types),
            city=next(cities),
            price_paise=next(prices),
            first_approved_at=clock.now() - timedelta(days=n),
        )
        if n % 2 == 0:
            for field, text, number in (
                (fuel, ["Petrol", "Diesel"][n % 4 // 2], None),
                (year, str(2000 + n % 3), 2000 + n % 3),
            ):
                factories.save(
                    db,
                    AdVersionValue(
                        version_id=ad.live_version_id,
                        field_id=field.id,
                        label=field.label,
                        input_type=field.input_type,
                        text=text,
                        number=number,
                    ),
                )
            listings.refresh(db, ad.id)
    db.commit()
    return {"category": shelves[0].category_id, "shelf": shelves[0].id, "fuel": fuel.id, "year": year.id}


def total(db: Session, params: dict[str, str]) -> int:
    return search.list_ads(db, ANONYMOUS, search.parse_query(params), Window(1, 1)).total


def clicked(params: dict[str, str], facet: Facet, value: str) -> dict[str, str]:
    if facet.name == "price":
        low, _, high = value.partition("..")
        return {key: it for key, it in params.items() if key not in ("minPrice", "maxPrice")} | {
            "minPrice": low,
            "maxPrice": high,
        }
    if facet.name == "categoryId":
        params = {key: it for key, it in params.items() if key != "subcategoryId" and not key.startswith("field[")}
    if facet.name == "subcategoryId":
        params = {key: it for key, it in params.items() if not key.startswith("field[")}
    return params | {facet.name: value}


@pytest.mark.parametrize("keyword", ["", "thing", "1 thing"])
def test_every_count_equals_the_results_of_the_filter(db: Session, market, keyword):
    filters = {
        "none": {},
        "type": {"producttype": "rent"},
        "city": {"city": "Pune"},
        "price": {"minPrice": "1000", "maxPrice": "5000"},
        "posted": {"postedWithinDays": "30"},
        "category": {"categoryId": market["category"]},
        "shelf": {"categoryId": market["category"], "subcategoryId": market["shelf"]},
        "fields": {
            "categoryId": market["category"],
            f"field[{market['fuel']}]": "Petrol",
            f"field[{market['year']}]": "2001",
        },
    }
    filters["all"] = filters["city"] | filters["posted"] | filters["fields"]
    for extra, chosen in filters.items():
        params = {"keyword": keyword} | chosen
        page = search.list_ads(db, ANONYMOUS, search.parse_query(params), Window(1, 1), facets=True)
        assert {"producttype", "categoryId"} <= {facet.name for facet in page.facets}, extra
        for facet in page.facets:
            for value in facet.values:
                assert total(db, clicked(params, facet, value.value)) == value.count, (extra, facet.name, value)


def test_a_chosen_filter_overrides_the_keyword(db: Session, market):
    for keyword in (
        "thing in pune",
        "thing under 2k",
        "thing above 500",
        "for rent",
        "thing last 20 days",
        "1 thing on rent in delhi",
    ):
        params = {"keyword": keyword}
        page = search.list_ads(db, ANONYMOUS, search.parse_query(params), Window(1, 1), facets=True)
        assert page.chips, keyword
        assert page.total, keyword
        for facet in page.facets:
            for value in facet.values:
                assert total(db, clicked(params, facet, value.value)) == value.count, (keyword, facet.name, value)


def test_the_chosen_value_is_marked(db: Session, market):
    page = search.list_ads(db, ANONYMOUS, SearchQuery(city="pune"), Window(1, 1), facets=True)
    (city,) = [facet for facet in page.facets if facet.name == "city"]
    assert [value.label for value in city.values if value.chosen] in (["Pune"], ["pune"])
    assert len(city.values) == 3


def test_field_values_are_counted_among_the_ads_that_match(db: Session):
    seller, home = factories.seller(db), factories.category(db, "Homes")
    shelf, other = factories.subcategory(db, home, "Flats"), factories.subcategory(db, home, "Houses")
    elsewhere = factories.category(db, "Offices")
    asked = {
        "Rooms": factories.field(db, shelf, "Rooms", InputType.NUMBER),
        "Floor": factories.field(db, shelf, "Floor", InputType.TEXT),
    }
    rows = (
        (home, shelf, {"Rooms": ("3", 3), "Floor": ("3", None)}),
        (home, shelf, {"Rooms": ("3.0", 3), "Floor": ("top", None)}),
        # Kept from when the question was another one.
        (home, shelf, {"Rooms": ("some", None), "Floor": ("", None)}),
        # Moved since, each with what it once answered.
        (home, other, {"Rooms": ("3", 3)}),
        (elsewhere, None, {"Rooms": ("3", 3), "Floor": ("top", None)}),
    )
    for category, inner, values in rows:
        ad = factories.ad(db, seller, category, name="some rooms", subcategory_id=inner.id if inner else None)
        for label, (text, number) in values.items():
            field = asked[label]
            value = AdVersionValue(
                version_id=ad.live_version_id,
                field_id=field.id,
                label=label,
                input_type=field.input_type,
                text=text,
                number=number,
            )
            factories.save(db, value)
        listings.refresh(db, ad.id)
    db.commit()

    def values_of(**more: object) -> dict[str, dict[str, int]]:
        query = SearchQuery(category_id=home.id, **more)  # pyright: ignore
        found = search.list_ads(db, ANONYMOUS, query, Window(1, 9), facets=True).facets
        fields = (facet for facet in found if facet.name.startswith("field["))
        return {facet.label: {value.value: value.count for value in facet.values} for facet in fields}

    everything = values_of()
    assert everything == {"Rooms": {"3..3": 3}, "Floor": {"3": 1, "top": 1}}
    assert everything == values_of(posted_within_days=3650) == values_of(keyword="rooms")
    inside = values_of(subcategory_id=shelf.id)
    assert inside == {"Rooms": {"3..3": 2}, "Floor": {"3": 1, "top": 1}}
    assert inside == values_of(subcategory_id=shelf.id, posted_within_days=3650)
    assert inside == values_of(subcategory_id=shelf.id, keyword="rooms")


def test_fields_of_several_subcategories_are_one_filter(db: Session):
    seller, vehicles = factories.seller(db), factories.category(db, "Vehicles")
    asked = {
        "Cars": {"Make": "Honda", "Doors": "4", "Engine": "1200"},
        "Motorcycles": {"make": "Honda", "Engine": "Petrol"},
        "Scooters": {"Make": "Vespa"},
    }
    shelves = {}
    for shelf_name, fields in asked.items():
        shelf = shelves[shelf_name] = factories.subcategory(db, vehicles, shelf_name)
        ad = factories.ad(db, seller, vehicles, name=shelf_name, subcategory_id=shelf.id)
        for label, text in fields.items():
            kind = InputType.NUMBER if text.isdigit() else InputType.TEXT
            field = factories.field(db, shelf, label, kind)
            value = AdVersionValue(
                version_id=ad.live_version_id,
                field_id=field.id,
                label=label,
                input_type=kind,
                text=text,
                number=float(text) if text.isdigit() else None,
            )
            factories.save(db, value)
        listings.refresh(db, ad.id)
    db.commit()

    def facets(**more: object) -> dict[str, Facet]:
        query = SearchQuery(category_id=vehicles.id, **more)  # pyright: ignore
        found = search.list_ads(db, ANONYMOUS, query, Window(1, 9), facets=True).facets
        return {facet.label: facet for facet in found if facet.name.startswith("field[")}

    found = facets()
    assert list(found) == ["Make", "Doors", "Engine (Cars)", "Engine (Motorcycles)"]
    assert [(value.value, value.count) for value in found["Make"].values] == [("Honda", 2), ("Vespa", 1)]
    name = found["Make"].name.removeprefix("field[").removesuffix("]")
    chosen = facets(fields={name: "Honda"})
    assert [(value.value, value.count, value.chosen) for value in chosen["Make"].values] == [
        ("Honda", 2, True),
        ("Vespa", 1, False),
    ]
    assert total(db, {"categoryId": vehicles.id, found["Make"].name: "Honda"}) == 2
    # A filter by one subcategory's own field stays what it was.
    one = name.split(",")[0]
    assert total(db, {"categoryId": vehicles.id, f"field[{one}]": "Honda"}) == 1
    alone = facets(fields={one: "Honda"})
    assert [value.chosen for value in alone["Make (Cars)"].values] == [True]
    assert list(facets(subcategory_id=shelves["Motorcycles"].id)) == ["make", "Engine"]


def test_numbers_are_offered_as_ranges_of_round_numbers(db: Session):
    seller, vehicles = factories.seller(db), factories.category(db, "Vehicles")
    cars = factories.subcategory(db, vehicles, "Cars")
    driven = factories.field(db, cars, "Driven (km)", InputType.NUMBER)
    for km in range(3_000, 120_000, 4_111):
        ad = factories.ad(db, seller, vehicles, name="Car", subcategory_id=cars.id)
        value = {"label": driven.label, "input_type": InputType.NUMBER, "text": f"{km}", "number": km}
        factories.save(db, AdVersionValue(version_id=ad.live_version_id, field_id=driven.id, **value))
        listings.refresh(db, ad.id)
    db.commit()
    params = {"categoryId": vehicles.id, "subcategoryId": cars.id}
    page = search.list_ads(db, ANONYMOUS, search.parse_query(params), Window(1, 1), facets=True)
    (facet,) = [facet for facet in page.facets if facet.name == f"field[{driven.id}]"]
    assert [value.value for value in facet.values] == ["0..25000", "25000..50000", "50000..80000", "80000..100000",
        "100000..120000"]  # fmt: skip
    assert [value.label for value in facet.values][:2] == ["0 to 25000", "25000 to 50000"]
    for value in facet.values:
        assert total(db, clicked(params, facet, value.value)) == value.count


@pytest.mark.parametrize(
    "ways",
    [
        ("Navi Mumbai", "Navi-Mumbai", "navi MUMBAI", "NaviMumbai"),
        ("Puducherry", "Puducherry.", "(Puducherry)", "Pudùcherry"),
        ("Étah", "etah"),
        ("zira", "Zira", "ZIRA"),
        ("पुणे", "पुणे."),
        ("7 Hills", "7-hills"),
        ("-", "..."),
    ],
)
def test_spellings_of_a_town_are_one_value(db: Session, ways):
    shelf, seller = factories.category(db, "Furniture"), factories.seller(db)
    for city in (*ways, "Delhi", "delhi", "Navsari", "Pudukkottai", "Etawah", "Zirakpur", "zz", "Agra"):
        factories.ad(db, seller, shelf, name="Sofa", city=city)
    for keyword, ad_type in product(("", "sofa"), ("", "sell")):
        params = {"keyword": keyword, "producttype": ad_type}
        page = search.list_ads(db, ANONYMOUS, search.parse_query(params), Window(1, 1), facets=True)
        (cities,) = [facet for facet in page.facets if facet.name == "city"]
        assert len(ways) in [value.count for value in cities.values if value.value in ways], params
        for value in cities.values:
            assert total(db, clicked(params, cities, value.value)) == value.count, (params, value)
        for way in ways:
            query = search.parse_query(params | {"city": way})
            found = search.list_ads(db, ANONYMOUS, query, Window(1, 9), facets=True)
            assert sorted(card.city for card in found.items) == sorted(ways), params
            (own,) = [facet for facet in found.facets if facet.name == "city"]
            assert [value.count for value in own.values if value.chosen] == [len(ways)], params
