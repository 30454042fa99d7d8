"""The short ways of a search, for few and for many matches, show what the plain way shows."""

import random

import pytest
from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import Window
from marketplace.domain.search import bands, price_order, service
from marketplace.domain.search.params import parse_query
from marketplace.models import AdType, InputType
from tests import factories
from tests.domain.search.ways import few_are, lists_are_read

THINGS = ("teak sofa", "sofa bed", "red bike", "old phone", "sofa cover red", "gaming laptop")
TOWNS = (("Pune", 18.52, 73.86), ("Thane", 19.22, 72.98), ("Pune", 18.55, 73.90))
ASKED = (
    {"keyword": "sofa", "city": "pune"},
    {"keyword": "sofa", "city": "Pune", "producttype": "rent"},
    {"keyword": "sofa red", "producttype": "sell"},
    {"keyword": "sofa -red", "producttype": "sell"},
    {"keyword": '"teak sofa"', "maxPrice": "3000"},
    {"keyword": "sofa 1000 to 3000"},
    {"keyword": "red under 2500 in pune"},
    {"keyword": "sofa", "lat": "18.52", "lng": "73.86", "radiusKm": "10"},
    {"keyword": "sofa", "lat": "18.52", "lng": "73.86", "radiusKm": "10", "minPrice": "1000"},
    {"keyword": "bike", "postedWithinDays": "7"},
    {"keyword": "furniture", "producttype": "sell"},
    {"keyword": "sofa"},
    {"keyword": "sofa", "producttype": "sell"},
)
SORTS = ("", "newest", "price_asc", "price_desc")


@pytest.fixture
def market(db: Session) -> str:
    """A hundred random ads; the id of a dynamic field of half of them."""
    chance = random.Random(7)
    shelves = [factories.category(db, name) for name in ("Furniture", "Vehicles")]
    inner = [factories.subcategory(db, shelves[0], "Sofas & Beds"), factories.subcategory(db, shelves[1], "Bikes")]
    field = factories.field(db, inner[0], "Make", InputType.SELECT, options=["A", "B"])
    seller = factories.seller(db)
    for number in range(100):
        city, latitude, longitude = chance.choice(TOWNS)
        at = chance.randrange(2)
        factories.ad(
            db,
            seller,
            shelves[at],
            subcategory_id=inner[at].id,
            name=chance.choice(THINGS),
            title=f"{chance.choice(THINGS)} {number}",
            ad_type=chance.choice(list(AdType)),
            city=city,
            latitude=latitude,
            longitude=longitude,
            price_paise=chance.choice((None, chance.randrange(50_000, 400_000))),
        )
    return field.id


def pages(db: Session, params: dict[str, str]) -> list[object]:
    found = []
    # The second half of what few words find has no price. For facets more is known than for a page alone.
    for number, facets in ((1, True), (1, False), (3, False), (5, False)):
        page = search.list_ads(db, ANONYMOUS, parse_query(params), Window(number, 7), facets=facets)
        found.append(([ad.id for ad in page.items], page.total, page.exact, page.facets))
        if page.items:
            after = parse_query({**params, "after": page.items[-1].id})
            found.append([ad.id for ad in search.list_ads(db, ANONYMOUS, after, Window(1, 7)).items])
    return found


def test_every_way_shows_the_same(db: Session, market: str, monkeypatch):
    questions = [{**asked, **({"sort": sort} if sort else {})} for asked in ASKED for sort in SORTS]
    questions += [{"keyword": "sofa", f"field[{market}]": "A"}]
    questions += [{**asked, "sort": "distance"} for asked in ASKED if "lat" in asked]
    questions += [
        {"lat": "18.52", "lng": "73.86", "radiusKm": radius, "sort": sort}
        for radius in ("4", "10", "90")
        for sort in ("distance", "newest")
    ]
    ways = []
    for most, walked, cells, steps, ring in (
        (-1, 10_000, 0, 0, 1),
        (-1, 10_000, 36, 60, 0.1),
        (1_000, 10_000, 36, 60, 0.5),
        (5, 0, 36, 60, 0.02),
        (-1, 0, 2, 1_000, 0.69),
    ):
        few_are(monkeypatch, most)
        monkeypatch.setattr(price_order, "_MANY", walked)
        monkeypatch.setattr(service, "_FIRST_RING", ring)
        monkeypatch.setattr(service, "_DEEP", 14 if ring < 1 else 1_000)
        monkeypatch.setattr(bands, "_MOST_CELLS", cells)
        monkeypatch.setattr(bands, "_MOST_BANDS", steps)
        ways.append([pages(db, question) for question in questions])
    lists_are_read(monkeypatch)
    ways.append([pages(db, question) for question in questions])
    plain = ways[0]
    assert sum(bool(answer[0][0]) for answer in plain) > len(questions) // 2
    for way in ways[1:]:
        for question, expected, found in zip(questions, plain, way, strict=True):
            assert found == expected, question


def test_more_candidates_than_are_ranked_are_chosen_alike(db: Session, market: str, monkeypatch):
    monkeypatch.setattr("marketplace.domain.search.ranking.DEPTH", 9)
    for asked in (
        {"keyword": "sofa"},
        {"keyword": "sofa", "producttype": "sell"},
        {"keyword": "sofas", "city": "Pune"},
        {"keyword": "sofa red 600 to 4000"},
        {"keyword": "furniture 600 to 4000"},
    ):
        few_are(monkeypatch, 1_000)
        short = pages(db, asked)
        assert short[0]
        for limit, value in (("ranking._SORTED", 5), ("ranking._FEW", 5)):
            with monkeypatch.context() as less:
                less.setattr(f"marketplace.domain.search.{limit}", value)
                assert pages(db, asked) == short, limit
        few_are(monkeypatch, -1)
        assert pages(db, asked) == short
        with monkeypatch.context() as more:
            lists_are_read(more)
            assert pages(db, asked) == short
