"""The home page."""

from dataclasses import dataclass

from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Asked, Document
from marketplace.documents.pages.listings import type_label
from marketplace.domain import catalog, content, search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Window
from marketplace.models import AdType
from marketplace.settings import get_settings
from marketplace.texts import t


@dataclass(frozen=True, slots=True)
class Section:
    """A row of cards with a way to all of them, where there are more."""

    kind: str
    heading: str
    subtitle: str
    cards: tuple[AdCard, ...]
    more: str


def show(db: Session, asked: Asked) -> Document:
    """The search form, the categories, and the newest ads of each kind."""
    site = get_settings().site_name
    sections = [_section(db, kind, heading, subtitle) for kind, heading, subtitle in _sections()]
    items = [(card.name, addresses.ad(card.id)) for section in sections for card in section.cards]
    return Document(
        title=asked.title or t("{site}: buy, sell, rent and lease near you", site=site),
        description=asked.description
        or t("Classified ads from people and shops in your city: buy, rent or lease, and post your own free."),
        path="/",
        image=next((card.cover for section in sections for card in section.cards if card.cover), None),
        data=(schema_org.website(), schema_org.organization(), schema_org.item_list(site, list(dict.fromkeys(items)))),
        template="home.html",
        values={
            "categories": catalog.list_categories(db),
            "sections": sections,
            "testimonials": content.list_testimonials(db),
            "counts": search.count_live(db),
            "ad_types": [(kind.value, type_label(kind.value)) for kind in AdType],
        },
    )


def _sections() -> tuple[tuple[str, str, str], ...]:
    return (
        ("sell", t("For Sale"), ""),
        ("rent", t("For Rent"), ""),
        ("lease", t("Lease"), ""),
        ("featured", t("Featured Products"), t("Our top picks just for you")),
    )


def _section(db: Session, kind: str, heading: str, subtitle: str) -> Section:
    params = {"featured": "true"} if kind == "featured" else {"producttype": kind}
    size = get_settings().home_section_size
    page = search.list_ads(db, ANONYMOUS, search.parse_query(params), Window(1, size))
    return Section(kind, heading, subtitle, page.items, addresses.listing(kind) if page.total > size else "")
