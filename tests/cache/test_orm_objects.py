"""How many ORM objects a page loads that is not in the cache: a session tracks each of them, which rows of columns do not cost."""

from collections import Counter

import pytest
from sqlalchemy import event
from sqlmodel import SQLModel

from marketplace.ssr import pages
from marketplace.web.base.page_url import PageUrl
from tests import factories

LISTS = ("/", "/categories", "/products/sell", "/products/sell?view=list", "/products/featured", "/category/{category}",
         "/products/search?keyword=sofa")  # fmt: skip
# Ad, version, seller; and photo and deals of the seller.
MOST_OF_AN_AD = 6


def load(path: str) -> Counter[str]:
    """Load a page twice, and return the objects of the second time: the first reads what is kept between changes."""
    where, _, query = path.partition("?")
    page = pages.find(where)
    assert page is not None
    loaded: Counter[str] = Counter()

    def note(instance: object, _context: object) -> None:
        loaded[type(instance).__name__] += 1

    event.listen(SQLModel, "load", note, propagate=True)
    try:
        for _ in range(2):
            loaded.clear()
            assert pages.load(page, PageUrl(where, query), pages.Caller()).status == 200
    finally:
        event.remove(SQLModel, "load", note)
    return loaded


@pytest.fixture
def shop(db) -> dict[str, str]:
    seller, category = factories.seller(db), factories.category(db)
    made = [factories.ad(db, seller, category, name="Teak sofa") for _ in range(3)]
    db.commit()
    return {"category": category.id, "ad": made[0].id}


@pytest.mark.parametrize("path", LISTS)
def test_lists_load_none(shop, path: str):
    assert load(path.format(**shop)) == {}


def test_an_ad_loads_few_and_none_for_related_ads(shop):
    loaded = load(f"/products/{shop['ad']}")
    assert 0 < loaded.total() <= MOST_OF_AN_AD, loaded
    assert loaded["Ad"] == loaded["AdVersion"] == 1
