"""The home page."""

from dataclasses import dataclass

from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import catalog, content, search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Window
from marketplace.domain.search import SearchQuery
from marketplace.i18n.texts import t
from marketplace.models import AdType
from marketplace.settings import get_settings
from marketplace.ssr import schema_org, urls
from marketplace.ssr.document import Document, PageRequest
from marketplace.ssr.pages.listings import form_choices

# Number of photos beside the search form.
_COLLAGE_SIZE = 4


@dataclass(frozen=True, slots=True)
class Section:
    """A section of ad cards; `more` links to the whole list, empty if the section shows all of it."""

    heading: str
    cards: tuple[AdCard, ...]
    more: str
    subtitle: str = ""
    no_location: str = ""
    title_cased: bool = True
    ground: str = ""


def show(db: Session, page_request: PageRequest) -> Document:
    """Return the home page: search form, categories and the newest ads of each type."""
    site = get_settings().site_name
    sections = _sections(db)
    cards = {card.id: card for section in sections for card in section.cards}
    collage = [card for card in sections[-1].cards if card.cover][:_COLLAGE_SIZE]
    return Document(
        title=page_request.title or t("Buy, sell, rent and lease near you"),
        description=page_request.description,
        path="/",
        image=next((card.cover for card in cards.values() if card.cover), None),
        data=(schema_org.website(), schema_org.organization(), schema_org.ad_list(site, cards.values())),
        template="home.html",
        values={
            "categories": catalog.list_categories(db),
            "sections": sections,
            "collage": collage,
            "testimonials": content.list_testimonials(db),
            **form_choices(db),
        },
    )


def _sections(db: Session) -> list[Section]:
    sell, lease = SearchQuery(ad_type=AdType.SELL), SearchQuery(ad_type=AdType.LEASE)
    return [
        Section(t("For Sale"), *_cards(db, "sell", sell)),
        Section(t("For Rent"), *_cards(db, "rent", SearchQuery(ad_type=AdType.RENT)), no_location=t("N/A")),
        Section(t("Lease"), *_cards(db, "lease", lease)),
        Section(
            t("Featured Products"),
            *_cards(db, "featured", SearchQuery(featured=True)),
            subtitle=t("Our top picks just for you"),
            title_cased=False,
            ground="bg-sunken",
        ),
    ]


def _cards(db: Session, kind: str, query: SearchQuery) -> tuple[tuple[AdCard, ...], str]:
    size = get_settings().home_section_size
    # One extra row tells whether there are more.
    found = search.list_ads(db, ANONYMOUS, query, Window(1, size + 1), counted=False).items
    return found[:size], urls.listing(kind) if len(found) > size else ""
