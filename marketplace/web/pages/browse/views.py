"""The data of a list page, loaded in one query call."""

from collections.abc import Collection
from dataclasses import replace

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.money import group_indian
from marketplace.domain import catalog, page_titles, places, price_units, saved_searches, search
from marketplace.domain.ads import messages as ads_messages
from marketplace.domain.ads.schemas import CardView
from marketplace.domain.paging import Window
from marketplace.domain.search import Facet, FacetValue, SearchPage, SearchQuery, Sort
from marketplace.domain.search import messages as search_messages
from marketplace.domain.views import Photo, View
from marketplace.i18n.texts import t, tn
from marketplace.models import AccountKind, PriceUnit
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.components.fields import SelectOption
from marketplace.web.components.pagination import PageLinks, page_links
from marketplace.web.pages.browse import chips
from marketplace.web.pages.browse.address import Address
from marketplace.web.pages.browse.chips import FilterLink

# Names of chips by facet.
_READ_AS = {"producttype": "type", "city": "city", "price": "price", "postedWithinDays": "posted"}
# Filters that come first, open; then the fields of the category, of which two are open.
_FIRST_FILTERS = ("categoryId", "subcategoryId", "price", "producttype", "city", "near")
_OPEN_FIELDS = 2
_PRICE = t("Price (₹)")


class FilterGroup(View):
    """A filter with its values.

    Attributes:
        chosen: the label of the chosen value, empty for none.
        open: whether it is open when the page appears.
        more: whether there are more values than the most frequent ones.
        expanded: whether all values are included.
    """

    name: str = ""
    label: str = ""
    choices: tuple[FilterLink, ...] = ()
    chosen: str = ""
    open: bool = False
    more: bool = False
    expanded: bool = False


class Results(View):
    """The data of a list page.

    Attributes:
        title: title of the tab.
        empty_text: text for an empty list.
        total_text: e.g. "1,234 ads".
            past_end: whether the page number is after the last page.
            first_href: URL of the first page.
            filters_set: number of filters in the URL.
            asks_place: whether the keyword says "near me" and the position is unknown.
            saveable_params: parameters of a search that can be saved; empty if nothing is searched for.
            is_search_saved: whether the caller has saved this search.
            wanted_href: URL of the form in which a buyer tells sellers what they look for, filled in with the search.
            nearness: how the list begins at the visitor's town, e.g. "Nearest to Pune first"; empty if it does not.
    """

    kind: str = "search"
    title: str = ""
    heading: str = ""
    subtitle: str = ""
    keyword: str = ""
    ad_type: str = ""
    category_id: str = ""
    min_price: str = ""
    max_price: str = ""
    price_unit: str = ""
    sort: str = ""
    sorts: tuple[SelectOption, ...] = ()
    nearness: str = ""
    as_rows: bool = False
    grid_href: str = ""
    rows_href: str = ""
    cards: tuple[CardView, ...] = ()
    total: int = 0
    total_text: str = ""
    links: PageLinks = PageLinks()
    groups: tuple[FilterGroup, ...] = ()
    chips: tuple[FilterLink, ...] = ()
    asks_place: bool = False
    has_place: bool = False
    corrected: str = ""
    literal_href: str = ""
    similar: tuple[CardView, ...] = ()
    fallbacks: tuple[FilterLink, ...] = ()
    past_end: bool = False
    first_href: str = ""
    filters_set: int = 0
    clear_href: str = ""
    empty_text: str = ""
    wanted_href: str = ""
    saveable_params: dict[str, str] = {}
    is_search_saved: bool = False
    picture: Photo | None = None


