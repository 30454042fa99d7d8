"""How many values a facet lists."""

from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import Window
from marketplace.domain.search import SearchQuery
from tests import factories


def test_all_values_are_listed(db: Session):
    seller = factories.seller(db)
    shelves = [factories.category(db, f"Shelf {number:02}") for number in range(15)]
    for number, shelf in enumerate(shelves):
        for _ in range(2 if number < 12 else 1):
            factories.ad(db, seller, shelf, city=f"Town {number:02}")

    def read(**options: int) -> dict[str, tuple[int, bool]]:
        page = search.list_ads(db, ANONYMOUS, SearchQuery(), Window(1, 5), facets=True, **options)
        return {facet.name: (len(facet.values), facet.more) for facet in page.facets}

    first = read()
    assert (first["categoryId"], first["city"], first["producttype"]) == ((12, True), (12, True), (1, False))
    every = read(facet_values=search.ALL_VALUES)
    assert (every["categoryId"], every["city"]) == ((15, False), (15, False))
    # What is chosen is shown beside the most frequent, and counts as shown.
    query = SearchQuery(city="Town 14")
    page = search.list_ads(db, ANONYMOUS, query, Window(1, 5), facets=True)
    (city,) = (facet for facet in page.facets if facet.name == "city")
    assert (len(city.values), city.values[-1].label, city.more) == (13, "Town 14", True)
