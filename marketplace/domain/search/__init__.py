"""Finding live ads: lists, filters, keywords, and the index behind them.

A search (`service`) passes through these modules in order: `params` parses the URL, `understanding` takes filters out of
the keyword (`filter_phrases`, `cities`), `resolving` looks up its words (`terms`, `synonyms`, `lexicon`), `plan` runs the
query that `index_query` builds, `cards` reads what was found; `facets`, with `number_ranges`, and `fallbacks` help to change
the search. `browsing` answers lists without a keyword. The words themselves stand in `word_lists.yaml` and `synonyms.txt`.

`projection` applies the log of changed listings (`domain/listings`) to the index with the tokens of `analysis`.
"""

from marketplace.domain.search.browsing import count_live
from marketplace.domain.search.cards import add_details, find_live_cards
from marketplace.domain.search.facets import ALL_VALUES, FIRST_VALUES
from marketplace.domain.search.filter_texts import HERE, describe, list_chosen
from marketplace.domain.search.params import (
    PLACE,
    count_filters,
    is_parameter,
    link_of,
    parse_query,
    price_text,
    to_params,
)
from marketplace.domain.search.related import find_near_texts, guess_category, related
from marketplace.domain.search.schemas import (
    PARAMETERS,
    Chip,
    ChosenFilter,
    Facet,
    FacetValue,
    Fallback,
    LiveCounts,
    SearchPage,
    SearchQuery,
    Sort,
    Suggestion,
)
from marketplace.domain.search.service import list_ads, list_ads_for_url
from marketplace.domain.search.suggestions import suggest
