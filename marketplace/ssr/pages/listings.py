"""List pages: sell, rent, lease, featured, search results and categories."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid
from marketplace.core.money import group_indian
from marketplace.domain import catalog, page_titles, search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Page, Window, page_number
from marketplace.domain.search import SearchPage, SearchQuery, Sort
from marketplace.domain.views import Photo
from marketplace.i18n.texts import t, tn
from marketplace.settings import get_settings
from marketplace.ssr import schema_org, urls
from marketplace.ssr.document import Document, PageRequest
from marketplace.ssr.pager import Pager
from marketplace.ssr.pages import active_filters

_ABSENT = ("", "null", "undefined")
# Parameters of the presentation; they don't change which ads are listed.
_VIEW_PARAMETERS = ("page", "view")


@dataclass(frozen=True, slots=True)
class ListPage:
    """Configuration of a list page.

    Attributes:
        fixed: search parameters that the list sets itself.
        picture: picture beside the heading.
        steps: breadcrumbs between the home page and this one.
        canonical_params: parameters of the canonical URL; lists with others are not indexed.
    """

    path: str
    heading: str
    title: str
    description: str
    subtitle: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
    picture: Photo | None = None
    steps: tuple[tuple[str, str], ...] = ()
    canonical_params: tuple[str, ...] = ()
    is_category: bool = False


@dataclass(frozen=True, slots=True)
class CategoryLink:
    """Category in the sidebar; `href` selects or deselects it."""

    name: str
    count: str
    href: str
    chosen: bool


def is_parameter(name: str) -> bool:
    """Return whether list pages read this query parameter; other pages read none."""
    return name in _VIEW_PARAMETERS or search.is_parameter(name)


def show_type(db: Session, page_request: PageRequest) -> Document:
    """Return the list of ads of one type."""
    kind = page_request.values["kind"]
    heading = {"sell": t("For Sale"), "rent": t("For Rent"), "lease": t("Lease")}[kind]
    title, description = page_request.title or heading, page_request.description
    return _show(
        db, page_request, ListPage(urls.listing(kind), heading, title, description, fixed={"producttype": kind})
    )


def show_featured(db: Session, page_request: PageRequest) -> Document:
    """Return the list of featured ads."""
    heading, subtitle = t("Featured Products"), t("Our top picks just for you")
    title, description = page_request.title or heading, page_request.description or subtitle
    path = urls.listing("featured")
    return _show(db, page_request, ListPage(path, heading, title, description, subtitle, fixed={"featured": "true"}))


def show_search(db: Session, page_request: PageRequest) -> Document:
    """Return the search results."""
    keyword = _given_params(page_request).get("keyword", "")
    heading = page_titles.of_search(keyword) if keyword else t("Search all ads")
    title = heading if keyword else page_request.title or heading
    canonical_params = ("keyword", "producttype", "categoryId")
    return _show(
        db,
        page_request,
        ListPage(urls.listing("search"), heading, title, page_request.description, canonical_params=canonical_params),
    )


def show_category(db: Session, page_request: PageRequest) -> Document:
    """Return the list of ads of a category.

    Raises:
        NotFound: no such category.
    """
    category = catalog.get_category(db, page_request.values["category_id"])
    return _show(
        db,
        page_request,
        ListPage(
            urls.category(category.id),
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


def _given_params(page_request: PageRequest) -> dict[str, str]:
    return {name: value.strip() for name, value in page_request.query.items() if value.strip() not in _ABSENT}


def _show(db: Session, page_request: PageRequest, list_page: ListPage) -> Document:
    params, number = _given_params(page_request), page_number(page_request.query)
    query = read_query({**params, **list_page.fixed})
    page, query = search.list_ads_for_url(
        db, ANONYMOUS, query, Window(number, get_settings().page_size), facets=True, facet_values=search.ALL_VALUES
    )
    filters = {name: value for name, value in params.items() if name not in (*_VIEW_PARAMETERS, *list_page.fixed)}
    canonical_params = {name: value for name, value in filters.items() if name in list_page.canonical_params}
    view_params = {"view": "list"} if params.get("view") == "list" else {}
    pager = Pager(list_page.path, {**filters, **view_params}, number, page.pages)
    steps = [(t("Home"), "/"), *list_page.steps, (list_page.heading, list_page.path)]
    first = (number - 1) * get_settings().page_size + 1
    is_search = list_page.path == urls.listing("search")
    item_list = schema_org.ad_list(list_page.heading, page.items, first=first, total=page.total)
    return Document(
        title=page_titles.numbered(list_page.title, number),
        description=list_page.description,
        path=replace(pager, query=canonical_params).canonical,
        # Empty search results are not worth indexing.
        indexed=canonical_params == filters and (bool(page.items) or (number == 1 and not is_search)),
        image=list_page.picture or next((card.cover for card in page.items if card.cover), None),
        data=(schema_org.breadcrumbs(steps), item_list),
        template="listing.html",
        values={
            "heading": list_page.heading,
            "subtitle": list_page.subtitle,
            "steps": steps,
            "picture_shown": list_page.is_category,
            "searching": is_search,
            "savable": _is_savable(list_page, query),
            "page": page,
            "title_cased": "featured" not in list_page.fixed,
            "no_location": t("N/A") if list_page.fixed.get("producttype") == "rent" else "",
            "pager": pager,
            "count": count_text(page),
            "as_rows": bool(view_params),
            "views": _views(list_page.path, filters, number, as_rows=bool(view_params)),
            "past_end": bool(page.total) and not page.items,
            "filters_set": search.count_filters(query, fixed=list_page.fixed),
            "cleared": urls.with_query(list_page.path, {"keyword": query.keyword}),
            "keyword": query.keyword,
            "order": _order(query),
            "most": search.FIRST_VALUES,
            "category_links": [] if list_page.is_category else _category_links(page, pager),
            **(form_choices(db, query) if is_search else {}),
            **active_filters.links(
                db, page, query, active_filters.ListUrl(list_page.path, pager.query, list_page.fixed)
            ),
            "empty": _empty(query),
        },
        previous_url=pager.previous_url,
        next_url=pager.next_url,
    )


def _is_savable(list_page: ListPage, query: SearchQuery) -> bool:
    """Return whether the search can be saved: it needs a filter of its own, or a category."""
    params = {name: value for name, value in search.to_params(query).items() if name != "sort"}
    return bool(params) and (list_page.is_category or params != dict(list_page.fixed))


def read_query(params: Mapping[str, str]) -> SearchQuery:
    """Parse the query of a URL, ignoring invalid parameters."""
    try:
        return search.parse_query(params)
    except Invalid as error:
        invalid = {problem["field"] for problem in error.errors} | {"lat", "lng", "radiusKm"}
        valid = {name: value for name, value in params.items() if name not in invalid and value != Sort.DISTANCE}
        return search.parse_query(valid)


def find_page(db: Session, query: SearchQuery, number: int) -> SearchPage:
    """Return one page of search results."""
    return search.list_ads(db, ANONYMOUS, query, Window(number, get_settings().page_size))


def count_text(page: Page[AdCard]) -> str:
    """Return the total as text."""
    if not page.exact:
        return t("{count}+ ads", count=group_indian(page.total))
    return tn("{count} ad", "{shown} ads", page.total, shown=group_indian(page.total))


def form_choices(db: Session, query: SearchQuery | None = None) -> dict[str, object]:
    """Return template variables of the search form; the categories depend on the ad type."""
    ad_type = query.ad_type if query else None
    categories = catalog.list_categories_by_type(db, ad_type) if ad_type else []
    return {
        "types": [("", t("All Classifieds")), ("sell", t("Buy")), ("rent", t("Rent")), ("lease", t("Lease"))],
        "ad_type": ad_type or "",
        "choices": [("", t("All Categories")), *((category.id, category.name) for category in categories)],
        "category_id": query.category_id if query else "",
    }


def _views(path: str, filters: Mapping[str, str], number: int, *, as_rows: bool) -> list[tuple[str, str, str, bool]]:
    page = number if number > 1 else ""
    grid = urls.with_query(path, {**filters, "page": page})
    rows = urls.with_query(path, {**filters, "page": page, "view": "list"})
    return [("layout-grid", t("Grid"), grid, not as_rows), ("list", t("List"), rows, as_rows)]


def _category_links(page: SearchPage, pager: Pager) -> list[CategoryLink]:
    """Return the category facet as links."""
    facet = next((facet for facet in page.facets if facet.name == "categoryId"), None)
    return [
        CategoryLink(
            value.label,
            group_indian(value.count),
            urls.with_query(pager.path, {**pager.query, "categoryId": "" if value.chosen else value.value}),
            value.chosen,
        )
        for value in (facet.values if facet else ())
    ]


def _order(query: SearchQuery) -> str:
    labels = {
        Sort.RELEVANCE: t("Best match"),
        Sort.NEWEST: t("Newest first"),
        Sort.PRICE_UP: t("Price: low to high"),
        Sort.PRICE_DOWN: t("Price: high to low"),
        Sort.DISTANCE: t("Nearest first"),
    }
    return labels[query.sort or (Sort.RELEVANCE if query.keyword else Sort.NEWEST)]


def _empty(query: SearchQuery) -> str:
    if query.category_id and not query.keyword:
        return t("No products available in this category.")
    return t("No Products Available for your search.")
