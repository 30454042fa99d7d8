"""What a keyword says besides words."""

import pytest

from marketplace.domain.search import SearchQuery, Sort
from marketplace.domain.search.cities import by_words
from marketplace.domain.search.understanding import understand
from marketplace.models import AdType

CITIES = {("pune",): "Pune", ("delhi",): "Delhi", ("new", "delhi"): "New Delhi", ("bengaluru",): "Bengaluru"}


def read(keyword: str, **query):
    return understand(SearchQuery(keyword=keyword, **query), CITIES)


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
        ("car 5 lakh", "car", {"min_price": None, "max_price": 600_000}),
        ("flat 20k", "flat", {"min_price": None, "max_price": 24_000}),
        ("camera for hire", "camera", {"ad_type": AdType.RENT}),
        ("lehenga hire", "lehenga", {"ad_type": AdType.RENT}),
        ("makan bhade pe", "makan", {"ad_type": AdType.RENT}),
        ("zameen bikau", "zameen", {"ad_type": AdType.SELL}),
        ("cycle vadagaikku", "cycle", {"ad_type": AdType.RENT}),
        ("tractor bhade se", "tractor", {"ad_type": AdType.RENT}),
        ("sofa ભાડે", "sofa", {"ad_type": AdType.RENT}),
        ("वॉशिंग मशीन भाड्याने", "वॉशिंग मशीन", {"ad_type": AdType.RENT}),
        ("flat vikri sathi", "flat", {"ad_type": AdType.SELL}),
        ("dslr for 2 days under 2000", "dslr", {"max_price": 2_000}),
        ("bike ₹50,000", "bike", {"min_price": None, "max_price": 60_000}),
        ("4k tv", "4k tv", {"min_price": None}),
        ("car done 1 lakh km", "car done 1 lakh km", {"min_price": None}),
        ("car 5 lakh tak", "car", {"max_price": 500_000}),
        ("मोबाइल 10000 से कम", "मोबाइल", {"max_price": 10_000}),
        ("कार 2 से 3 लाख", "कार", {"min_price": 200_000, "max_price": 300_000}),
        ("laptop posted this week", "laptop", {"posted_within_days": 7}),
        ("bike added today", "bike", {"posted_within_days": 1}),
        ('55" tv under 20k', '55" tv', {"max_price": 20_000}),
        ("pune में flat", "flat", {"city": "Pune"}),
        ("flat @ pune", "flat", {"city": "Pune"}),
        ("flat nr pune", "flat", {"city": "", "radius_km": 25}),
        ("sofa within 10 km of pune", "sofa", {"city": "", "radius_km": 10}),
        ("sofa pune ke paas", "sofa", {"city": "", "radius_km": 25}),
        ("sofa within 10 km of zzyzx", "sofa within 10 km of zzyzx", {"radius_km": None}),
        ('"under 15k" sofa', '"under 15k" sofa', {"max_price": None}),
    ],
)
def test_keywords_are_understood(keyword, rest, filters):
    query = read(keyword).query
    assert query.keyword == rest
    assert {name: getattr(query, name) for name in filters} == filters


def test_near_me_needs_a_place():
    here = read("sofa near me", lat=18.5, lng=73.8).query
    assert (here.keyword, here.radius_km, here.sort) == ("sofa", 25, Sort.DISTANCE)
    nowhere = read("sofa near me")
    assert nowhere.query.radius_km is None
    assert [chip.kind for chip in nowhere.chips] == ["near"]


def test_each_understood_filter_can_be_removed():
    chips = read("2bhk under 15k in pune").chips
    assert [(chip.kind, chip.text, chip.rest) for chip in chips] == [
        ("price", "Under ₹15,000", "2bhk in pune"),
        ("city", "Pune", "2bhk under 15k"),
    ]


def test_the_query_sets_the_radius():
    here = read("sofa within 10 km", lat=18.5, lng=73.8)
    assert (here.query.keyword, here.query.radius_km, here.query.sort) == ("sofa", 10, Sort.DISTANCE)
    assert [chip.text for chip in here.chips] == ["Within 10 km of you"]
    assert read("sofa within 10 km", lat=18.5, lng=73.8, radius_km=50).query.radius_km == 50


