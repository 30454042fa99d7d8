"""Facets show their first twelve values, and all on request."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.web.pages.browse import address, views
from marketplace.web.pages.browse.state import BrowseState
from tests import factories
from tests.web.tabs import part, tab


class TestShowMore:
    """Categories and cities, more than twelve of each."""

    PATH = "/products/search"

    @pytest.fixture
    def market(self, db: Session) -> None:
        seller = factories.seller(db)
        for number in range(15):
            category = factories.category(db, f"Shelf {number:02}")
            factories.ad(db, seller, category, city=f"Town {number:02}")

    @pytest.fixture
    def browse(self, db: Session, market) -> BrowseState:
        state = part(tab(db, path=self.PATH), BrowseState)
        asyncio.run(self.run(state.open()))
        return state

    @staticmethod
    async def run(events) -> None:
        await events

    @staticmethod
    def of(browse: BrowseState, name: str) -> views.FilterGroup:
        return next(group for group in browse.results.groups if group.name == name)

    def test_twelve_values_are_shown_with_a_hint_that_there_are_more(self, browse: BrowseState):
        for name in ("categoryId", "city"):
            group = self.of(browse, name)
            assert (len(group.choices), group.more, group.expanded) == (12, True, False)
        assert not self.of(browse, "producttype").more

    def test_facet_expands_and_collapses(self, browse: BrowseState):
        asyncio.run(browse.toggle_values("city"))
        city = self.of(browse, "city")
        assert sorted(choice.label for choice in city.choices) == [f"Town {number:02}" for number in range(15)]
        assert (city.more, city.expanded) == (True, True)
        assert len(self.of(browse, "categoryId").choices) == 12
        asyncio.run(browse.toggle_values("categoryId"))
        assert [len(self.of(browse, name).choices) for name in ("categoryId", "city")] == [15, 15]
        asyncio.run(browse.toggle_values("city"))
        assert [len(self.of(browse, name).choices) for name in ("categoryId", "city")] == [15, 12]

    def test_unknown_facet_name_changes_nothing(self, browse: BrowseState):
        for name in ("", "nothing", "x" * 5000):
            asyncio.run(browse.toggle_values(name))
        assert browse.expanded == []

    def test_other_list_starts_collapsed(self, db: Session, browse: BrowseState):
        asyncio.run(browse.toggle_values("city"))
        asyncio.run(self.run(browse.open()))
        assert len(self.of(browse, "city").choices) == 15
        browse.results_url = "/products/rent?keyword=x"
        asyncio.run(self.run(browse.open()))
        assert browse.expanded == []
        assert len(self.of(browse, "city").choices) == 12

    def test_chosen_value_is_always_shown(self, db: Session, market):
        shown = views.load_results(db, ANONYMOUS, address.parse_address(self.PATH, {"city": "Town 14"}))
        (city,) = (group for group in shown.groups if group.name == "city")
        assert (len(city.choices), city.more) == (13, True)
        shown = views.load_results(db, ANONYMOUS, address.parse_address(self.PATH, {"city": "Town 14"}), {"categoryId"})
        (city,) = (group for group in shown.groups if group.name == "city")
        assert [choice.label for choice in city.choices if choice.chosen] == ["Town 14"]
        assert (len(city.choices), city.more) == (13, True)
