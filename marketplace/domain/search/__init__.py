"""Finding live ads: lists, filters, keywords, and the index behind them."""

from marketplace.domain.search.indexing import rebuild, refresh, refresh_seller
from marketplace.domain.search.params import parse_query, to_params
from marketplace.domain.search.related import related
from marketplace.domain.search.schemas import (
    Chip,
    Facet,
    FacetValue,
    Fallback,
    LiveCounts,
    SearchPage,
    SearchQuery,
    Sort,
    Suggestion,
)
from marketplace.domain.search.service import count_live, find_live_cards, list_ads
from marketplace.domain.search.suggestions import suggest

__all__ = [
    "Chip",
    "Facet",
    "FacetValue",
    "Fallback",
    "LiveCounts",
    "SearchPage",
    "SearchQuery",
    "Sort",
    "Suggestion",
    "count_live",
    "find_live_cards",
    "list_ads",
    "parse_query",
    "rebuild",
    "refresh",
    "refresh_seller",
    "related",
    "suggest",
    "to_params",
]
