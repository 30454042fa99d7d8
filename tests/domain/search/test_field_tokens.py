"""A value of a dynamic field finds the ads that have it, in every order and beside every other filter, and no others."""

import random
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session, select

from marketplace.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import Window
from marketplace.domain.search import field_tokens, ranges
from marketplace.domain.search.params import parse_query
from marketplace.domain.search.schemas import SearchQuery
from marketplace.models import Ad, AdVersionValue, InputType
from tests import factories

WORDS = ("A", "a", "Petrol & LPG", "x..y", "कार", "it's '\"\\ odd", "three")
ODD = (*WORDS, "long " * 50, "5..", "3", "3.0", "-0")
VALUES = st.one_of(st.sampled_from(ODD), st.text(max_size=5), st.integers(-4, 4).map(str))
BLANK = {
    "price_paise": None,
    "featured": False,
    "number": 0,
    "latitude": None,
    "longitude": None,
}


@given(VALUES, VALUES)
def test_tokens_say_what_looking_at_the_value_says(asked: str, text: str):
    query = SearchQuery(fields={"one,other": asked})
    number = ranges.number(text)
    own = {"other": SimpleNamespace(text=text[:200], number=number)}
    holds = ranges.hold(query, BLANK, own)
    if not ranges.is_range(asked):
        (wanted,) = field_tokens.within(query)
        assert holds == bool(set(wanted) & set(field_tokens.tokens("other", text, number)))
        assert not set(wanted) & set(field_tokens.tokens("third", text, number))


@pytest.fixture
def market(db: Session) -> SimpleNamespace:
    """Eighty ads, each with a text, and half of them with a number."""
    chance = random.Random(11)
    seller, shelf = factories.seller(db), factories.subcategory(db, factories.category(db))
    other = factories.subcategory(db, factories.category(db))
    make = [factories.field(db, one, "Make", InputType.SELECT, options=list(WORDS)) for one in (shelf, other)]
    year = factories.field(db, shelf, "Year", InputType.NUMBER)
    category = db.get(type(factories.category(db)), shelf.category_id)
    assert category
    for at in range(80):
        price = chance.choice((None, chance.randrange(10_000)))
        ad = factories.ad(db, seller, category, name=f"Car {at}", price_paise=price, latitude=18.5, longitude=73.8)
        held = [(make[at % 2], chance.choice(WORDS), None)]
        if at % 4 < 2:
            number = chance.randrange(4)
            held.append((year, chance.choice((f"{number}", f"{number}.0")), float(number)))
        for field, text, number in held:
            value = {"label": field.label, "input_type": field.input_type, "text": text, "number": number}
            factories.save(db, AdVersionValue(version_id=ad.live_version_id, field_id=field.id, **value))
        search.refresh(db, ad.id)
    db.commit()
    return SimpleNamespace(make=[one.id for one in make], year=year.id)


def ids(db: Session, params: dict[str, str], sort: str) -> list[str]:
    """What all pages show, one after the other, which must be as much as is said."""
    found: list[str] = []
    for number in range(1, 20):
        page = search.list_ads(db, ANONYMOUS, parse_query({**params, "sort": sort}), Window(number, 7), facets=True)
        found += [ad.id for ad in page.items]
        assert page.total == search.list_ads(db, ANONYMOUS, parse_query(params), Window(1, 1)).total
        if len(page.items) < 7:
            break
    assert len(found) == page.total
    return sorted(found)


def holders(db: Session, field_ids: list[str], text: str, number: float | None = None) -> set[str]:
    rows = db.exec(select(AdVersionValue).where(AdVersionValue.field_id.in_(field_ids))).all()
    return {row.version_id for row in rows if row.text == text or (number is not None and row.number == number)}


@pytest.mark.parametrize("sort", ["", "newest", "price_asc", "price_desc", "distance"])
def test_every_order_shows_those_that_have_the_value(db: Session, market: SimpleNamespace, sort: str):
    by_version = {ad.live_version_id: ad.id for ad in db.exec(select(Ad)).all()}
    place = {"lat": "18.5", "lng": "73.8"}
    both = ",".join(market.make)
    for word in WORDS:
        wanted = {by_version[version] for version in holders(db, market.make, word)}
        assert wanted
        for beside in ({}, {"keyword": "car"}, {"radiusKm": "20"}):
            assert set(ids(db, {f"field[{both}]": word, **place, **beside}, sort)) == wanted
    for asked in ("2", "2.0", "2.00"):
        wanted = {by_version[version] for version in holders(db, [market.year], asked, 2)}
        assert wanted
        assert set(ids(db, {f"field[{market.year}]": asked, **place}, sort)) == wanted
    assert ids(db, {f"field[{market.year}]": "2", f"field[{market.make[0]}]": "nothing has it", **place}, sort) == []


def test_prices_beside_a_value_count_both(db: Session, market: SimpleNamespace):
    asked = {f"field[{market.make[0]}]": "A"}
    alone = search.list_ads(db, ANONYMOUS, parse_query(asked), Window(1, 80))
    cheap = search.list_ads(db, ANONYMOUS, parse_query({**asked, "maxPrice": "50"}), Window(1, 80))
    expected = {ad.id for ad in alone.items if ad.price_paise is not None and ad.price_paise <= 5_000}
    assert {ad.id for ad in cheap.items} == expected
    assert 0 < len(expected) < len(alone.items)
