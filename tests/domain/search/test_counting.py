"""What is told of how many ads there are without a look at them is never more than there are."""

import pytest
from sqlalchemy import Connection, text
from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import Window
from marketplace.domain.search import counting
from marketplace.domain.search.engines import Expected, engine_of, lately, postgres
from marketplace.domain.search.engines.lately import Lately
from marketplace.domain.search.queries import Plan, bounded_count, matching
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import SearchQuery
from marketplace.models import AdStatus, AdType
from marketplace.settings import get_settings
from tests import factories
from tests.domain.search.ways import few_are

ADS = 40
KEYWORDS = (
    "sofa",
    "teak",
    "sofa -teak",
    '"teak sofa"',
    'teak -"sofa bed"',
    "air conditioner",
    "sof",
    "ac",
    "zzz",
    "-sofa",
)
FILTERS: tuple[dict, ...] = ({}, {"city": "Pune"}, {"city": "Pune", "ad_type": AdType.RENT}, {"max_price": 20.0})
most = 5


@pytest.fixture
def market(db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postgres, "_UNTOLD", 0)
    monkeypatch.setattr(get_settings(), "exact_total_limit", most)
    shelf, seller = factories.category(db, "Things"), factories.seller(db)
    things = ("teak sofa", "sofa of teak", "sofa bed", "air conditioner", "conditioner of air", "split AC")
    made = [
        factories.ad(
            db,
            seller,
            shelf,
            name=f"{things[n % 6]} {n}",
            city=("Pune", "Thane")[n % 4 == 0],
            ad_type=(AdType.SELL, AdType.RENT)[n % 3 == 0],
            price_paise=n * 100,
        )
        for n in range(ADS)
    ]
    db.commit()
    return made


def plans(db: Session) -> list[Plan]:
    connection = db.connection()
    engine = engine_of(connection)
    return [
        Plan(SearchQuery(keyword=keyword, **filters), resolve(connection, engine, keyword), ("Pune",))
        for keyword in ("", *KEYWORDS)
        for filters in FILTERS
    ]


def true_count(db: Session, plan: Plan) -> int:
    engine = engine_of(db.connection())
    return db.connection().scalar(bounded_count(matching(engine, plan, counting=True), ADS)) or 0


def test_the_index_promises_no_more_than_there_is(db: Session, market):
    connection = db.connection()
    engine = engine_of(connection)
    promised = 0
    engine.settle(connection)
    for plan in plans(db):
        there = true_count(db, plan)
        assert counting.count(connection, engine, plan, most) == min(there, most + 1), plan
        if plan.is_led_by_index(counting=True):
            sure = counting.expected(connection, engine, plan, most).surely_more
            assert not sure or there > most, plan
            promised += sure
    if connection.dialect.name == "postgresql":
        assert promised >= 4


def test_a_search_of_many_shows_the_same_however_it_was_counted(db: Session, market, monkeypatch):
    def pages():
        found = []
        for plan in plans(db):
            page = search.list_ads(db, ANONYMOUS, plan.query, Window(1, 4), facets=True)
            found.append(([ad.id for ad in page.items], page.total, page.exact))
        return found

    few_are(monkeypatch, 2)
    by_index = pages()
    monkeypatch.setattr(postgres, "_UNTOLD", 10_000)
    assert pages() == by_index
    assert any(not exact for _, _, exact in by_index)


def test_ads_that_went_are_not_promised(db: Session, market, monkeypatch):
    connection = db.connection()
    for ad in market[3:]:
        ad.status = AdStatus.SOLD
        db.add(ad)
        search.refresh(db, ad.id)
    plan = Plan(SearchQuery(keyword="sofa"), resolve(connection, engine_of(connection), "sofa"))
    # Until the statistics tell of them, as many as may be untold are taken off.
    monkeypatch.setattr(postgres, "_UNTOLD", ADS)
    assert counting.count(connection, engine_of(connection), plan, most) == true_count(db, plan) <= 3


