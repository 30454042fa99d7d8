"""Finding live ads: lists, filters, keywords, and the index behind them."""

from marketplace.domain.search.alerts import match_saved, send_alerts
from marketplace.domain.search.chosen import HERE, PLACE, list_chosen, place_params
from marketplace.domain.search.indexing import rebuild, refresh, refresh_seller, reindex
from marketplace.domain.search.letters import stop_alerts
from marketplace.domain.search.making import make_segments
from marketplace.domain.search.params import count_filters, parse_query, price_text, to_params
from marketplace.domain.search.refiling import refile
from marketplace.domain.search.related import related
from marketplace.domain.search.saved import (
    change_saved_search,
    delete_saved_search,
    list_saved_searches,
    save_search,
)
from marketplace.domain.search.schemas import (
    Chip,
    ChosenFilter,
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
from marketplace.domain.search.service import count_live, find_live_cards, list_ads, list_of_address
from marketplace.domain.search.suggestions import suggest

__all__ = [
    "HERE",
    "PLACE",
    "Chip",
    "ChosenFilter",
    "Facet",
    "FacetValue",
    "Fallback",
    "LiveCounts",
    "SavedSearchView",
    "SearchPage",
    "SearchQuery",
    "Sort",
    "Suggestion",
    "change_saved_search",
    "count_filters",
    "count_live",
    "delete_saved_search",
    "find_live_cards",
    "list_ads",
    "list_chosen",
    "list_of_address",
    "list_saved_searches",
    "make_segments",
    "match_saved",
    "parse_query",
    "place_params",
    "price_text",
    "rebuild",
    "refile",
    "refresh",
    "refresh_seller",
    "reindex",
    "related",
    "save_search",
    "send_alerts",
    "stop_alerts",
    "suggest",
    "to_params",
]
