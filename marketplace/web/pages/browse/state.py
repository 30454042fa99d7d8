"""The list a tab shows."""

import asyncio

import reflex as rx

from marketplace.domain import catalog, places, search
from marketplace.domain.ads import messages
from marketplace.domain.search import messages as search_messages
from marketplace.errors import Invalid
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.failing import failing
from marketplace.web.fetching import Fetching
from marketplace.web.pages.browse import address, views
from marketplace.web.pages.browse.views import Named, Results

# Kilometres around a place, until another radius is chosen.
_RADIUS = "25"


class BrowseState(Fetching, rx.State):
    """Results for the address; every change of them is a change of the address."""

    results: Results = Results()
    # The address that the results answer; the one in the browser may have gone on already.
    answered: str = ""
    # The search form's categories follow the type that is chosen in it.
    form_type: str = ""
    form_categories: list[Named] = []

    @rx.event
    async def open(self):
        """The address changed: show what it asks for."""
        self.loading, self.problem = True, ""
        yield
        with self._fetching(t("Failed to fetch products")):
            self.results = await self._ask(views.look, self._address())
            self.form_type = self.results.ad_type
            self.form_categories = await self._categories(self.form_type)
        self.answered = self._here()

    @rx.event
    async def choose_form_type(self, ad_type: str) -> None:
        """Another type in the search form: its categories follow; none without a type."""
        self.form_type = ad_type
        self.form_categories = await self._categories(ad_type)

    @rx.event
    def submit(self, form: dict[str, str]):
        """Search again: a new search with the form's words and filters."""
        # Sent right after a type was chosen, the form still says the one before: its control waits for our answer.
        typed = {name: str(form.get(name, "")) for name in ("keyword", "producttype", "categoryId")}
        return rx.redirect(paths.search(**views.settle(typed | {"producttype": self.form_type})))

    @rx.event
    def submit_keyword(self, form: dict[str, str]):
        """Search within the list that is shown."""
        return rx.redirect(self._address().having(keyword=str(form.get("keyword", "")).strip()))

    @rx.event
    async def submit_prices(self, form: dict[str, str]):
        """Narrow the list to a range of prices."""
        prices = {name: str(form.get(name, "")).strip() for name in ("minPrice", "maxPrice")}
        try:
            search.parse_query(prices)
        except Invalid:
            await self._toast("warning", t("Price must be a number."))
            return None
        return rx.redirect(self._address().having(**prices))

    @rx.event
    def sort_by(self, sort: str):
        """Order the whole result anew."""
        return rx.redirect(self._address().having(sort=sort))

    @rx.event
    def near_me(self, latitude: float, longitude: float):
        """The browser said where it is: what is near comes first."""
        return rx.redirect(self._address().around(search.HERE, latitude, longitude, radius_km=_RADIUS))

    @rx.event
    async def near_nowhere(self, text: str) -> None:
        """The browser could not say where it is."""
        await self._toast("error", text)

    @rx.event
    async def near_place(self, form: dict[str, str]):
        """What is near a town comes first."""
        name = str(form.get("near", "")).partition(",")[0].strip()[:60]
        town = await asyncio.to_thread(places.find_town, name) if name else None
        if town is None:
            await self._toast("warning", t("We do not know this town."))
            return None
        return rx.redirect(self._address().around(town.city, town.latitude, town.longitude, radius_km=_RADIUS))

    @rx.event
    async def save_search(self, params: dict[str, str]) -> None:
        """Save the search that is shown. It comes with the event, which is sent again on another page after signing in."""
        await self._do(lambda db, actor: search.save_search(db, actor, search.parse_query(params)))
        await self._toast("success", t(search_messages.SAVED))

    def _address(self) -> address.Address:
        url = self.router.url
        return address.read(url.path, url.query_parameters)

    async def _categories(self, ad_type: str) -> list[Named]:
        if ad_type not in messages.TYPES:
            return []
        with failing(t("Failed to load categories")):
            found = await self._ask(lambda db, _actor: catalog.list_categories_by_type(db, ad_type))
        return [Named(value=category.id, label=category.name) for category in found]
