"""Which saved searches are compiled again after an ad in a town that had none."""

import pytest
from sqlmodel import Session

from marketplace.domain import listings, saved_searches
from marketplace.domain.saved_searches import percolator
from marketplace.domain.search import SearchQuery
from marketplace.models import Ad, AdType
from tests import factories


@pytest.fixture
def shop(db: Session):
    return factories.seller(db), factories.category(db, "Furniture")


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keywords that are compiled, in order."""
    keywords: list[str] = []
    compile_search = percolator.compile_search

    def note(params, *searchers):
        keywords.append(params.get("keyword", ""))
        return compile_search(params, *searchers)

    monkeypatch.setattr(percolator, "percolator", percolator.Percolator())
    monkeypatch.setattr(percolator, "compile_search", note)
    monkeypatch.setattr(saved_searches.alerts, "percolator", percolator.percolator)
    return keywords


def publish(db: Session, shop, city: str) -> Ad:
    ad = factories.ad(db, *shop, name="Teak sofa", city=city)
    listings.refresh(db, ad.id)
    db.commit()
    return ad


def test_only_searches_that_may_name_the_new_town_are_compiled_again(db: Session, shop, compiled: list[str]):
    buyer = factories.actor(factories.buyer(db))
    keywords = ("sofa", "teak sofa kurnool", "sofa in karnool", "teak")
    searches = {keyword: saved_searches.save_search(db, buyer, SearchQuery(keyword=keyword)).id for keyword in keywords}
    db.commit()
    first = publish(db, shop, "Pune")
    found = saved_searches.find_candidates(db, [first.id])[first.id]
    assert found == {searches["sofa"], searches["teak"]}
    compiled.clear()
    second = publish(db, shop, "Kurnool")
    found = saved_searches.find_candidates(db, [second.id])[second.id]
    assert found == set(searches.values())
    assert sorted(compiled) == ["sofa in karnool", "teak sofa kurnool"]


def test_a_town_that_was_left_is_a_word_again(db: Session, shop, compiled: list[str]):
    ad = publish(db, shop, "Kurnool")
    buyer = factories.actor(factories.buyer(db))
    saved = saved_searches.save_search(db, buyer, SearchQuery(keyword="sofa kurnool")).id
    db.commit()
    assert saved_searches.find_candidates(db, [ad.id])[ad.id] == {saved}
    other = publish(db, shop, "Pune")
    assert saved_searches.find_candidates(db, [other.id])[other.id] == frozenset()
    assert compiled


def test_searches_for_other_values_are_not_compiled(db: Session, shop, compiled: list[str]):
    buyer, elsewhere = factories.actor(factories.buyer(db)), factories.category(db, "Cars")
    asked = {
        "its town": {"city": "PUNE."},
        "its category and type": {"category_id": shop[1].id, "ad_type": AdType.SELL},
        "its seller": {"seller_id": shop[0].id},
        "another town": {"city": "Delhi"},
        "another category": {"category_id": elsewhere.id},
        "another type": {"ad_type": AdType.RENT},
    }
    searches = {
        name: saved_searches.save_search(db, buyer, SearchQuery(keyword="sofa", **own)).id
        for name, own in asked.items()
    }
    db.commit()
    ad = publish(db, shop, "Pune")
    compiled.clear()
    found = saved_searches.find_candidates(db, [ad.id])[ad.id]
    assert found == {searches[name] for name in asked if name.startswith("its ")}
    assert len(compiled) == 3