def test_ads_that_say_a_thing_in_many_ways_are_counted_once(db: Session, market):
    connection = db.connection()
    engine = engine_of(connection)
    shelf, seller = factories.category(db, "Phones"), factories.seller(db)
    for n in range(most):
        factories.ad(db, seller, shelf, name=f"phone mobile cellphone smartphone handset {n}")
    engine.settle(connection)
    plan = Plan(SearchQuery(keyword="phone"), resolve(connection, engine, "phone"))
    assert true_count(db, plan) == most
    assert not counting.expected(connection, engine, plan, most).surely_more


@pytest.mark.parametrize(
    ("told", "keyword", "sure"),
    [
        ("SELECT 0, 0", "quaggy zonked", True),
        ("SELECT 1000, 0", "quaggy zonked", True),
        ("SELECT 0, 1000", "quaggy zonked", False),
        ("SELECT 0, 0 WHERE false", "quaggy zonked", False),
        ("SELECT 0, 0", "quaggy zonked sofa", False),
        ("SELECT 0, 0", "quaggy -sofa zonked", False),
        ("SELECT 0, 0", '"quaggy zonked" thing', False),
    ],
    ids=["all live", "changed", "dead", "forgotten", "not together", "without one", "as a phrase"],
)
def test_of_several_words_the_index_tells_whether_they_are_more(db, monkeypatch, told, keyword, sure):
    """Words of no other test: what that rolled back is dead, but still in the index."""
    connection = db.connection()
    engine = engine_of(connection)
    shelf, seller = factories.category(db, "Things"), factories.seller(db)
    for n in range(most + 3):
        factories.ad(db, seller, shelf, name=f"quaggy {n} zonked thing")
    plan = Plan(SearchQuery(keyword=keyword), resolve(connection, engine, keyword))
    if connection.dialect.name != "postgresql":
        assert counting.expected(connection, engine, plan, most) == Expected()
        return
    monkeypatch.setattr(postgres, "_UNTOLD", 0)
    monkeypatch.setattr(postgres, "_CHANGED", text(told))
    monkeypatch.setattr(postgres, "_rare", Lately(600, 10))
    # Of so few rows all would be read.
    connection.execute(text("SET LOCAL enable_seqscan = off"))
    engine.settle(connection)
    assert counting.expected(connection, engine, plan, most).surely_more is sure
    monkeypatch.setattr(postgres, "_UNTOLD", 10_000)
    assert not counting.expected(connection, engine, plan, most).surely_more


def test_what_was_rare_is_not_asked_of_the_index_again(db: Session, monkeypatch):
    connection = db.connection()
    engine = engine_of(connection)
    if connection.dialect.name != "postgresql":
        pytest.skip("an engine of its own does not ask")
    shelf, seller = factories.category(db, "Things"), factories.seller(db)
    for n in range(most - 1):
        factories.ad(db, seller, shelf, name=f"quillon {n} zebec thing")
    engine.settle(connection)
    asked = []

    def found_by_index(_connection: Connection, words: str) -> int:
        asked.append(words)
        return most - 1

    monkeypatch.setattr(postgres, "_rare", Lately(600, 10))
    monkeypatch.setattr(postgres, "_found_by_index", found_by_index)
    plan = Plan(SearchQuery(keyword="quillon zebec"), resolve(connection, engine, "quillon zebec"))
    for _ in range(3):
        assert counting.count(connection, engine, plan, most) == most - 1
    assert len(asked) == 1
    # It is a hint: what came meanwhile is counted.
    factories.ad(db, seller, shelf, name="quillon zebec")
    assert counting.count(connection, engine, plan, most) == most
    assert len(asked) == 1


def test_a_hint_is_forgotten_with_time_and_with_too_many(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(lately.time, "monotonic", lambda: now[0])
    hints = Lately(seconds=10, most=2)
    assert not hints.knows("a")
    hints.note("a")
    now[0] = 9
    hints.note("b")
    assert hints.knows("a")
    assert hints.knows("b")
    now[0] = 10
    assert not hints.knows("a")
    assert hints.knows("b")
    hints.note("c")
    assert hints.knows("c")
    assert not hints.knows("b")
