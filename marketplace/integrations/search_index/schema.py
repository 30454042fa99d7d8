"""The fields of the search index.

Text fields hold tokens made by `domain.search.analysis`, joined with spaces, so that Tantivy adds no analysis of its own.
"""

import tantivy

from marketplace.settings import get_settings

# Increase it whenever the fields below or the text analysis change: each version is built in its own folder.
VERSION = 7

TOKENIZER = "tokens"
_TEXT_FIELDS = ("name", "title", "attributes", "description")
_KEYWORD_FIELDS = ("ad_type", "category_id", "subcategory_id", "seller_id", "city_key", "city")


def _build() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    # Primary key of the listing: its publication time in microseconds since 1970.
    builder.add_integer_field("number", indexed=True, fast=True)
    for name in _TEXT_FIELDS:
        builder.add_text_field(name, tokenizer_name=TOKENIZER, index_option="position")
    # Unstemmed words for spelling and completion.
    builder.add_text_field("words", tokenizer_name=TOKENIZER, index_option="basic")
    for name in _KEYWORD_FIELDS:
        builder.add_text_field(name, fast=True, tokenizer_name="raw", index_option="basic")
    builder.add_boolean_field("featured", indexed=True, fast=True)
    # In paise after the discount, as shown; and sort keys, per day for rentals, that put ads without a price last.
    for name in ("price", "price_ascending", "price_descending"):
        builder.add_integer_field(name, indexed=True, fast=True)
    for name in ("latitude", "longitude"):
        builder.add_float_field(name, fast=True)
    # The row of the public grid, for radius searches.
    builder.add_integer_field("grid_row", indexed=True)
    # Field id to the text or number that the ad has there.
    builder.add_json_field("values", fast=True, tokenizer_name="raw", index_option="basic")
    return builder.build()


SCHEMA = _build()


def grid_row(latitude: float) -> int:
    """Return the row of the public grid for a latitude in degrees."""
    return round(latitude / get_settings().map_rounding_degrees)
