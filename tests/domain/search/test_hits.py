"""What posting lists found, in every order and count, is what going through all of it one by one gives."""

import random
from collections import Counter

import pytest
from pyroaring import BitMap

from marketplace.domain.search.engines import Segment, Stored
from marketplace.domain.search.hits import Hits, Part
from marketplace.domain.search.live import NO_PRICE_DOWN, NO_PRICE_UP
from marketplace.domain.search.schemas import SearchQuery, Sort

NEAR = SearchQuery(lat=18.5, lng=73.8)
SIZES = (None, 0, 1, 7, 40, 1_000)


@pytest.fixture(params=range(4))
def chance(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.param)


@pytest.fixture
def rows(chance: random.Random) -> list[Stored]:
    """Ads of which many share a price, a place or neither."""
    numbers = chance.sample(range(1, 10_000), 120)
    return [
        Stored(
            number,
            "",
            "",
            chance.choice([None, 100, 200, chance.randrange(1, 900)]),
            *chance.choice([(None, None), (18.5, 73.8), (18.6, 73.9), (chance.uniform(8, 30), 77.0)]),
            chance.choice(["sell", "rent"]),
            chance.choice("AB"),
            chance.choice([None, "x", "y"]),
            chance.choice(["", "Pune", "Thane"]),
        )
        for number in numbers
    ]


@pytest.fixture
def found(chance: random.Random, rows: list[Stored]) -> tuple[Hits, list[Stored], list[list[Stored]]]:
    """Hits in three segments and among what changed; the ads they are; the ads of each of two tiers."""
    changed = rows[:30]
    others = sorted(rows[30:])
    parts, hit, tiers = [], [], [[], []]
    for own in (others[:20], others[20:60], others[60:], sorted(changed)):
        chosen = [at for at in range(len(own)) if chance.random() < 0.7]
        places = [[at for at in range(len(own)) if chance.random() < 0.3] for _ in tiers]
        parts.append(Part(Segment.of(own), BitMap(chosen), [BitMap(some) for some in places]))
        hit += [own[at] for at in chosen]
        for tier, some in zip(tiers, places, strict=True):
            tier += [own[at] for at in some if at in chosen]
    return Hits(parts[:-1], parts[-1]), hit, tiers


def test_all_are_there_once(found):
    hits, ads, _ = found
    assert len(hits) == len(ads)
    assert sorted(hits.numbers()) == sorted(ad.number for ad in ads)


@pytest.mark.parametrize("most", SIZES)
def test_the_newest_come_first(found, chance, most):
    hits, ads, _ = found
    for before in (None, 1, 5_000, chance.choice(ads).number):
        but = frozenset(ad.number for ad in chance.sample(ads, 9))
        there = sorted((ad.number for ad in ads if before is None or ad.number < before), reverse=True)
        assert hits.newest(most, before=before) == there[:most]
        assert hits.newest(most, before=before, but=but) == [it for it in there if it not in but][:most]


@pytest.mark.parametrize("most", [0, 1, 7, 40, 1_000])
def test_the_foremost_are_those_of_the_best_tiers(found, most):
    hits, ads, tiers = found
    wanted: list[int] = []
    for some in (*tiers, ads):
        wanted += sorted({ad.number for ad in some} - set(wanted), reverse=True)
    assert list(hits.foremost(most)) == wanted[:most]


def _key(ad: Stored, sort: Sort) -> tuple[float, int]:
    if sort is Sort.PRICE_UP:
        return (NO_PRICE_UP if ad.price_paise is None else ad.price_paise), ad.number
    if sort is Sort.PRICE_DOWN:
        return (NO_PRICE_DOWN if ad.price_paise is None else -ad.price_paise), ad.number
    if ad.latitude is None or ad.longitude is None:
        return float("inf"), -ad.number
    narrowed = 0.9483236552061993
    return (ad.latitude - 18.5) ** 2 + ((ad.longitude - 73.8) * narrowed) ** 2, -ad.number


@pytest.mark.parametrize("sort", [Sort.PRICE_UP, Sort.PRICE_DOWN, Sort.DISTANCE, Sort.NEWEST])
@pytest.mark.parametrize("limit", [None, 1, 9, 1_000])
def test_each_order_is_total_and_goes_on_behind_any_ad(found, chance, sort, limit):
    hits, ads, _ = found
    keys = {ad.number: (-ad.number, 0) if sort is Sort.NEWEST else _key(ad, sort) for ad in ads}
    wanted = sorted(keys, key=keys.__getitem__)
    for offset in (0, 5, 60, 500):
        assert hits.ordered(NEAR, sort, offset, limit, None) == wanted[offset:][:limit]
    for last in chance.sample(ads, 12):
        own = {
            "number": last.number,
            "price_up": NO_PRICE_UP if last.price_paise is None else last.price_paise,
            "price_down": NO_PRICE_DOWN if last.price_paise is None else -last.price_paise,
            "latitude": last.latitude,
            "longitude": last.longitude,
        }
        behind = wanted[wanted.index(last.number) + 1 :]
        assert hits.ordered(NEAR, sort, 0, limit, own) == behind[:limit]


def test_values_are_counted(found):
    hits, ads, _ = found
    for kind in ("ad_type", "category_id", "subcategory_id", "city"):
        assert hits.tally(kind) == Counter(getattr(ad, kind) or "" for ad in ads)
    edges = (100, 101, 500)
    reached = Counter(None if ad.price_paise is None else sum(ad.price_paise >= it for it in edges) for ad in ads)
    assert hits.reached("prices", edges) == reached
    assert hits.reached("numbers", (5_000,)) == Counter(int(ad.number >= 5_000) for ad in ads)


def test_nothing_found_is_nothing_in_every_order():
    nothing = Hits([], Part(Segment.of([]), BitMap(), [BitMap()]))
    assert (len(nothing), nothing.numbers(), nothing.foremost(9), nothing.newest()) == (0, (), (), [])
    for sort in Sort:
        if sort is not Sort.RELEVANCE:
            assert nothing.ordered(NEAR, sort, 0, 9, None) == []
    assert nothing.tally("city") == nothing.reached("prices", (1,)) == Counter()


def test_a_segment_comes_back_as_it_was_kept(rows):
    made = Segment.of(sorted(rows))
    again = Segment.from_bytes(made.to_bytes())
    for name in ("numbers", "prices", "latitudes", "longitudes"):
        assert getattr(again, name).tobytes() == getattr(made, name).tobytes()
    for kind, (values, codes) in made.kinds.items():
        assert again.kinds[kind][0].tolist() == values.tolist()
        assert again.kinds[kind][1].tolist() == codes.tolist()
    assert made.places_of(made.numbers[[3, 5]]) == BitMap([3, 5])
