"""What a list of ads shows, made in one go from the address."""

from collections.abc import Mapping

from sqlmodel import Session

from marketplace import titles
from marketplace.actor import Actor
from marketplace.domain import catalog, search
from marketplace.domain.ads import messages as ads_messages
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.money import group_indian
from marketplace.domain.paging import Window
from marketplace.domain.search import Facet, SearchPage, SearchQuery, Sort
from marketplace.domain.search import messages as search_messages
from marketplace.domain.views import Photo, View
from marketplace.errors import Invalid, NotFound
from marketplace.settings import get_settings
from marketplace.texts import t, tn
from marketplace.web.components.pagination import PageLinks, page_links
from marketplace.web.pages.browse import chips
from marketplace.web.pages.browse.address import Address
from marketplace.web.pages.browse.chips import Choice

# Facets, and what chips call the same filter.
_READ_AS = {"producttype": "type", "city": "city", "price": "price", "postedWithinDays": "posted"}


class Group(View):
    """A filter with its choices, and whether one of them holds."""

    name: str
    label: str
    choices: tuple[Choice, ...] = ()
    chosen: bool = False


class Named(View):
    """A choice of a select."""

    value: str
    label: str


class Results(View):
    """Everything a list page shows.

    Attributes:
        title: of the tab.
        missing: the sentence for a category that is not there; all else is empty then.
        empty_text: what stands in the place of no ads.
        total_text: e.g. "1,234 ads".
        past_end: whether the address names a page behind the last one.
        first_href: the list's first page.
        filters_set: how many filters the address sets.
        asks_place: whether the keyword says "near me" and it is not known where that is.
        asked: parameters of the search that can be saved; none where nothing is asked for.
    """

    kind: str = "search"
    title: str = ""
    heading: str = ""
    subtitle: str = ""
    missing: str = ""
    keyword: str = ""
    ad_type: str = ""
    category_id: str = ""
    min_price: str = ""
    max_price: str = ""
    sort: str = ""
    sorts: tuple[Named, ...] = ()
    as_rows: bool = False
    grid_href: str = ""
    rows_href: str = ""
    cards: tuple[AdCard, ...] = ()
    total_text: str = ""
    links: PageLinks = PageLinks()
    categories: tuple[Choice, ...] = ()
    groups: tuple[Group, ...] = ()
    chips: tuple[Choice, ...] = ()
    asks_place: bool = False
    has_place: bool = False
    radii: tuple[Choice, ...] = ()
    corrected: str = ""
    literal_href: str = ""
    fallbacks: tuple[Choice, ...] = ()
    past_end: bool = False
    first_href: str = ""
    filters_set: int = 0
    clear_href: str = ""
    empty_text: str = ""
    asked: dict[str, str] = {}
    picture: Photo | None = None


def look(db: Session, actor: Actor, address: Address) -> Results:
    """The results that an address asks for; what it asks wrongly is passed over."""
    query = _query(address)
    heading, subtitle, picture = _beginning(address, query)
    if address.kind == "category":
        try:
            category = catalog.get_category(db, address.subject)
        except NotFound as error:
            return Results(kind="category", title=error.message, heading=error.message, missing=error.message)
        heading, picture = category.name, category.image
        subtitle = tn("{count} live ad", "{count} live ads", category.count)
    window = Window(address.page, get_settings().page_size)
    found, query = search.list_of_address(db, actor, query, window, facets=True)
    return Results(
        kind=address.kind,
        title=titles.full(titles.numbered(_title(address, query, heading), address.page)),
        heading=heading,
        subtitle=subtitle,
        picture=picture,
        keyword=query.keyword,
        ad_type=query.ad_type or "",
        category_id=query.category_id,
        # One end set anew rules what the keyword says of both, so that the other has to stand in its box.
        min_price=address.params.get("minPrice", "") or search.price_text(found.min_price),
        max_price=address.params.get("maxPrice", "") or search.price_text(found.max_price),
        **_order(address, query, found),
        cards=found.items,
        total_text=_total(found),
        links=page_links(found.page, found.pages, address.at_page),
        categories=_categories(found, address),
        groups=tuple(_group(facet, found, address) for facet in found.facets if facet.name not in address.fixed),
        chips=_chips(db, actor, found, address, query),
        asks_place=not found.has_place and any(chip.kind == "near" for chip in found.chips),
        has_place=found.has_place,
        radii=chips.radii(found, address),
        corrected=found.corrected,
        literal_href=address.having(literal="true"),
        fallbacks=_fallbacks(found, address),
        past_end=bool(found.total) and not found.items,
        first_href=address.having(page=""),
        filters_set=search.count_filters(query, fixed=address.fixed_params),
        clear_href=address.cleared(),
        empty_text=_empty(address, query),
        asked=_asked(address, query),
    )


