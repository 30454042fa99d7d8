"""The State of the home page."""

from typing import ClassVar

import reflex as rx
import structlog
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.core.money import group_indian
from marketplace.domain import catalog, content, places, search
from marketplace.domain.ads.schemas import CardView
from marketplace.domain.catalog import CategoryTile
from marketplace.domain.content import TestimonialCard
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AdType
from marketplace.settings import get_settings
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl

log = structlog.get_logger()

_TYPES = {kind.value: kind for kind in AdType}
FEATURED = "featured"
# Sections by the name of their var.
_SECTIONS = {"for_sale": AdType.SELL, "for_rent": AdType.RENT, "lease": AdType.LEASE, FEATURED: FEATURED}


class AdSection(View):
    """A section of ad cards."""

    cards: tuple[CardView, ...] = ()
    more: bool = False
    loading: bool = True
    error: str = ""


class Extras(View):
    """Data of the other sections."""

    categories: tuple[CategoryTile, ...] = ()
    testimonials: tuple[TestimonialCard, ...] = ()
    live_count: str = ""


def _describe_near(actor: Actor, near: AdSection) -> str:
    """Say whether the ads are in the visitor's town. Those that are have no distance."""
    home = places.find_home(actor)
    if home is None or not near.cards:
        return ""
    if near.cards[0].distance_text:
        return t("Nothing in {town} yet. These are the nearest.", town=home.name)
    return t("In and around {town}", town=home.name)


def load_ad_section(db: Session, actor: Actor, kind: str) -> AdSection:
    """Load the nearest or newest ads of a type, of all types or the featured ads, as many as a section holds."""
    size = get_settings().home_section_size
    featured = True if kind == FEATURED else None
    query = search.SearchQuery(ad_type=_TYPES.get(kind), featured=featured, home=places.find_home(actor))
    # One more than the section shows, to know whether there are more.
    found = search.list_ads(db, actor, query, Window(1, size + 1), counted=False).items
    return AdSection(cards=found[:size], more=len(found) > size, loading=False)


def load_extras(db: Session, _actor: Actor) -> Extras:
    """Load categories, testimonials and the real number of live ads."""
    categories = tuple(catalog.list_categories(db))
    return Extras(
        categories=categories,
        testimonials=tuple(content.list_testimonials(db)),
        live_count=group_indian(sum(category.count for category in categories)),
    )


def _try_ad_section(db: Session, actor: Actor, kind: str) -> AdSection:
    try:
        with unexpected_errors_as(t("Failed to fetch products")):
            return load_ad_section(db, actor, kind)
    except MarketplaceError as error:
        log.warning("home_section_failed", section=kind, reason=error.message)
        return AdSection(loading=False, error=error.message)


def _try_extras(db: Session, actor: Actor) -> Extras:
    try:
        with unexpected_errors_as(t("Failed to load categories")):
            return load_extras(db, actor)
    except MarketplaceError as error:
        log.warning("home_extras_failed", reason=error.message)
        return Extras()


class HomeState(PageState, rx.State):
    """The sections of the home page. A section that fails is empty; the one for rentals shows its error (spec 4.3)."""

    LOAD_FAILED: ClassVar[str] = t("Failed to fetch products")

    near: rx.Field[AdSection] = rx.field(default_factory=AdSection)
    near_text: str = ""
    for_sale: rx.Field[AdSection] = rx.field(default_factory=AdSection)
    for_rent: rx.Field[AdSection] = rx.field(default_factory=AdSection)
    lease: rx.Field[AdSection] = rx.field(default_factory=AdSection)
    featured: rx.Field[AdSection] = rx.field(default_factory=AdSection)
    extras: rx.Field[Extras] = rx.field(default_factory=Extras)
    loaded: bool = False

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Load all sections."""
        sections = {name: _try_ad_section(db, actor, kind) for name, kind in _SECTIONS.items()}
        near = _try_ad_section(db, actor, "") if places.find_home(actor) else AdSection(loading=False)
        near_text, extras = _describe_near(actor, near), _try_extras(db, actor)
        return {**sections, "near": near, "near_text": near_text, "extras": extras, "loaded": True}

    @classmethod
    def describe_failure(cls, message: str) -> Vars:
        """Return failed sections."""
        failed = AdSection(loading=False, error=message)
        return {**super().describe_failure(message), **dict.fromkeys((*_SECTIONS, "near"), failed)}

    @rx.event
    async def retry_rent(self) -> None:
        """Load the rental section again."""
        self.for_rent = await self._query_public(_try_ad_section, AdType.RENT)
