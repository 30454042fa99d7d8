"""Whatever stands in the search box: results or nothing found, never an error."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import Window
from marketplace.domain.search import analysis
from marketplace.integrations import limits
from tests import factories

ODD = {
    "nothing": "",
    "blanks": " \t\n\u00a0\u3000 ",
    "operators of query languages": "sofa AND OR NOT NEAR(sofa teak, 2) ^sofa name:sofa {name title}: sofa +teak*",
    "tsquery operators": "sofa & | ! <-> <2> (teak | :* ') :A",
    "operators alone": "AND OR NOT NEAR * ^ : & | ! ( ) < > -",
    "quotes left open": '"teak sofa',
    "quotes of all kinds": '"" “ ” „ « \' ` \'\' """ "sofa" "',
    "minus alone": "- -- --- - sofa -",
    "minus everything": "-sofa -teak",
    "only stop words": "the of and in for a is to",
    "SQL": "'; DROP TABLE ads; -- \\ % _ %s {} $1 :name ?",
    "LIKE signs": "%__%sofa_%",
    "NUL": "so\x00fa \x00",
    "control characters": "".join(map(chr, range(1, 32))) + "sofa\x7f",
    "right-to-left marks": "\u202esofa\u202c \u200f\u2067teak\u2069",
    "zero width": "so\u200bfa te\u200dak\ufeff",
    "lone surrogate": "sofa \ud800",
    "combining": "s" + "\u0301" * 300 + "ofa",
    "emoji": "🛋️ sofa 👨‍👩‍👧‍👦",
    "full width": "ｓｏｆａ",
    "Devanagari": "सोफ़ा सोफा ॥ १२३",
    "Arabic and Hebrew": "أريكة ספה",
    "5,000 letters": "a" * 5_000,
    "5,000 signs": "sofa " * 1_000,
    "2,500 quotes": '"' * 2_500,
    "5,000 words": " ".join(f"w{n}x" for n in range(1_000)),
    "5,000 digits": "9" * 5_000,
    "5,000 operators": "(sofa OR " * 560,
    "huge price": "sofa under 99999999999999999999 crore",
    "odd prices": "sofa under ,,, 1.2.3 to 5..6k between 9 and 2",
    "huge time": "sofa since last 9999 years",
    "infinite": "nan inf 1e999 under inf",
}
# The last place takes as long as the two before it.
PLACES = ("", "sofa ", pytest.param("2bhk under 15k in pune ", marks=pytest.mark.long))


@pytest.fixture
def market(db: Session):
    seller, shelf = factories.seller(db), factories.category(db, "Furniture")
    for name in ("Teak sofa", "Cane sofa", "Almirah", "सोफा नया"):
        factories.ad(db, seller, shelf, name=name, city="Pune", price_paise=500_00)
    db.commit()


@pytest.mark.parametrize("before", PLACES)
def test_results_or_nothing_never_an_error(db: Session, market, before: str):
    for kind, odd in ODD.items():
        keyword = before + odd
        for params in ({}, {"literal": "true"}, {"sort": "price_asc"}, {"lat": "18.5", "lng": "73.8", "radiusKm": "5"}):
            query = search.parse_query({"keyword": keyword} | params)
            page = search.list_ads(db, ANONYMOUS, query, Window(1, 12), facets=True)
            assert page.total == len(page.items) <= 4, kind
        search.suggest(db, ANONYMOUS, keyword)


@pytest.mark.long
def test_odd_keywords_can_be_requested_and_saved(client, db: Session, market):
    for kind, odd in ODD.items():
        limits.reset_all()
        headers = factories.bearer(db, factories.buyer(db))
        keyword = odd.replace("\ud800", "\ufffd")
        answer = client.get("/api/product/search", params={"keyword": keyword})
        assert answer.status_code == 200, kind
        assert client.get("/api/search/suggest", params={"q": keyword}).status_code == 200, kind
        saved = client.post("/api/savedsearch", json={"query": {"keyword": keyword}}, headers=headers)
        assert saved.status_code in (201, 400), (kind, saved.text)


@pytest.mark.parametrize("keyword", ['"teak sofa', "so\x00fa", "\u202esofa\u202c", "ｓｏｆａ", "SOFA!!!", "sofa ^ * :"])
def test_punctuation_hides_no_results(db: Session, market, keyword: str):
    page = search.list_ads(db, ANONYMOUS, search.parse_query({"keyword": keyword}), Window(1, 12))
    assert "Teak sofa" in {card.name for card in page.items}


def test_a_long_keyword_is_cut(db: Session, market):
    assert len(analysis.clean_query("a" * 100_000)) <= 1_000


def test_words_are_stemmed_the_same_in_several_threads_at_once():
    chance = random.Random(1)
    words = [
        f"{''.join(chance.choices('bdeginrst', k=6))}{chance.choice(['ing', 'ies', 'ed', 'ly'])}" for _ in range(9_000)
    ]
    analysis.stem.cache_clear()
    alone = [analysis.stem(word) for word in words]
    analysis.stem.cache_clear()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            parts = list(
                pool.map(lambda part: [analysis.stem(word) for word in part], (words[at::3] for at in range(3)))
            )
    finally:
        sys.setswitchinterval(before)
    assert parts == [alone[at::3] for at in range(3)]
