"""The fields of the search index.

Text fields hold tokens made by `domain.search.analysis`, joined with spaces, so that Tantivy adds no analysis of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import tantivy

from marketplace.settings import get_settings

# Increase it whenever the fields below or the text analysis change: each version is built in its own folder.
VERSION = 2

_TOKENS = "tokens"
_TEXT_FIELDS = ("name", "title", "attributes", "description")
_KEYWORD_FIELDS = ("ad_type", "category_id", "subcategory_id", "seller_id", "city_key", "city")
# Ads without a price sort after every price in both directions.
NO_PRICE_ASCENDING = 2**62
NO_PRICE_DESCENDING = -1


@dataclass(frozen=True, slots=True)
class Entry:
    """A listing as the index stores it.

    Attributes:
        number: primary key of the listing; publication time in microseconds since 1970.
        name, title, attributes, description: tokens, joined with spaces; `attributes` are category names, field values and
            place.
        words: unstemmed words of name, title, category and place, joined with spaces, for spelling and completion.
        city_key: the city's name without case, spaces and accents.
        price: paise after the discount; None without a price.
        latitude, longitude: degrees on the public grid; None without a position.
        values: field id to the text or number that the ad has there.
    """

    number: int
    name: str
    title: str
    attributes: str
    description: str
    words: str
    ad_type: str
    category_id: str
    subcategory_id: str
    seller_id: str
    city: str
    city_key: str
    featured: bool
    price: int | None
    latitude: float | None
    longitude: float | None
    values: Mapping[str, str | float] = field(default_factory=dict)


def _build() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("number", indexed=True, fast=True)
    for name in _TEXT_FIELDS:
        builder.add_text_field(name, tokenizer_name=_TOKENS, index_option="position")
    builder.add_text_field("words", tokenizer_name=_TOKENS, index_option="basic")
    for name in _KEYWORD_FIELDS:
        builder.add_text_field(name, fast=True, tokenizer_name="raw", index_option="basic")
    builder.add_boolean_field("featured", indexed=True, fast=True)
    builder.add_integer_field("price", indexed=True, fast=True)
    builder.add_integer_field("price_ascending", indexed=True, fast=True)
    builder.add_integer_field("price_descending", indexed=True, fast=True)
    builder.add_float_field("latitude", fast=True)
    builder.add_float_field("longitude", fast=True)
    # The row of the public grid, for radius searches.
    builder.add_integer_field("grid_row", indexed=True)
    builder.add_json_field("values", fast=True, tokenizer_name="raw", index_option="basic")
    return builder.build()


SCHEMA = _build()


def grid_row(latitude: float) -> int:
    """Return the row of the public grid for a latitude in degrees."""
    return round(latitude / get_settings().map_rounding_degrees)


def register_tokenizer(index: tantivy.Index) -> None:
    """Register the tokenizer that splits token texts at spaces. Call it once for each opened index."""
    analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
    index.register_tokenizer(_TOKENS, analyzer)


def to_document(entry: Entry) -> tantivy.Document:
    """Convert an entry to a Tantivy document. Each value is added with its type, because a wrong type kills the writer thread."""
    document = tantivy.Document()
    document.add_integer("number", entry.number)
    for name in (*_TEXT_FIELDS, "words", *_KEYWORD_FIELDS):
        document.add_text(name, getattr(entry, name))
    document.add_boolean("featured", entry.featured)
    if entry.price is not None:
        document.add_integer("price", entry.price)
    document.add_integer("price_ascending", NO_PRICE_ASCENDING if entry.price is None else entry.price)
    document.add_integer("price_descending", NO_PRICE_DESCENDING if entry.price is None else entry.price)
    if entry.latitude is not None and entry.longitude is not None:
        document.add_float("latitude", entry.latitude)
        document.add_float("longitude", entry.longitude)
        document.add_integer("grid_row", grid_row(entry.latitude))
    document.add_json("values", dict(entry.values))
    return document