def load_results(db: Session, actor: Actor, address: Address, expanded: Collection[str] = ()) -> Results:
    """Load the results of a URL; invalid parameters are ignored.

    Args:
        expanded: names of the filters that show all values.

    Raises:
        NotFound: no such category.
    """
    query = replace(_query(address), home=places.find_home(actor))
    heading, subtitle, picture = _heading(address, query)
    if address.kind == "category":
        category = catalog.get_category(db, address.category_id, counted=False)
        heading, picture = category.name, category.image
    window = Window(address.page, get_settings().page_size)
    most = search.ALL_VALUES if expanded else search.FIRST_VALUES
    unit = _price_unit(db, query)
    found, query = search.list_ads_for_url(
        db,
        actor,
        query,
        window,
        facet_values=most,
        facet_price_unit=unit,
        fixed=address.fixed_params,
    )
    saveable_params = _saveable_params(address, query)
    return Results(
        kind=address.kind,
        title=page_titles.full(page_titles.numbered(_title(address, query, heading), address.page)),
        heading=heading,
        subtitle=subtitle,
        picture=picture,
        keyword=query.keyword,
        ad_type=query.ad_type or "",
        category_id=query.category_id,
        **_price_boxes(address, query, found, unit),
        **_sort_and_view(address, query, found),
        cards=search.add_details(db, actor, found.items) if address.as_rows else found.items,
        total=found.total,
        total_text=_total(found),
        links=page_links(found.page, found.pages, address.at_page),
        groups=_groups(found, address, expanded, found.understood.price_unit or unit),
        chips=_chips(db, actor, found, address, query),
        asks_place=found.understood.lat is None and any(chip.kind == "near" for chip in found.chips),
        has_place=found.understood.lat is not None,
        corrected=found.corrected,
        literal_href=address.with_params(literal="true"),
        similar=found.similar,
        fallbacks=_fallbacks(found, address),
        past_end=bool(found.total) and not found.items,
        first_href=address.with_params(page=""),
        filters_set=search.count_filters(query, fixed=address.fixed_params),
        clear_href=address.without_filters(),
        empty_text=_empty(address, query),
        wanted_href=_wanted(actor, query),
        saveable_params=saveable_params,
        is_search_saved=bool(saveable_params) and saved_searches.is_search_saved(db, actor, query),
    )


def _query(address: Address) -> SearchQuery:
    params = dict(address.params)
    try:
        return search.parse_query(address.fixed_params | params)
    except Invalid as error:
        # Ignore invalid parameters, since a URL is not a form that can show errors.
        for problem in error.errors:
            params.pop(problem["field"], None)
        if not {"lat", "lng"} <= params.keys():
            params = {name: value for name, value in params.items() if name not in ("lat", "lng", "radiusKm")}
            params = {name: value for name, value in params.items() if value != Sort.DISTANCE}
        try:
            return search.parse_query(address.fixed_params | params)
        except Invalid:
            return search.parse_query(address.fixed_params)


def _heading(address: Address, query: SearchQuery) -> tuple[str, str, Photo | None]:
    if address.kind == "featured":
        return t("Featured Products"), t("Our top picks just for you"), None
    if address.kind in ads_messages.TYPES:
        return t(ads_messages.TYPES[address.kind]), "", None
    if query.keyword:
        return page_titles.of_search(query.keyword), "", None
    return t("Search all ads"), "", None


def _title(address: Address, query: SearchQuery, heading: str) -> str:
    named = address.kind == "category" or (address.kind == "search" and query.keyword)
    return heading if named else page_titles.of_listing(address.kind)


def _sort_and_view(address: Address, query: SearchQuery, found: SearchPage) -> dict[str, object]:
    offered = [Sort.NEWEST, Sort.PRICE_UP, Sort.PRICE_DOWN]
    if query.keyword:
        offered.insert(0, Sort.RELEVANCE)
    elif found.home:
        offered.insert(0, Sort.DISTANCE)
    if found.understood.lat is not None:
        offered.append(Sort.DISTANCE)
    return {
        "sort": query.sort or offered[0],
        "nearness": _nearness(found.home, offered[0]) if (query.sort or offered[0]) == offered[0] else "",
        "sorts": tuple(SelectOption(value=sort, label=t(search_messages.SORTS[sort])) for sort in offered),
        "as_rows": address.as_rows,
        "grid_href": address.with_params(view="", page=str(address.page)),
        "rows_href": address.with_params(view="list", page=str(address.page)),
    }


def _nearness(town: str, order: Sort) -> str:
    if not town:
        return ""
    if order is Sort.RELEVANCE:
        return t("Best matches near {town} first", town=town)
    return t("Nearest to {town} first", town=town)


def _price_boxes(address: Address, query: SearchQuery, found: SearchPage, unit: PriceUnit | None) -> dict[str, str]:
    understood = found.understood
    if understood.price_unit or understood.min_price is not None or understood.max_price is not None:
        # Prices without a unit are compared as they are shown.
        unit = understood.price_unit
    if query.min_price is not None and query.max_price is not None:
        # In order, whatever their order in the URL.
        return {
            "min_price": search.price_text(query.min_price),
            "max_price": search.price_text(query.max_price),
            "price_unit": unit or "",
        }
    # A new bound replaces both bounds of the keyword, so the form has to contain the other one too.
    return {
        "min_price": address.params.get("minPrice", "") or search.price_text(found.understood.min_price),
        "max_price": address.params.get("maxPrice", "") or search.price_text(found.understood.max_price),
        "price_unit": unit or "",
    }


def _total(found: SearchPage) -> str:
    return tn("{count} ad", "{shown} ads", found.total, shown=group_indian(found.total))


