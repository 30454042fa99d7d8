"""Lists of ads: sell, rent and lease, featured, search results, and a category's."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqlmodel import Session

from marketplace import titles
from marketplace.actor import ANONYMOUS
from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Asked, Document
from marketplace.documents.pager import Pager
from marketplace.documents.pages import narrowing
from marketplace.domain import catalog, search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.money import group_indian
from marketplace.domain.paging import Page, Window, page_number
from marketplace.domain.search import SearchPage, SearchQuery, Sort
from marketplace.domain.views import Photo
from marketplace.errors import Invalid
from marketplace.settings import get_settings
from marketplace.texts import t, tn

_ABSENT = ("", "null", "undefined")
# What says how a list is shown, not which ads are in it.
_VIEWING = ("page", "view")


@dataclass(frozen=True, slots=True)
class List:
    """One of the lists.

    Attributes:
        fixed: the search parameters that the list itself decides.
        picture: beside the heading; None for lists that show none.
        steps: what lies between the home page and this one.
        kept: the parameters that make a list of its own for search engines; any other shows the same ads again.
    """

    path: str
    heading: str
    title: str
    description: str
    subtitle: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
    picture: Photo | None = None
    steps: tuple[tuple[str, str], ...] = ()
    kept: tuple[str, ...] = ()
    is_category: bool = False


@dataclass(frozen=True, slots=True)
class Shelf:
    """A category in the sidebar; following `href` chooses it, or takes it back."""

    name: str
    count: str
    href: str
    chosen: bool


def show_type(db: Session, asked: Asked) -> Document:
    """All ads of one type."""
    kind = asked.values["kind"]
    heading = {"sell": t("For Sale"), "rent": t("For Rent"), "lease": t("Lease")}[kind]
    title, description = asked.title or heading, asked.description
    return _show(db, asked, List(addresses.listing(kind), heading, title, description, fixed={"producttype": kind}))


def show_featured(db: Session, asked: Asked) -> Document:
    """The featured ads."""
    heading, subtitle = t("Featured Products"), t("Our top picks just for you")
    title, description = asked.title or heading, asked.description or subtitle
    path = addresses.listing("featured")
    return _show(db, asked, List(path, heading, title, description, subtitle, fixed={"featured": "true"}))


def show_search(db: Session, asked: Asked) -> Document:
    """Search results."""
    keyword = _given(asked).get("keyword", "")
    heading = titles.of_search(keyword) if keyword else t("Search all ads")
    title = heading if keyword else asked.title or heading
    kept = ("keyword", "producttype", "categoryId")
    return _show(db, asked, List(addresses.listing("search"), heading, title, asked.description, kept=kept))


def show_category(db: Session, asked: Asked) -> Document:
    """A category's ads.

    Raises:
        NotFound: no such category.
    """
    category = catalog.get_category(db, asked.values["category_id"])
    return _show(
        db,
        asked,
        List(
            addresses.category(category.id),
            heading=category.name,
            title=category.name,
            description=t("{category}: buy, rent and lease from people and shops near you.", category=category.name),
            subtitle=tn("{count} live ad", "{count} live ads", category.count),
            fixed={"categoryId": category.id},
            picture=category.image,
            steps=((t("Categories"), "/categories"),),
            is_category=True,
        ),
    )


def _given(asked: Asked) -> dict[str, str]:
    return {name: value.strip() for name, value in asked.query.items() if value.strip() not in _ABSENT}


def _show(db: Session, asked: Asked, shown: List) -> Document:
    given, number = _given(asked), page_number(asked.query)
    query = read_query({**given, **shown.fixed})
    page, query = search.list_of_address(db, ANONYMOUS, query, Window(number, get_settings().page_size))
    narrowed = {name: value for name, value in given.items() if name not in (*_VIEWING, *shown.fixed)}
    kept = {name: value for name, value in narrowed.items() if name in shown.kept}
    view = {"view": "list"} if given.get("view") == "list" else {}
    pager = Pager(shown.path, {**narrowed, **view}, number, page.pages)
    steps = [(t("Home"), "/"), *shown.steps, (shown.heading, shown.path)]
    first = (number - 1) * get_settings().page_size + 1
    searching = shown.path == addresses.listing("search")
    listed = schema_org.ad_list(shown.heading, page.items, first=first, total=page.total)
    return Document(
        title=titles.numbered(shown.title, number),
        description=shown.description,
        path=replace(pager, query=kept).canonical,
        # A search that finds nothing is no page to be found.
        indexed=kept == narrowed and (bool(page.items) or (number == 1 and not searching)),
        image=shown.picture or next((card.cover for card in page.items if card.cover), None),
        data=(schema_org.breadcrumbs(steps), listed),
        template="listing.html",
        values={
            "heading": shown.heading,
            "subtitle": shown.subtitle,
            "steps": steps,
            "picture_shown": shown.is_category,
            "searching": searching,
            "savable": _is_savable(shown, query),
            "page": page,
            "title_cased": "featured" not in shown.fixed,
            "no_location": t("N/A") if shown.fixed.get("producttype") == "rent" else "",
            "pager": pager,
            "count": count_text(page),
            "as_rows": bool(view),
            "views": _views(shown.path, narrowed, number, as_rows=bool(view)),
            "past_end": bool(page.total) and not page.items,
            "filters_set": search.count_filters(query, fixed=shown.fixed),
            "cleared": addresses.with_query(shown.path, {"keyword": query.keyword}),
            "keyword": query.keyword,
            "order": _order(query),
            "shelves": [] if shown.is_category else _shelves(db, pager, query),
            **(form_choices(db, query) if searching else {}),
            **narrowing.links(db, page, query, narrowing.Narrowed(shown.path, pager.query, shown.fixed)),
            "empty": _empty(query),
        },
        before=pager.before,
        after=pager.after,
    )


def _is_savable(shown: List, query: SearchQuery) -> bool:
    """Whether there is something to be told of: all that is for sale is not, all of a category is."""
    asked = {name: value for name, value in search.to_params(query).items() if name != "sort"}
    return bool(asked) and (shown.is_category or asked != dict(shown.fixed))


def read_query(params: Mapping[str, str]) -> SearchQuery:
    """The query in an address; what can't be read of it is passed over, since an address is not a form."""
    try:
        return search.parse_query(params)
    except Invalid as error:
        wrong = {problem["field"] for problem in error.errors} | {"lat", "lng", "radiusKm"}
        kept = {name: value for name, value in params.items() if name not in wrong and value != Sort.DISTANCE}
        return search.parse_query(kept)


