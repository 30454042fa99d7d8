"""How many ads there are is told exactly up to a limit, and as more beyond it."""

import pytest
from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import Window
from marketplace.domain.search import counting
from marketplace.domain.search.engines import engine_of
from marketplace.domain.search.queries import Plan, bounded_count, matching
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import SearchQuery
from marketplace.models import AdType
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


def test_no_more_are_counted_than_are_told(db: Session, market):
    connection = db.connection()
    engine = engine_of(connection)
    for plan in plans(db):
        assert counting.count(connection, engine, plan, most) == min(true_count(db, plan), most + 1), plan


def test_a_search_of_many_shows_the_same_however_it_was_counted(db: Session, market, monkeypatch):
    def pages():
        found = []
        for plan in plans(db):
            page = search.list_ads(db, ANONYMOUS, plan.query, Window(1, 4), facets=True)
            found.append(([ad.id for ad in page.items], page.total, page.exact))
        return found

    few_are(monkeypatch, 2)
    by_pages = pages()
    few_are(monkeypatch, 1_000)
    assert pages() == by_pages
    assert any(not exact for _, _, exact in by_pages)
