"""What the home page fetches, and its search form."""

import asyncio

import reflex as rx
import structlog
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import catalog, content, search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.catalog import CategoryView, Named
from marketplace.domain.content import TestimonialView
from marketplace.domain.money import group_indian
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.errors import MarketplaceError
from marketplace.models import AdType
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.door import Door
from marketplace.web.failing import failing

log = structlog.get_logger()

_TYPES = {kind.value: kind for kind in AdType}
FEATURED = "featured"
# Photos beside the search form.
_COLLAGE = 4


class Shelf(View):
    """One of the sections of cards."""

    cards: tuple[AdCard, ...] = ()
    more: bool = False
    loading: bool = True
    error: str = ""


class Extras(View):
    """What stands around the sections."""

    categories: tuple[CategoryView, ...] = ()
    testimonials: tuple[TestimonialView, ...] = ()
    live: str = ""


def fill_shelf(db: Session, actor: Actor, kind: str) -> Shelf:
    """The newest ads of a type, or the featured ones, as many as a section holds."""
    size = get_settings().home_section_size
    query = search.SearchQuery(ad_type=_TYPES.get(kind), featured=True if kind == FEATURED else None)
    # One more than is shown tells whether there are more.
    found = search.list_ads(db, actor, query, Window(1, size + 1), counted=False).items
    return Shelf(cards=found[:size], more=len(found) > size, loading=False)


def gather_extras(db: Session, _actor: Actor) -> Extras:
    """Categories, testimonials and the true number of live ads."""
    return Extras(
        categories=tuple(catalog.list_categories(db)),
        testimonials=tuple(content.list_testimonials(db)),
        live=group_indian(search.count_live(db).total),
    )


def list_choices(db: Session, _actor: Actor, ad_type: str) -> list[Named]:
    """The categories that have ads of the type."""
    return catalog.list_categories_by_type(db, _TYPES[ad_type])


def _absent(value: str) -> str:
    value = value.strip()
    return "" if value in ("null", "undefined") else value


class HomeState(Door, rx.State):
    """The home page's lists. A section that can't be fetched is empty; that of rents says why (spec, section 4)."""

    for_sale: rx.Field[Shelf] = rx.field(default_factory=Shelf)
    for_rent: rx.Field[Shelf] = rx.field(default_factory=Shelf)
    lease: rx.Field[Shelf] = rx.field(default_factory=Shelf)
    featured: rx.Field[Shelf] = rx.field(default_factory=Shelf)
    extras: rx.Field[Extras] = rx.field(default_factory=Extras)
    collage: rx.Field[list[AdCard]] = rx.field(default_factory=list)
    loaded: bool = False
    ad_type: str = ""
    choices: rx.Field[list[Named]] = rx.field(default_factory=list)

    @rx.event
    async def load(self) -> None:
        """Fetch everything at once."""
        self.for_sale, self.for_rent, self.lease, self.featured, self.extras = await asyncio.gather(
            self._shelf(AdType.SELL),
            self._shelf(AdType.RENT),
            self._shelf(AdType.LEASE),
            self._shelf(FEATURED),
            self._around(),
        )
        self.collage = [ad for ad in self.featured.cards if ad.cover][:_COLLAGE]
        self.loaded = True

    @rx.event
    async def retry_rent(self) -> None:
        """Another try for the section that says it failed."""
        self.for_rent = await self._shelf(AdType.RENT)

    @rx.event
    async def choose_type(self, ad_type: str) -> None:
        """The form's categories follow its type; without one there are none to choose."""
        self.ad_type = ad_type if ad_type in _TYPES else ""
        with failing(t("Failed to load categories")):
            self.choices = await self._ask(list_choices, self.ad_type) if self.ad_type else []

    @rx.event
    async def search(self, form: dict[str, str]):
        """Go to the results, if anything was asked for."""
        # Sent right after a type was chosen, the form still says the one before: its control waits for our answer.
        wanted = {"producttype": self.ad_type} | {
            name: _absent(form.get(name, "")) for name in ("categoryId", "keyword")
        }
        if not any(wanted.values()):
            await self._toast("warning", t("Please enter a keyword or select filters"))
            return None
        return rx.redirect(paths.search(**wanted))

    async def _shelf(self, kind: str) -> Shelf:
        try:
            with failing(t("Failed to fetch products")):
                return await self._ask(fill_shelf, kind)
        except MarketplaceError as error:
            log.warning("home_section_failed", section=kind, reason=error.message)
            return Shelf(loading=False, error=error.message)

    async def _around(self) -> Extras:
        try:
            with failing(t("Failed to load categories")):
                return await self._ask(gather_extras)
        except MarketplaceError as error:
            log.warning("home_extras_failed", reason=error.message)
            return Extras()
