"""What a keyword says besides words."""

import pytest

from marketplace.domain.search import SearchQuery, Sort
from marketplace.domain.search.understanding import understand
from marketplace.models import AdType

CITIES = {("pune",): "Pune", ("delhi",): "Delhi", ("new", "delhi"): "New Delhi", ("bengaluru",): "Bengaluru"}


def read(keyword: str, **query):
    return understand(SearchQuery(keyword=keyword, **query), lambda: CITIES)


@pytest.mark.parametrize(
    ("keyword", "rest", "filters"),
    [
        ("2bhk under 15k in pune", "2bhk", {"max_price": 15_000, "city": "Pune"}),
        ("bike 50000 to 80000", "bike", {"min_price": 50_000, "max_price": 80_000}),
        ("laptop since last week", "laptop", {"posted_within_days": 7}),
        ("flat in new delhi", "flat", {"city": "New Delhi"}),
        ("iPhone 13 below Rs 40,000", "iphone 13", {"max_price": 40_000}),
        ("car 3-5 lakh", "car", {"min_price": 300_000, "max_price": 500_000}),
        ("phone between 10 and 20k", "phone", {"min_price": 10_000, "max_price": 20_000}),
        ("sofa above ₹1.5 lakh", "sofa", {"min_price": 150_000}),
        ("laptop around 30000", "laptop", {"min_price": 24_000, "max_price": 36_000}),
        ("room kiraye pe", "room", {"ad_type": AdType.RENT}),
        ("office for lease", "office", {"ad_type": AdType.LEASE}),
        ("pune", "", {"city": "Pune"}),
        ("bike last 3 days", "bike", {"posted_within_days": 3}),
        ("tv under 55 inch", "tv under 55 inch", {"max_price": None}),
        ("2 to 3 bhk", "2 to 3 bhk", {"min_price": None}),
        ("nokia 3310", "nokia 3310", {"min_price": None, "max_price": None}),
        ('"under 15k" sofa', '"under 15k" sofa', {"max_price": None}),
    ],
)
def test_read(keyword, rest, filters):
    query = read(keyword).query
    assert query.keyword == rest
    assert {name: getattr(query, name) for name in filters} == filters


def test_near_me_needs_a_place():
    here = read("sofa near me", lat=18.5, lng=73.8).query
    assert (here.keyword, here.radius_km, here.sort) == ("sofa", 25, Sort.DISTANCE)
    nowhere = read("sofa near me")
    assert nowhere.query.radius_km is None
    assert [chip.kind for chip in nowhere.chips] == ["near"]


def test_each_chip_can_be_taken_back():
    chips = read("2bhk under 15k in pune").chips
    assert [(chip.kind, chip.text, chip.rest) for chip in chips] == [
        ("price", "Under ₹15,000", "2bhk in pune"),
        ("city", "Pune", "2bhk under 15k"),
    ]


def test_what_is_set_is_not_overruled():
    assert read("flat in pune", city="Delhi").query.city == "Delhi"
    query = read("flat under 15k", max_price=9_000.0).query
    assert (query.max_price, query.keyword) == (9_000, "flat under 15k")


def test_literal_words_are_only_words():
    query = SearchQuery(keyword="flat under 15k", literal=True)
    assert understand(query, lambda: CITIES).query is query
