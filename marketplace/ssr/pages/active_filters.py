"""Active filters of a list, each with a link that removes it, and fallback searches of an empty list."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.search import SearchPage, SearchQuery
from marketplace.ssr import urls


@dataclass(frozen=True, slots=True)
class ListUrl:
    """URL of a list without its page number.

    Attributes:
        params: query parameters, including the view.
        fixed: search parameters that the list sets itself.
    """

    path: str
    params: Mapping[str, str]
    fixed: Mapping[str, str]

    def without(self, *names: str, **changes: str) -> str:
        """Return the URL with some parameters removed and others changed."""
        remaining = {name: value for name, value in self.params.items() if name not in names}
        return urls.with_query(self.path, {**remaining, **changes})


def links(db: Session, found: SearchPage, query: SearchQuery, list_url: ListUrl) -> dict[str, object]:
    """Return template variables: filter chips, spelling correction and fallback searches."""
    has_nearby = any(chip.kind == "near" for chip in found.chips)
    parsed_chips = [
        (chip.text, list_url.without(*(search.place_params(query) if chip.kind == "near" else ()), keyword=chip.rest))
        for chip in found.chips
    ]
    active = search.list_chosen(db, ANONYMOUS, query, list_url.params, fixed=list_url.fixed, near=has_nearby)
    return {
        "chips": [*parsed_chips, *((item.text, list_url.without(*item.params)) for item in active)],
        "corrected": found.corrected,
        "literal": list_url.without(literal="true"),
        "fallbacks": [(fallback.text, _fallback_url(list_url, fallback)) for fallback in found.fallbacks],
        "prices": {"minPrice": search.price_text(found.min_price), "maxPrice": search.price_text(found.max_price)},
        "asks_place": has_nearby and not found.has_place,
    }


def _fallback_url(list_url: ListUrl, fallback: search.Fallback) -> str:
    changes = {"keyword": fallback.keyword}
    if fallback.radius_km:
        changes["radiusKm"] = f"{fallback.radius_km:g}"
    if not list_url.fixed.keys().isdisjoint(fallback.drop):
        # Dropping a parameter that this list sets itself leads to the search page.
        list_url = ListUrl(urls.listing("search"), {**list_url.params, **list_url.fixed}, {})
    return list_url.without(*fallback.drop, **changes)
