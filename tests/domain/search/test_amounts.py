"""Which numbers of a keyword are money, and which are sizes, years and models."""

import pytest

from marketplace.core import clock
from marketplace.domain.search import SearchQuery
from marketplace.domain.search.understanding import understand


def prices(keyword: str) -> tuple[str, float | None, float | None]:
    query = understand(SearchQuery(keyword=keyword), {}).query
    return query.keyword, query.min_price, query.max_price


@pytest.mark.parametrize(
    "keyword",
    [
        "iphone 13 pro max 256",
        "iphone 13 pro max 5000",
        "galaxy max 512",
        "iphone 256 max",
        "band min 500",
        "car 2015 to 2018",
        "car 2018-2020",
        "car between 1999 and 2000",
        "cars above 2018",
        "cars from 2018",
        "cars under 2021",
        "flat 1000 to 1500 sq ft",
        "flat under 1000 sq. ft.",
        "flat between 1000 and 1500 square feet",
        "plot 100 to 200 gaj",
        "plot 100-200 sq.yds",
        "plot above 200 sq yards",
        "plot above 200 गज",
        "land over 500 acres",
        "tv under 165-inch",
        "hall over 500 people",
    ],
)
def test_sizes_years_and_models_are_not_prices(keyword):
    assert prices(keyword) == (keyword, None, None)


@pytest.mark.parametrize(
    ("keyword", "rest", "least", "most"),
    [
        ("sofa max 5000", "sofa", None, 5_000),
        ("sofa max ₹500", "sofa", None, 500),
        ("sofa max 5k", "sofa", None, 5_000),
        ("sofa 5000 max", "sofa", None, 5_000),
        ("sofa min 2000", "sofa", 2_000, None),
        ("shoes under 2000", "shoes", None, 2_000),
        ("shoes under 1999", "shoes", None, 1_999),
        ("car ₹2015 to ₹2018", "car", 2_015, 2_018),
        ("sofa 1000 to 2018", "sofa", 1_000, 2_018),
        (f"sofa above {clock.now().year + 2}", "sofa", clock.now().year + 2, None),
        ("sofa under 20000rs", "sofa", None, 20_000),
        ("sofa 5000rs to 8000rs", "sofa", 5_000, 8_000),
        ("sofa under 20krs", "sofa", None, 20_000),
        ("bike under 50000rupees", "bike", None, 50_000),
        ("bike under 50000₹", "bike", None, 50_000),
        ("sofa from 5000", "sofa", 5_000, None),
        ("sofa 5000 onwards", "sofa", 5_000, None),
        ("sofa under 20,000/-", "sofa", None, 20_000),
        ("sofa 20,000/- to 30,000/-", "sofa", 20_000, 30_000),
    ],
)
def test_prices_are_understood(keyword, rest, least, most):
    assert prices(keyword) == (rest, least, most)


@pytest.mark.parametrize("keyword", ["sofa 20,000/-", "20000/- sofa"])
def test_what_is_written_as_a_price_is_one(keyword):
    assert prices(keyword) == prices("sofa rs 20000") != ("sofa", None, None)
