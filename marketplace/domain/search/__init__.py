"""Finding live ads: lists, filters, keywords, and the index behind them.

A search (`service`) passes through these modules in order: `params` parses the URL, `understanding` takes filters out of
the keyword, `resolving` looks up its words, `plan` runs the query that `index_query` builds, `cards` reads what was found;
`facets` and `fallbacks` help to change the search. `browsing` answers lists without a keyword.

`indexing` writes the `listings` table, `changes` logs what it wrote, `projection` applies the log to the index.
`saved` stores searches, `percolator` matches new ads against them, `alerts` and `alert_mails` tell their owners.
"""

from marketplace.domain.search.active_filters import list_chosen
from marketplace.domain.search.alert_mails import stop_alerts
from marketplace.domain.search.alerts import find_candidates, forget_prices, match_saved, send_alerts
from marketplace.domain.search.browsing import count_live, count_live_of
from marketplace.domain.search.card_details import add_details
from marketplace.domain.search.cards import find_live_cards
from marketplace.domain.search.changes import note_everything, prune_changes
from marketplace.domain.search.facets import ALL_VALUES, FIRST_VALUES
from marketplace.domain.search.filter_texts import HERE
from marketplace.domain.search.indexing import rebuild, refile, refresh, refresh_seller
from marketplace.domain.search.params import PLACE, count_filters, is_parameter, parse_query, price_text, to_params
from marketplace.domain.search.related import related
from marketplace.domain.search.saved import (
    change_saved_search,
    delete_saved_search,
    is_search_saved,
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
from marketplace.domain.search.service import list_ads, list_ads_for_url
from marketplace.domain.search.suggestions import suggest

__all__ = [
    "ALL_VALUES",
    "FIRST_VALUES",
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
    "add_details",
    "change_saved_search",
    "count_filters",
    "count_live",
    "count_live_of",
    "delete_saved_search",
    "find_candidates",
    "find_live_cards",
    "forget_prices",
    "is_parameter",
    "is_search_saved",
    "list_ads",
    "list_ads_for_url",
    "list_chosen",
    "list_saved_searches",
    "match_saved",
    "note_everything",
    "parse_query",
    "price_text",
    "prune_changes",
    "rebuild",
    "refile",
    "refresh",
    "refresh_seller",
    "related",
    "save_search",
    "send_alerts",
    "stop_alerts",
    "suggest",
    "to_params",
]
