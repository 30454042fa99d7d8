"""Queries and results of a search."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from pydantic.alias_generators import to_camel

from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Page
from marketplace.domain.views import View
from marketplace.integrations.geocode import Town
from marketplace.models import AdType, PriceUnit


class Sort(StrEnum):
    """The orders of a list."""

    RELEVANCE = "relevance"
    NEWEST = "newest"
    PRICE_UP = "price_asc"
    PRICE_DOWN = "price_desc"
    DISTANCE = "distance"


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A search; attributes that are empty or None do not narrow it.

    Attributes:
        keyword: as typed.
        min_price, max_price: in rupees, after the discount, both inclusive. They are compared with the shown amounts.
        price_unit: finds ads for rent and lease only, and `min_price` and `max_price` are for this time: ads in other units
            are compared by the price of a day.
        lat, lng: degrees; with `radius_km`, only ads within the radius are found.
        near: name of that place, for display only.
        posted_within_days: by first approval.
        fields: dynamic field id to the wanted value; `5..10` is a range of a number field. Several ids with commas
            between them are the same field in several subcategories: any of them may have the value.
        home: the visitor's town, which orders ads but leaves none out. It counts only if nothing else says where to look.
        sort: None for relevance with a keyword, else nearest to `home`, else newest.
        after: id of the ad after which the list continues.
        literal: take the keyword as plain words, without filters and corrections.
    """

    keyword: str = ""
    ad_type: AdType | None = None
    category_id: str = ""
    subcategory_id: str = ""
    city: str = ""
    min_price: float | None = None
    max_price: float | None = None
    price_unit: PriceUnit | None = None
    lat: float | None = None
    lng: float | None = None
    radius_km: float | None = None
    near: str = ""
    posted_within_days: int | None = None
    featured: bool | None = None
    seller_id: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    home: Town | None = None
    sort: Sort | None = None
    after: str = ""
    literal: bool = False

    def is_narrowed_only_by(self, *names: str) -> bool:
        """Whether no filters but these are set, apart from those in the keyword."""
        unlimiting = ("keyword", "near", "home", "sort", "after", "literal")
        return self == SearchQuery(**{name: getattr(self, name) for name in (*names, *unlimiting)})


# Attributes of a query with their parameters, in the order of URLs; dynamic fields follow as `field[<id>]`.
PARAMETERS = {
    attribute.name: "producttype" if attribute.name == "ad_type" else to_camel(attribute.name)
    for attribute in fields(SearchQuery)
    if attribute.name not in ("fields", "home", "after")
}
# Attributes that a filter sets, with those that make sense only while it is set.
FILTERS = {
    "type": ("ad_type",),
    "category": ("category_id", "subcategory_id", "fields"),
    "subcategory": ("subcategory_id", "fields"),
    "fields": ("fields",),
    "city": ("city",),
    "price": ("min_price", "max_price", "price_unit"),
    "near": ("lat", "lng", "radius_km", "near"),
    "posted": ("posted_within_days",),
    "featured": ("featured",),
}
NO_QUERY = SearchQuery()


def filter_off(name: str) -> dict[str, Any]:
    """The attributes of a query that turn a filter off."""
    return {attribute: getattr(NO_QUERY, attribute) for attribute in FILTERS[name]}


def params_of(query: SearchQuery, *names: str) -> tuple[str, ...]:
    """The parameters of filters of a query; sorting by distance goes with the place."""
    attributes = dict.fromkeys(attribute for name in names for attribute in FILTERS[name])
    found = [PARAMETERS[attribute] for attribute in attributes if attribute != "fields"]
    found += [f"field[{name}]" for name in query.fields] if "fields" in attributes else []
    found += ["sort"] if "near" in names and query.sort is Sort.DISTANCE else []
    return tuple(found)


def is_filter_on(query: SearchQuery, name: str) -> bool:
    """Whether the query has this filter."""
    return any(getattr(query, attribute) != off for attribute, off in filter_off(name).items())


class Chip(View):
    """A filter that was understood from the keyword, and that can be removed.

    Attributes:
        kind: `price`, `city`, `type`, `posted` or `near`.
        words: the words of the keyword that mean it.
        rest: the keyword without these words.
    """

    kind: str
    text: str
    words: str
    rest: str


class ChosenFilter(View):
    """An active filter, with the parameters to drop to remove it."""

    text: str
    params: tuple[str, ...]


class FacetValue(View):
    """A value of a query parameter, with the number of ads that a click would find."""

    value: str
    label: str
    count: int
    chosen: bool = False


class Facet(View):
    """A filter with its values, the most frequent first.

    Attributes:
        name: the query parameter, e.g. `categoryId` or `field[<id>]`; `field[<id>,<id>]` if several subcategories have
            the same field.
        more: whether there are more values.
    """

    name: str
    label: str
    values: tuple[FacetValue, ...]
    more: bool = False


class Fallback(View):
    """A change of a search without results that gives results.

    Attributes:
        kind: `words`, `radius` or `filters`.
        keyword: the new keyword.
        drop: the query parameters to drop.
        radius_km: the wider radius, if the radius is a parameter.
    """

    kind: str
    text: str
    keyword: str = ""
    drop: tuple[str, ...] = ()
    radius_km: float | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class SearchPage(Page[AdCard]):
    """A page of results, with ways to narrow or change the search.

    Attributes:
        corrected: the corrected keyword; empty if nothing was misspelt.
        similar: if few ads have all words, ads that have most of them; not part of the total.
        fallbacks: given if there are no results.
        understood: the query with the filters that were understood from the keyword.
        home: name of the visitor's town, if the list begins there unless another order is asked for.
    """

    facets: tuple[Facet, ...] = ()
    chips: tuple[Chip, ...] = ()
    corrected: str = ""
    similar: tuple[AdCard, ...] = ()
    fallbacks: tuple[Fallback, ...] = ()
    understood: SearchQuery = field(default_factory=SearchQuery)
    home: str = ""


class Suggestion(View):
    """A suggestion below the search box; its kind is `query`, `category` or `ad`, its link a path on this site."""

    kind: str
    text: str
    link: str


class LiveCounts(View):
    """Numbers of live ads."""

    total: int = 0
    by_type: dict[str, int] = {}
    by_category: dict[str, int] = {}
    by_category_and_type: dict[str, dict[str, int]] = {}
