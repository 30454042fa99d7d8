"""Filters that a query names twice or in quotes: removing one removes all its words and nothing else."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery
from marketplace.domain.search.understanding import understand
from marketplace.models import AdType
from tests import factories

CITIES = {("pune",): "Pune", ("delhi",): "Delhi"}


def read(keyword: str, **query):
    return understand(SearchQuery(keyword=keyword, **query), CITIES)


@pytest.mark.parametrize(
    ("keyword", "rest", "texts"),
    [
        ("for rent fan for rent", "fan", ["For rent"]),
        ("rent fan on rent", "fan", ["For rent"]),
        ("under 5k sofa under 5k", "sofa", ["Under ₹5,000"]),
        ("pune sofa in pune", "sofa", ["Pune"]),
        ('"for rent" board for rent', '"for rent" board', ["For rent"]),
    ],
)
def test_a_filter_stated_twice_is_removed_at_once(keyword, rest, texts):
    understood = read(keyword)
    assert (understood.query.keyword, [chip.text for chip in understood.chips]) == (rest, texts)
    (chip,) = understood.chips
    assert chip.rest == understood.without("type", "price", "city") == rest
    assert read(chip.rest).chips == ()


def test_only_the_first_place_is_understood():
    assert [chip.text for chip in read("sofa near pune delhi").chips] == ["Within 25 km of Pune"]


def test_overridden_words_are_not_searched():
    assert read("for rent fan for rent", ad_type=AdType.SELL).query.keyword == "fan"


@pytest.mark.parametrize("keyword", ["“car for rent”", "„car for rent“", "«car for rent»", '"car for rent"'])
def test_quotes_of_all_kinds_protect_words(keyword):
    assert read(keyword).chips == ()


def test_a_fallback_finds_the_promised_number(db: Session):
    seller, shelf = factories.seller(db), factories.category(db, "Things")
    for name in ("Teak divan", "Teak sofa", "Red sofa", "Red lamp"):
        factories.ad(db, seller, shelf, name=name)

    def page(keyword: str):
        return search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), EVERYTHING)

    found = page("red teak red").fallbacks
    said = {(it.text, it.keyword) for it in found}
    assert said == {("2 ads without “red”", "teak"), ("2 ads without “teak”", "red")}
    assert all(page(it.keyword).total == it.count for it in found)
