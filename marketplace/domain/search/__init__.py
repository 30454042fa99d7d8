"""Finding live ads: lists, filters, keywords, and the index behind them."""

from marketplace.domain.search.alerts import match_saved, send_alerts
from marketplace.domain.search.indexing import rebuild, refresh, refresh_seller
from marketplace.domain.search.params import parse_query, to_params
from marketplace.domain.search.related import related
from marketplace.domain.search.saved import delete_saved_search, list_saved_searches, save_search
from marketplace.domain.search.schemas import (
    Chip,
    Facet,
    FacetValue,
    Fallback,
    LiveCounts,
    SavedSearchView,
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
    "SavedSearchView",
    "SearchPage",
    "SearchQuery",
    "Sort",
    "Suggestion",
    "count_live",
    "delete_saved_search",
    "find_live_cards",
    "list_ads",
    "list_saved_searches",
    "match_saved",
    "parse_query",
    "rebuild",
    "refresh",
    "refresh_seller",
    "related",
    "save_search",
    "send_alerts",
    "suggest",
    "to_params",
]