def _query(address: Address) -> SearchQuery:
    params = dict(address.params)
    try:
        return search.parse_query(address.fixed_params | params)
    except Invalid as error:
        # An address is not a form: the parts that can't be read are left out.
        for problem in error.errors:
            params.pop(problem["field"], None)
        if not {"lat", "lng"} <= params.keys():
            params = {name: value for name, value in params.items() if name not in ("lat", "lng", "radiusKm")}
            params = {name: value for name, value in params.items() if value != Sort.DISTANCE}
        try:
            return search.parse_query(address.fixed_params | params)
        except Invalid:
            return search.parse_query(address.fixed_params)


def _beginning(address: Address, query: SearchQuery) -> tuple[str, str, Photo | None]:
    if address.kind == "featured":
        return t("Featured Products"), t("Our top picks just for you"), None
    if address.kind in ads_messages.TYPES:
        return t(ads_messages.TYPES[address.kind]), "", None
    if query.keyword:
        return titles.of_search(query.keyword), "", None
    return t("Search all ads"), "", None


def _title(address: Address, query: SearchQuery, heading: str) -> str:
    named = address.kind == "category" or (address.kind == "search" and query.keyword)
    return heading if named else titles.of_listing(address.kind)


def _order(address: Address, query: SearchQuery, found: SearchPage) -> dict[str, object]:
    offered = [Sort.NEWEST, Sort.PRICE_UP, Sort.PRICE_DOWN]
    if query.keyword:
        offered.insert(0, Sort.RELEVANCE)
    if found.has_place:
        offered.append(Sort.DISTANCE)
    return {
        "sort": query.sort or offered[0],
        "sorts": tuple(Named(value=sort, label=t(search_messages.SORTS[sort])) for sort in offered),
        "as_rows": address.as_rows,
        "grid_href": address.having(view="", page=str(address.page)),
        "rows_href": address.having(view="list", page=str(address.page)),
    }


def _total(found: SearchPage) -> str:
    if not found.exact:
        return t("{count}+ ads", count=group_indian(found.total))
    return tn("{count} ad", "{shown} ads", found.total, shown=group_indian(found.total))


def _categories(found: SearchPage, address: Address) -> tuple[Choice, ...]:
    facet = next((facet for facet in found.facets if facet.name == "categoryId"), None)
    if facet is None or address.kind == "category":
        return ()
    return _group(facet, found, address).choices


def _group(facet: Facet, found: SearchPage, address: Address) -> Group:
    # What was read from words stands in no parameter.
    unsaid = chips.without(found.chips, address, kind=_READ_AS.get(facet.name, ""))
    return Group(
        chosen=any(value.chosen for value in facet.values),
        name=facet.name,
        # The form above has the word "Price" already.
        label=t("Price ranges") if facet.name == "price" else facet.label,
        choices=tuple(
            Choice(
                label=value.label,
                count=group_indian(value.count) + ("" if facet.exact else "+"),
                href=(value.chosen and unsaid) or address.choosing(facet.name, "" if value.chosen else value.value),
                chosen=value.chosen,
            )
            for value in facet.values
        ),
    )


def _chips(db: Session, actor: Actor, found: SearchPage, address: Address, query: SearchQuery) -> tuple[Choice, ...]:
    near = any(chip.kind == "near" for chip in found.chips)
    chosen = search.list_chosen(db, actor, query, address.params, fixed=address.fixed_params, near=near)
    return (*chips.understood(found.chips, address), *chips.applied(chosen, address))


def _fallbacks(found: SearchPage, address: Address) -> tuple[Choice, ...]:
    made = []
    for way in found.fallbacks:
        changes: dict[str, str] = {**dict.fromkeys(way.drop, ""), "keyword": way.keyword}
        if way.radius_km:
            changes["radiusKm"] = f"{way.radius_km:g}"
        leaves = not address.fixed_params.keys().isdisjoint(way.drop)
        href = (address.searched() if leaves else address).having(**changes)
        made.append(Choice(label=way.text, count=group_indian(way.count), href=href))
    return tuple(made)


def _asked(address: Address, query: SearchQuery) -> dict[str, str]:
    asked = {name: value for name, value in search.to_params(query).items() if name != "sort"}
    # All that is for sale is nothing to be told of; all of a category may be.
    return {} if address.kind not in ("search", "category") and asked == address.fixed_params else asked


def _empty(address: Address, query: SearchQuery) -> str:
    if address.kind == "category" or (query.category_id and not query.keyword):
        return t("No products available in this category.")
    return t("No Products Available for your search.")


def settle(params: Mapping[str, str]) -> dict[str, str]:
    """What a search form sends, without what is absent."""
    return {name: value.strip() for name, value in params.items() if value.strip() not in ("", "null", "undefined")}
