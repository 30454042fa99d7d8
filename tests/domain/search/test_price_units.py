"""Prices with units in filters, orders and keywords."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid
from marketplace.domain import search
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery, Sort
from marketplace.domain.search.understanding import understand
from marketplace.models import AdType, PriceUnit
from tests import factories


@pytest.fixture
def ads(db: Session) -> None:
    """Cameras: at 900 a day (sale price), 100 an hour, 500 a day, 7,000 a week, 6,000 a month, and without a price."""
    seller, category = factories.seller(db), factories.category(db)
    factories.ad(db, seller, category, name="Camera for sale", price_paise=90_000)
    for unit, rupees in (("hour", 100), ("day", 500), ("week", 7_000), ("month", 6_000)):
        own = {"name": f"Camera by the {unit}", "price_paise": rupees * 100, "price_unit": PriceUnit(unit)}
        factories.ad(db, seller, category, ad_type=AdType.RENT, **own)
    factories.ad(db, seller, category, name="Camera on request", ad_type=AdType.RENT)


def _names(db: Session, **filters) -> list[str]:
    found = search.list_ads(db, ANONYMOUS, SearchQuery(**filters), EVERYTHING)
    return [card.name.removeprefix("Camera ").removeprefix("by the ") for card in found.items]


def test_rentals_are_sorted_by_the_price_of_a_day(db: Session, ads):
    by_price = ["month", "day", "week", "hour", "on request"]
    for keyword in ("", "camera"):
        assert _names(db, keyword=keyword, ad_type=AdType.RENT, sort=Sort.PRICE_UP) == by_price
        falling = _names(db, keyword=keyword, ad_type=AdType.RENT, sort=Sort.PRICE_DOWN)
        assert falling == [*reversed(by_price[:-1]), "on request"]


def test_without_a_unit_the_shown_amount_is_compared(db: Session, ads):
    assert set(_names(db, min_price=500, max_price=6_000)) == {"for sale", "day", "month"}


@pytest.mark.parametrize(
    ("unit", "low", "high", "names"),
    [
        ("day", None, 500, {"day", "month"}),
        ("day", 500, None, {"day", "week", "hour"}),
        ("month", 6_000, 6_000, {"month"}),
        ("week", 7_000, 7_000, {"week"}),
        ("hour", 100, None, {"hour"}),
        ("year", None, 73_000, {"month"}),
        ("day", None, None, {"day", "month", "week", "hour", "on request"}),
    ],
)
def test_with_a_unit_only_rentals_match_and_are_converted(db: Session, ads, unit, low, high, names):
    filters = {"price_unit": PriceUnit(unit), "min_price": low, "max_price": high}
    for keyword in ("", "camera"):
        assert set(_names(db, keyword=keyword, **filters)) == names


def test_price_ranges_count_the_results_of_the_filter(db: Session, ads):
    query = SearchQuery(price_unit=PriceUnit.WEEK, min_price=5_000, max_price=10_000)
    found = search.list_ads(db, ANONYMOUS, query, EVERYTHING, facets=True)
    (facet,) = (facet for facet in found.facets if facet.name == "price")
    assert found.understood.price_unit == "week"
    for value in facet.values:
        low, high = (float(edge) if edge else None for edge in value.value.split(".."))
        assert len(_names(db, price_unit=PriceUnit.WEEK, min_price=low, max_price=high)) == value.count
        assert value.label.endswith(" a week")
    assert [value.label for value in facet.values if value.chosen] == ["₹5,000 to ₹10,000 a week"]


@pytest.mark.parametrize(
    ("keyword", "rest", "text", "unit"),
    [
        ("camera under 500 a day", "camera", "Under ₹500 a day", "day"),
        ("camera under 50/hour", "camera", "Under ₹50 an hour", "hour"),
        ("flat under 20000 per month", "flat", "Under ₹20,000 a month", "month"),
        ("2bhk 15k monthly", "2bhk", "About ₹15,000 a month", "month"),
        ("car 2000 per day", "car", "About ₹2,000 a day", "day"),
        ("camera 500 to 1000 a day", "camera", "₹500 to ₹1,000 a day", "day"),
        ("hall 5000/- per day max", "hall", "Under ₹5,000 a day", "day"),
        ("bike over 500 har din", "bike", "Over ₹500 a day", "day"),
        ("sofa under 5000", "sofa", "Under ₹5,000", None),
        ("bike under 50000 a year old", "bike a year old", "Under ₹50,000", None),
    ],
)
def test_a_budget_may_have_a_time(keyword, rest, text, unit):
    understood = understand(SearchQuery(keyword=keyword), {})
    assert understood.query.keyword == rest
    assert [chip.text for chip in understood.chips] == [text]
    assert understood.query.price_unit == unit
    assert understood.prefers == (None if unit else "sell")


def test_two_limits_share_a_time():
    query = understand(SearchQuery(keyword="camera above 500 a day under 900 a day"), {}).query
    assert (query.keyword, query.min_price, query.max_price, query.price_unit) == ("camera", 500, 900, "day")


def test_parameters(db: Session):
    params = {"minPrice": "500", "maxPrice": "1000", "priceUnit": "day"}
    query = search.parse_query(params)
    assert search.to_params(query) == params
    assert search.count_filters(query) == 1
    (chosen,) = search.list_chosen(db, ANONYMOUS, query, params)
    assert (chosen.text, chosen.params) == ("₹500 to ₹1,000 a day", ("minPrice", "maxPrice", "priceUnit"))
    with pytest.raises(Invalid, match="priceUnit must be"):
        search.parse_query({"priceUnit": "decade"})
