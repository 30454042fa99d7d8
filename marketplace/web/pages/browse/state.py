"""The State of the list pages."""

from collections.abc import Collection
from functools import partial
from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Gone, Invalid, NotFound
from marketplace.core.money import amount_problem
from marketplace.domain import places, saved_searches, search
from marketplace.domain.saved_searches import messages as saved_searches_messages
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.browse import address, views
from marketplace.web.pages.browse.views import Results

# Radius in km until the user chooses another.
_RADIUS = "25"


class BrowseState(PageState, rx.State):
    """The results of the URL. Every change of the list is a change of the URL.

    Attributes:
        results_url: URL of the results; the browser may have moved on.
        expanded: names of the filters that show all values.
    """

    LOAD_FAILED: ClassVar[str] = t("Failed to fetch products")
    results: Results = Results()
    results_url: str = ""
    expanded: list[str] = []

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl, expanded: Collection[str] = ()) -> Vars:
        """Load the results of the URL.

        Args:
            expanded: names of the filters to load with all values.
        """
        results = views.load_results(db, actor, address.parse_address(url.path, url.params), expanded)
        return {
            "results": results,
            "results_url": url.whole,
            "title": results.title,
        }

    @classmethod
    def describe_missing(cls, error: NotFound | Gone) -> Vars:
        """Return the vars of the error page, without results of another category."""
        return {**super().describe_missing(error), "results": Results(kind="category")}

    @rx.event
    async def open(self) -> None:
        """Load the results of the URL, with all values of the filters that show them on this page."""
        if self.results_url.partition("?")[0] != self._page_url().path:
            self.expanded = []
        await self._reload(partial(self.load, expanded=self.expanded))
        self.results_url = self._page_url().whole

    @rx.event
    async def toggle_values(self, name: str) -> None:
        """Show all values of a filter, or only the most frequent ones."""
        if name not in {group.name for group in self.results.groups if group.more}:
            return
        others = [each for each in self.expanded if each != name]
        self.expanded = others if name in self.expanded else [*others, name]
        with self._catch_load_errors():
            self.results = await self._query_public(views.load_results, self._address(), self.expanded)

    @rx.event
    async def submit_prices(self, form: dict[str, str]):
        """Filter by price range."""
        prices = {name: str(form.get(name, "")) for name in ("minPrice", "maxPrice")}
        prices["priceUnit"] = str(form.get("priceUnit", "")).strip()
        try:
            query = search.parse_query(prices)
        except Invalid:
            await self._toast("warning", amount_problem("".join(prices.values())) or t("Price must be a number."))
            return None
        least, most = search.price_text(query.min_price), search.price_text(query.max_price)
        unit, chosen = query.price_unit or "", self._address().params.get("priceUnit")
        if not (least or most or chosen) and unit == self.results.price_unit:
            # The unit that the list begins with is no filter.
            unit = ""
        return rx.redirect(self._address().with_params(minPrice=least, maxPrice=most, priceUnit=unit))

    @rx.event
    def sort_by(self, sort: str):
        """Change the sort order. The first one is the default, which a URL does not name."""
        is_default = bool(self.results.sorts) and self.results.sorts[0].value == sort
        return rx.redirect(self._address().with_params(sort="" if is_default else sort))

    @rx.event
    def near_me(self, latitude: float, longitude: float):
        """Show the ads near the browser's position first."""
        return rx.redirect(self._address().near(search.HERE, latitude, longitude, radius_km=_RADIUS))

    @rx.event
    async def location_failed(self, text: str) -> None:
        """Show the browser's error."""
        await self._toast("error", text)

    @rx.event
    async def near_place(self, form: dict[str, str]):
        """Show the ads near a town or locality first."""
        found = await self._query(places.suggest, str(form.get("near", "")))
        if not found:
            await self._toast("warning", t("We don't know this town."))
            return None
        near = found[0]
        return rx.redirect(
            self._address().near(near.place or near.city, near.latitude, near.longitude, radius_km=_RADIUS)
        )

    @rx.event
    async def save_search(self, params: dict[str, str]) -> None:
        """Save a search. The event has the search, because it may be sent again from another page after the login."""
        await self._execute(lambda db, actor: saved_searches.save_search(db, actor, search.parse_query(params)))
        if self.results.saveable_params == params:
            self.results = self.results.model_copy(update={"is_search_saved": True})
        await self._toast("success", t(saved_searches_messages.SAVED))

    def _address(self) -> address.Address:
        url = self.router.url
        return address.parse_address(url.path, url.query_parameters)
