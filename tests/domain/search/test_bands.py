"""Tokens of places and prices leave nothing out that a query finds."""

import random

from hypothesis import given
from hypothesis import strategies as st

from marketplace.domain.search import bands, ranges
from marketplace.domain.search.params import parse_query

PRICES = st.integers(0, 10**13)


@given(PRICES, PRICES)
def test_a_higher_price_is_in_no_lower_band(one: int, other: int):
    low, high = sorted((one, other))
    assert bands.band(low) <= bands.band(high)


@given(PRICES, st.integers(0, 10**8), st.integers(0, 10**8))
def test_a_price_in_the_range_has_one_of_its_tokens(price: int, low: int, high: int):
    query = parse_query({"minPrice": str(low), "maxPrice": str(high)})
    if low * 100 <= price <= high * 100:
        for some in bands.within(query):
            assert set(some) & set(bands.tokens(None, None, price))


def test_a_place_within_the_radius_has_one_of_its_tokens():
    chance = random.Random(3)
    narrowed = 0
    for _ in range(3_000):
        at = {"lat": f"{chance.uniform(-89, 89):.4f}", "lng": f"{chance.uniform(-179, 179):.4f}"}
        query = parse_query({**at, "radiusKm": str(chance.choice((1, 5, 25, 100, 200)))})
        south, north, west, east = ranges.box(query) or (0, 0, 0, 0)
        there = {"latitude": chance.uniform(south, north), "longitude": chance.uniform(west, east)}
        away = ranges.distance_of(query, there)
        assert away is not None
        if away <= (float(query.radius_km or 0) / 111.195) ** 2:
            for some in bands.within(query):
                narrowed += 1
                assert set(some) & set(bands.tokens(there["latitude"], there["longitude"], None))
    assert narrowed > 1_000


def test_a_wide_net_is_not_narrowed():
    assert bands.within(parse_query({})) == ()
    assert bands.within(parse_query({"lat": "20", "lng": "78", "radiusKm": "500"})) == ()
    # Nobody asks for what begins above its end; the exact condition finds nothing then.
    assert bands.within(parse_query({"minPrice": "900", "maxPrice": "1"})) == ((bands.NO_PRICE,),)


def test_steps_through_prices_hold_every_price_once_and_no_price_last():
    for falling in (False, True):
        steps = bands.by_price(50, 10**9, falling=falling)
        assert steps[-1] == (bands.NO_PRICE,)
        every = [token for some in steps for token in some]
        assert len(every) == len(set(every))
        wanted = [bands.band_token(number) for number in range(bands.band(50), bands.band(10**9) + 1)]
        assert sorted(every[:-1]) == sorted(wanted)
        assert (every[0] == wanted[-1]) == falling


def test_what_has_no_price_is_not_looked_for_where_one_is_asked():
    for falling in (False, True):
        steps = bands.by_price(50, 10**9, falling=falling)
        assert bands.by_price(50, 10**9, falling=falling, priced=True) == steps[:-1]