@pytest.mark.parametrize("keyword", ["sofa near pune", "sofa within 10 km of pune"])
def test_a_chosen_radius_applies_to_the_named_place(keyword):
    there = read(keyword, radius_km=50.0)
    assert (there.query.keyword, there.query.radius_km, there.query.city) == ("sofa", 50, "")
    assert there.query.lat == read(keyword).query.lat is not None
    assert [(chip.text, chip.rest) for chip in there.chips] == [("Within 50 km of Pune", "sofa")]
    assert there.said == (("near", keyword.removeprefix("sofa ")),)


@pytest.mark.parametrize(
    ("keyword", "city", "rest"),
    [
        ("flat in bangaluru", "Bengaluru", "flat"),
        ("bengalru flat", "Bengaluru", "flat"),
        ("flat in dehli", "Delhi", "flat"),
        # Words of their own, and a style.
        ("chair in punk", "", "chair in punk"),
        ("delhi6 poster", "", "delhi6 poster"),
        ("bengalurui saree", "", "bengalurui saree"),
    ],
)
def test_a_misspelt_city_is_corrected_if_it_is_no_other_word(keyword, city, rest):
    query = understand(SearchQuery(keyword=keyword), CITIES, lambda word: word == "punk", CITIES.values()).query
    assert (query.city, query.keyword) == (city, rest)


@pytest.mark.parametrize(
    ("keyword", "filters"),
    [
        ("flat in pune", {"city": "Delhi"}),
        ("flat under 15k", {"max_price": 9_000.0}),
        # The whole price is one filter, whichever of its ends is set.
        ("flat above 15k", {"max_price": 9_000.0}),
        ("flat for rent", {"ad_type": AdType.SELL}),
        ("flat since last week", {"posted_within_days": 30}),
        ("flat near pune", {"lat": 20.0, "lng": 70.0, "radius_km": 5.0}),
    ],
)
def test_chosen_filters_override_the_keyword(keyword, filters):
    understood = read(keyword, **filters)
    assert understood.query == SearchQuery(keyword="flat", **filters)
    assert understood.chips == ()
    assert understood.query.keyword == "flat"


def test_price_ranges_and_separated_words_are_understood():
    understood = read("sofa above 5k under 10k")
    assert (understood.query.min_price, understood.query.max_price) == (5_000, 10_000)
    assert understood.without("price") == "sofa"
    price, city = read("flat in under 15k pune").chips
    assert (price.rest, city.rest) == ("flat in pune", "flat under 15k")


def test_quoted_words_are_not_interpreted():
    query = SearchQuery(keyword="flat under 15k", literal=True)
    assert understand(query, CITIES).query is query


@pytest.mark.parametrize(
    ("keyword", "rest", "prefers"),
    [
        ("xbox for 3 days", "xbox", AdType.RENT),
        ("ek hafte ke liye bike", "bike", AdType.RENT),
        ("एक हफ्ते के लिए बाइक", "बाइक", AdType.RENT),
        ("dslr for 2 days under 2000", "dslr", AdType.RENT),
        ("dslr under 2000", "dslr", AdType.SELL),
        ("toys for 6 months old", "toys for 6 months old", None),
        ("toys for 5 years", "toys for 5 years", None),
        ('"for 3 days" poster', '"for 3 days" poster', None),
    ],
)
def test_what_is_wanted_for_some_days_is_rented(keyword, rest, prefers):
    understood = read(keyword)
    assert (understood.query.keyword, understood.prefers) == (rest, prefers)


@pytest.mark.parametrize("keyword", ["flat blr", "blr flat", "flat in blr", "flat બેંગલુરુ", "flat in bangalore"])
def test_cities_have_short_names_and_may_stand_in_another_script(keyword):
    query = understand(SearchQuery(keyword=keyword), by_words(("Bengaluru",))).query
    assert (query.city, query.keyword) == ("Bengaluru", "flat")
