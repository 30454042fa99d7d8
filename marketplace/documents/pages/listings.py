"""Lists of ads: sell, rent and lease, featured, and search results."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Asked, Document
from marketplace.documents.pager import Pager, page_number
from marketplace.domain import search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Page, Window
from marketplace.errors import Invalid
from marketplace.models import AdType
from marketplace.settings import get_settings
from marketplace.texts import t, tn

# What a search engine may list is one page of the whole list; every other narrowing is a view of that.
_PLAIN = {"page"}


@dataclass(frozen=True, slots=True)
class Words:
    """What a list is called."""

    title: str
    description: str
    empty: str


def _words(kind: str, asked: Asked) -> Words:
    empty = t("No Products Available for your search.")
    words = {
        "sell": Words(t("For Sale"), t("Things for sale near you, from people and shops in your city."), empty),
        "rent": Words(t("For Rent"), t("Homes, vehicles, tools and more for rent near you."), empty),
        "lease": Words(t("For Lease"), t("Places, machines and vehicles for lease near you."), empty),
        "featured": Words(t("Featured Products"), t("Our top picks just for you"), empty),
    }
    found = words.get(kind, Words(t("Search results"), t("Search all classified ads."), empty))
    return Words(asked.title or found.title, asked.description or found.description, found.empty)


def show_type(db: Session, asked: Asked) -> Document:
    """All ads of one type."""
    kind = asked.values["kind"]
    named = {"producttype": kind, "categoryId": asked.query.get("category", "")}
    return _list(db, asked, kind, {**asked.query, **{name: value for name, value in named.items() if value}})


def show_featured(db: Session, asked: Asked) -> Document:
    """The featured ads."""
    return _list(db, asked, "featured", {**asked.query, "featured": "true"})


def show_search(db: Session, asked: Asked) -> Document:
    """Search results, which search engines follow but don't list."""
    return _list(db, asked, "search", asked.query)


def _list(db: Session, asked: Asked, kind: str, params: Mapping[str, str]) -> Document:
    path, words = addresses.listing(kind), _words(kind, asked)
    number = page_number(asked.query)
    page = find_page(db, params, number)
    narrowed = {name: value for name, value in asked.query.items() if value and name not in _PLAIN}
    pager = Pager(path, narrowed, number, page.pages)
    keyword = search.parse_query({"keyword": params.get("keyword", "")}).keyword
    heading = t("Results for “{keyword}”", keyword=keyword) if keyword and kind == "search" else words.title
    steps = [(t("Home"), "/"), (heading, path)]
    first = (number - 1) * get_settings().page_size + 1
    return Document(
        title=heading if number == 1 else t("{title}, page {number}", title=heading, number=number),
        description=words.description,
        path=pager.canonical if kind != "search" else pager.here,
        indexed=kind != "search" and not narrowed and bool(page.items),
        image=next((card.cover for card in page.items if card.cover), None),
        data=(schema_org.breadcrumbs(steps), schema_org.ad_list(heading, page.items, first=first, total=page.total)),
        template="listing.html",
        values={
            "kind": kind,
            "heading": heading,
            "steps": steps,
            "page": page,
            "pager": pager,
            "count": count_text(page),
            "empty": words.empty,
            "keyword": keyword,
            "ad_types": [(kind.value, type_label(kind.value)) for kind in AdType],
        },
        before=pager.before,
        after=pager.after,
    )


def find_page(db: Session, params: Mapping[str, str], number: int) -> Page[AdCard]:
    """One page of the ads that the query asks for; a query that makes no sense finds nothing."""
    window = Window(number, get_settings().page_size)
    try:
        return search.list_ads(db, ANONYMOUS, search.parse_query(params), window)
    except Invalid:
        return Page((), 0, number, window.limit)


def count_text(page: Page[AdCard]) -> str:
    """How many there are, for people."""
    if not page.exact:
        return t("More than {count} ads", count=page.total)
    return tn("{count} ad", "{count} ads", page.total)


def type_label(ad_type: str) -> str:
    """The menu's word for a type."""
    return {"sell": t("Buy"), "rent": t("Rent"), "lease": t("Lease")}[ad_type]
