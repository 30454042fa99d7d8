"""The home page."""

from dataclasses import dataclass

from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Asked, Document
from marketplace.documents.pages.listings import form_choices
from marketplace.domain import catalog, content, search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Window
from marketplace.domain.search import SearchQuery
from marketplace.models import AdType
from marketplace.settings import get_settings
from marketplace.texts import t

# Photos beside the search form.
_COLLAGE = 4


@dataclass(frozen=True, slots=True)
class Shelf:
    """A section of cards; `more` leads to all of them where there are more."""

    heading: str
    cards: tuple[AdCard, ...]
    more: str
    subtitle: str = ""
    no_location: str = ""
    title_cased: bool = True
    ground: str = ""


def show(db: Session, asked: Asked) -> Document:
    """The search form, the categories, and the newest ads of each kind."""
    site = get_settings().site_name
    shelves = _shelves(db)
    cards = {card.id: card for shelf in shelves for card in shelf.cards}
    collage = [card for card in shelves[-1].cards if card.cover][:_COLLAGE]
    return Document(
        title=asked.title or t("Buy, sell, rent and lease near you"),
        description=asked.description,
        path="/",
        image=next((card.cover for card in cards.values() if card.cover), None),
        data=(schema_org.website(), schema_org.organization(), schema_org.ad_list(site, cards.values())),
        template="home.html",
        values={
            "categories": catalog.list_categories(db),
            "shelves": shelves,
            "collage": collage,
            "testimonials": content.list_testimonials(db),
            **form_choices(db),
        },
    )


def _shelves(db: Session) -> list[Shelf]:
    sell, lease = SearchQuery(ad_type=AdType.SELL), SearchQuery(ad_type=AdType.LEASE)
    return [
        Shelf(t("For Sale"), *_cards(db, "sell", sell)),
        Shelf(t("For Rent"), *_cards(db, "rent", SearchQuery(ad_type=AdType.RENT)), no_location=t("N/A")),
        Shelf(t("Lease"), *_cards(db, "lease", lease)),
        Shelf(
            t("Featured Products"),
            *_cards(db, "featured", SearchQuery(featured=True)),
            subtitle=t("Our top picks just for you"),
            title_cased=False,
            ground="bg-sunken",
        ),
    ]


def _cards(db: Session, kind: str, query: SearchQuery) -> tuple[tuple[AdCard, ...], str]:
    size = get_settings().home_section_size
    # One more than is shown tells whether there are more.
    found = search.list_ads(db, ANONYMOUS, query, Window(1, size + 1), counted=False).items
    return found[:size], addresses.listing(kind) if len(found) > size else ""