def _price_unit(db: Session, query: SearchQuery) -> PriceUnit | None:
    """What the price ranges of a list of rentals are for, if nothing else is asked for; None for other lists."""
    if query.ad_type is None:
        return None
    category = catalog.get_catalogue(db).categories.get(query.category_id)
    return price_units.default_unit(query.ad_type, category.rental_price_unit if category else PriceUnit.DAY)


def _groups(
    found: SearchPage, address: Address, expanded: Collection[str], price_unit: PriceUnit | None
) -> tuple[FilterGroup, ...]:
    """The filters in their order; those by price and by distance are there without values, too."""
    made = {facet.name: _group(facet, found, address, expanded, price_unit) for facet in found.facets}
    made.setdefault("price", FilterGroup(name="price", label=_PRICE))
    radii = chips.radius_links(found, address)
    made["near"] = FilterGroup(name="near", label=t("Distance"), choices=radii, chosen=_chosen(radii))
    ordered = [made.pop(name) for name in _FIRST_FILTERS if name in made]
    own = [made.pop(name) for name in list(made) if name.startswith("field[")]
    opened = {*_FIRST_FILTERS, *(group.name for group in own[:_OPEN_FIELDS])}
    return tuple(
        group.model_copy(update={"open": bool(group.chosen) or group.name in opened})
        for group in (*ordered, *own, *made.values())
    )


def _chosen(choices: tuple[FilterLink, ...]) -> str:
    return next((choice.label for choice in choices if choice.chosen), "")


def _group(
    facet: Facet, found: SearchPage, address: Address, expanded: Collection[str], price_unit: PriceUnit | None
) -> FilterGroup:
    # Values understood from the keyword are not in the parameters.
    unsaid = chips.without_words(found, address, kind=_READ_AS.get(facet.name, ""))
    first = _first(facet.values)
    choices = tuple(
        FilterLink(
            label=value.label,
            count=group_indian(value.count),
            href=(value.chosen and unsaid)
            or address.with_facet(facet.name, "" if value.chosen else value.value, price_unit=price_unit or ""),
            chosen=value.chosen,
        )
        for value in (facet.values if facet.name in expanded else first)
    )
    return FilterGroup(
        name=facet.name,
        label=_PRICE if facet.name == "price" else facet.label,
        choices=choices,
        chosen=_chosen(choices),
        more=facet.more or len(first) < len(facet.values),
        expanded=facet.name in expanded,
    )


def _first(values: tuple[FacetValue, ...]) -> tuple[FacetValue, ...]:
    """Return the most frequent values and the chosen ones."""
    rest = values[search.FIRST_VALUES :]
    return (*values[: search.FIRST_VALUES], *(value for value in rest if value.chosen))


def _chips(
    db: Session, actor: Actor, found: SearchPage, address: Address, query: SearchQuery
) -> tuple[FilterLink, ...]:
    near = any(chip.kind == "near" for chip in found.chips)
    chosen = search.list_chosen(db, actor, query, address.params, fixed=address.fixed_params, near=near)
    return (*chips.interpretation_chips(found.chips, address), *chips.filter_chips(chosen, address))


def _fallbacks(found: SearchPage, address: Address) -> tuple[FilterLink, ...]:
    made = []
    for way in found.fallbacks:
        changes: dict[str, str] = {**dict.fromkeys(way.drop, ""), "keyword": way.keyword}
        if way.radius_km:
            changes["radiusKm"] = f"{way.radius_km:g}"
        leaves = not address.fixed_params.keys().isdisjoint(way.drop)
        href = (address.as_search() if leaves else address).with_params(**changes)
        made.append(FilterLink(label=way.text, count=group_indian(way.count), href=href))
    return tuple(made)


def _saveable_params(address: Address, query: SearchQuery) -> dict[str, str]:
    saveable_params = {name: value for name, value in search.to_params(query).items() if name != "sort"}
    # Alerts for a whole category make sense, alerts for a whole type don't.
    return (
        {}
        if address.kind not in ("search", "category") and saveable_params == address.fixed_params
        else saveable_params
    )


def _wanted(actor: Actor, query: SearchQuery) -> str:
    """The form of wanted ads for a search that finds nothing; empty for callers who can't have any, or without words."""
    if not query.keyword or actor.kind not in (None, AccountKind.BUYER):
        return ""
    return paths.with_query(
        paths.USER_WANTED,
        title=query.keyword,
        producttype=query.ad_type or "",
        categoryId=query.category_id,
        subcategoryId=query.subcategory_id,
        city=query.city,
    )


def _empty(address: Address, query: SearchQuery) -> str:
    if address.kind == "category" or (query.category_id and not query.keyword):
        return t("No products available in this category.")
    return t("No Products Available for your search.")