def find_page(db: Session, query: SearchQuery, number: int) -> SearchPage:
    """One page of the ads that the query finds."""
    return search.list_ads(db, ANONYMOUS, query, Window(number, get_settings().page_size))


def count_text(page: Page[AdCard]) -> str:
    """How many there are, for people."""
    if not page.exact:
        return t("{count}+ ads", count=group_indian(page.total))
    return tn("{count} ad", "{shown} ads", page.total, shown=group_indian(page.total))


def form_choices(db: Session, query: SearchQuery | None = None) -> dict[str, object]:
    """What the selects of a search form offer, and what is chosen in them; categories follow the type."""
    ad_type = query.ad_type if query else None
    named = catalog.list_categories_by_type(db, ad_type) if ad_type else []
    return {
        "types": [("", t("All Classifieds")), ("sell", t("Buy")), ("rent", t("Rent")), ("lease", t("Lease"))],
        "ad_type": ad_type or "",
        "choices": [("", t("All Categories")), *((category.id, category.name) for category in named)],
        "category_id": query.category_id if query else "",
    }


def _views(path: str, narrowed: Mapping[str, str], number: int, *, as_rows: bool) -> list[tuple[str, str, str, bool]]:
    page = number if number > 1 else ""
    grid = addresses.with_query(path, {**narrowed, "page": page})
    rows = addresses.with_query(path, {**narrowed, "page": page, "view": "list"})
    return [("layout-grid", t("Grid"), grid, not as_rows), ("list", t("List"), rows, as_rows)]


def _shelves(db: Session, pager: Pager, query: SearchQuery) -> list[Shelf]:
    counts = search.count_live(db)
    made = []
    for category in catalog.list_names(db):
        by_type = counts.by_category_and_type.get(category.id, {})
        count = by_type.get(query.ad_type, 0) if query.ad_type else counts.by_category.get(category.id, 0)
        chosen = category.id == query.category_id
        if count or chosen:
            href = addresses.with_query(pager.path, {**pager.query, "categoryId": "" if chosen else category.id})
            made.append(Shelf(category.name, group_indian(count), href, chosen))
    return made


def _order(query: SearchQuery) -> str:
    words = {
        Sort.RELEVANCE: t("Best match"),
        Sort.NEWEST: t("Newest first"),
        Sort.PRICE_UP: t("Price: low to high"),
        Sort.PRICE_DOWN: t("Price: high to low"),
        Sort.DISTANCE: t("Nearest first"),
    }
    return words[query.sort or (Sort.RELEVANCE if query.keyword else Sort.NEWEST)]


def _empty(query: SearchQuery) -> str:
    if query.category_id and not query.keyword:
        return t("No products available in this category.")
    return t("No Products Available for your search.")
