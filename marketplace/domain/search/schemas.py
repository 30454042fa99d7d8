"""What a search asks and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Page
from marketplace.domain.views import View
from marketplace.models import AdType


class Sort(StrEnum):
    """The orders of a list."""

    RELEVANCE = "relevance"
    NEWEST = "newest"
    PRICE_UP = "price_asc"
    PRICE_DOWN = "price_desc"
    DISTANCE = "distance"


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What is looked for; whatever is empty or None does not narrow the search.

    Attributes:
        keyword: as typed.
        min_price, max_price: rupees, after the discount; both ends count as within.
        lat, lng: degrees; with `radius_km`, only what lies within it.
        near: what people call that place; nothing is looked for by it.
        posted_within_days: by first approval.
        fields: dynamic field id to the wanted value; `5..10` is a range of a number field. Several ids with commas
            between them are one question that several subcategories ask: any of them may have the value.
        sort: empty for relevance where there is a keyword, else newest.
        after: id of the ad after which the list goes on.
        literal: the keyword's words are only words; nothing like "under 15k" is read into them, and none is mended.
    """

    keyword: str = ""
    ad_type: AdType | None = None
    category_id: str = ""
    subcategory_id: str = ""
    city: str = ""
    min_price: float | None = None
    max_price: float | None = None
    lat: float | None = None
    lng: float | None = None
    radius_km: float | None = None
    near: str = ""
    posted_within_days: int | None = None
    featured: bool | None = None
    seller_id: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    sort: Sort | None = None
    after: str = ""
    literal: bool = False

    def is_narrowed_only_by(self, *names: str) -> bool:
        """Whether no filter but these is set; what the keyword asks for, its terms tell."""
        unlimiting = ("keyword", "near", "sort", "after", "literal")
        return self == SearchQuery(**{name: getattr(self, name) for name in (*names, *unlimiting)})


# Attributes of a query with their parameters, in the order of URLs; dynamic fields follow as `field[<id>]`.
PARAMETERS = {
    "keyword": "keyword",
    "ad_type": "producttype",
    "category_id": "categoryId",
    "subcategory_id": "subcategoryId",
    "city": "city",
    "min_price": "minPrice",
    "max_price": "maxPrice",
    "lat": "lat",
    "lng": "lng",
    "radius_km": "radiusKm",
    "near": "near",
    "posted_within_days": "postedWithinDays",
    "featured": "featured",
    "seller_id": "sellerId",
    "sort": "sort",
    "literal": "literal",
}
# Attributes that a filter sets, with those that make sense only while it is set.
FILTERS = {
    "type": ("ad_type",),
    "category": ("category_id", "subcategory_id", "fields"),
    "subcategory": ("subcategory_id", "fields"),
    "fields": ("fields",),
    "city": ("city",),
    "price": ("min_price", "max_price"),
    "near": ("lat", "lng", "radius_km"),
    "posted": ("posted_within_days",),
    "featured": ("featured",),
}
_NO_QUERY = SearchQuery()


def filter_off(name: str) -> dict[str, Any]:
    """The attributes of a query that turn a filter off."""
    return {attribute: getattr(_NO_QUERY, attribute) for attribute in FILTERS[name]}


def is_filter_on(query: SearchQuery, name: str) -> bool:
    """Whether the query has this filter."""
    return any(getattr(query, attribute) != off for attribute, off in filter_off(name).items())


class Chip(View):
    """Something that was understood from the keyword's words, and can be taken back.

    Attributes:
        kind: the filter it became: `price`, `city`, `type`, `category`, `posted`, `near`.
        text: for people, e.g. "Under ₹15,000".
        words: the words of the keyword it was read from; without them the chip is gone.
        rest: the keyword without those words.
    """

    kind: str
    text: str
    words: str
    rest: str


class ChosenFilter(View):
    """A filter that is set.

    Attributes:
        text: for people, e.g. "Posted within 7 days".
        params: the parameters that are left out to take it back.
    """

    text: str
    params: tuple[str, ...]


class FacetValue(View):
    """One choice of a facet.

    Attributes:
        value: what to set the filter to.
        count: how many ads a click would give.
    """

    value: str
    label: str
    count: int
    chosen: bool = False


class Facet(View):
    """A filter with its choices, the most frequent first.

    Attributes:
        name: the query parameter, e.g. `categoryId` or `field[<id>]`, `field[<id>,<id>]` where several subcategories
            ask the same.
        exact: False where the counts are estimates, because there are more ads than are counted.
        more: whether there are values that are left out here.
    """

    name: str
    label: str
    values: tuple[FacetValue, ...]
    exact: bool = True
    more: bool = False


class Fallback(View):
    """What would be found instead when nothing was.

    Attributes:
        kind: `spelling`, `words`, `radius` or `filters`.
        text: said plainly, for people.
        keyword: the keyword that finds it.
        drop: the query parameters to leave out.
        radius_km: the wider radius, where it is that.
        count: how many ads it finds.
    """

    kind: str
    text: str
    keyword: str = ""
    drop: tuple[str, ...] = ()
    radius_km: float | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class SearchPage(Page[AdCard]):
    """A page of ads with what helps to narrow or to mend the search.

    Attributes:
        chips: what was understood from the keyword.
        corrected: the keyword that was searched for, where words of the typed one were misspelt; else empty.
        similar: ads that have most of the words but not all, where few have all; they are not part of the total.
        fallbacks: ways to find something, when nothing was found.
        min_price, max_price: rupees that were asked for, in a filter or in words.
        has_place: whether it is known from where distances are measured, by a filter or by words.
        radius_km: how far around that place it was looked for.
    """

    facets: tuple[Facet, ...] = ()
    chips: tuple[Chip, ...] = ()
    corrected: str = ""
    similar: tuple[AdCard, ...] = ()
    fallbacks: tuple[Fallback, ...] = ()
    min_price: float | None = None
    max_price: float | None = None
    has_place: bool = False
    radius_km: float | None = None


class Suggestion(View):
    """One line under the search box.

    Attributes:
        kind: `query`, `category` or `ad`.
        link: path on this site.
    """

    kind: str
    text: str
    link: str


class LiveCounts(View):
    """How many ads are live: in all, by type, by category, by category and type."""

    total: int = 0
    by_type: dict[str, int] = {}
    by_category: dict[str, int] = {}
    by_category_and_type: dict[str, dict[str, int]] = {}


class SavedSearchView(View):
    """A saved search as its owner sees it.

    Attributes:
        query: its parameters, wire names.
        cadence: `at_once`, `daily` or `weekly`.
        wants_mail: whether matches are mailed at all; they are told in the page in any case.
        link: path of the page that shows what it finds.
    """

    id: str
    name: str
    query: dict[str, str]
    cadence: str
    wants_mail: bool = True
    link: str
    created_at: datetime
    last_mailed_at: datetime | None = None
