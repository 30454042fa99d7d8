"""Builds Tantivy queries from terms and filters."""

import math
from collections.abc import Iterable, Iterator
from typing import Any

import tantivy
from tantivy import DocAddress, FieldType, Occur, Query

from marketplace.core import clock
from marketplace.core.numbers import parse_typed
from marketplace.domain.listings.rows import NO_PRICE_UP
from marketplace.domain.price_units import RENTALS, per_day
from marketplace.domain.search.projection import city_key
from marketplace.domain.search.schemas import SearchQuery
from marketplace.domain.search.terms import Group, Phrase, Terms
from marketplace.integrations.geocode import Town
from marketplace.integrations.search_index import SCHEMA
from marketplace.models import AdType, PriceUnit
from marketplace.settings import get_settings

# Score of a word by field. A synonym counts a little less, and does not match descriptions.
_FIELD_WEIGHTS = {"name": 10.0, "title": 6.0, "attributes": 6.0, "description": 1.0}
_SYNONYM_WEIGHT = 0.9
_SYNONYM_FIELDS = ("name", "title", "attributes")
_OWN_FIELDS = ("name", "title")
_CATEGORY_WEIGHT = 9.0
_PURPOSE_WEIGHT = 0.3
# Less than a word in any field.
_FEATURED_WEIGHT = 0.8
# A budget is for a purchase: ads for sale come before all others, whatever words match.
_PREFERRED_TYPE_WEIGHT = 30.0
# Ads this near to the visitor's town count as being there.
_HOME_KM, _HOME_WEIGHT = 30.0, 5.0
# A word that one ad in fifty has counts this many times as much in a partial match as in a full one.
_USUAL_RARITY = 4
# For ranges within `values`, which have no builder.
_parse = tantivy.Index(SCHEMA).parse_query
KM_PER_DEGREE = 111.195
MICROSECONDS_PER_DAY = 86_400_000_000


def count(searcher: tantivy.Searcher, query: Query) -> int:
    """Count the matching ads exactly."""
    # The attribute is missing in the type stubs.
    return searcher.search(query, limit=1).count or 0  # pyright: ignore[reportAttributeAccessIssue]


def numbers(searcher: tantivy.Searcher, hits: Iterable[tuple[Any, DocAddress]]) -> list[int]:
    """The numbers of the listings that were hit."""
    return [int(number or 0) for number in searcher.fast_field_values("number", [address for _, address in hits])]


def find(searcher: tantivy.Searcher, query: Query, limit: int, **order: Any) -> list[int]:
    """The numbers of the first matching listings, by score or in the order of a field."""
    return numbers(searcher, searcher.search(query, limit=limit, count=False, **order).hits)


def full_match(terms: Terms) -> Query:
    """Match ads with every required word; each word adds a constant score that depends on the field."""
    required = list(map(_group_match, terms.required)) or [Query.const_score_query(Query.all_query(), 0)]
    optional = (_group_match(group) for group in terms.groups if group.optional)
    return boolean(required, optional, _exclusions(terms))


def with_preferences(query: Query, terms: Terms, prefers: AdType | None, home: Town | None) -> Query:
    """Give ads in the named categories, of a type, around a town, and featured ones a higher score."""
    preferred = [_preferences(terms, prefers), Query.const_score_query(term("featured", True), _FEATURED_WEIGHT)]
    if home:
        there = within_circle(home.latitude, home.longitude, max(_HOME_KM, home.radius_km))
        preferred.append(Query.const_score_query(there, _HOME_WEIGHT))
    return boolean([query], preferred)


def _preferences(terms: Terms, prefers: AdType | None) -> Query:
    """Score ads in the categories that the keyword names, by the number of words that name them, and of a type."""
    weights = [(term(each.field, each.id), _CATEGORY_WEIGHT * len(each.groups)) for each in terms.named]
    weights += [(term("ad_type", str(prefers)), _PREFERRED_TYPE_WEIGHT)] if prefers else []
    return either(Query.const_score_query(query, weight) for query, weight in weights)


def partial_match(
    searcher: tantivy.Searcher, terms: Terms, prefers: AdType | None = None, *, by_preference: bool = False
) -> Query | None:
    """Match ads with some of the words but not all; None if there is only one word. Words that few ads have add more.

    Args:
        by_preference: a preference or purpose alone is enough; "second hand" of "second hand scooter" finds everything.
    """
    required = (not by_preference and terms.required) or terms.groups
    # For "cement mixer", ads with "cement" may be of use.
    things = required[0].parts if len(required) == 1 else required
    if len(things) < 2:
        return None

    def by_rarity(group: Group) -> Query:
        match = _group_match(group)
        return Query.boost_query(match, math.log(1 + searcher.num_docs / max(1, count(searcher, match))))

    preferred = [by_rarity(group) for group in terms.groups if group not in required]
    preferred.append(Query.boost_query(_preferences(terms, prefers), _USUAL_RARITY))
    return boolean([either(map(by_rarity, things))], preferred, [full_match(terms), *_exclusions(terms)])


def of_subcategory(subcategory_id: str, terms: Terms) -> Query:
    """Match ads of a subcategory that don't have every word, and nothing that is excluded."""
    return boolean([term("subcategory_id", subcategory_id)], must_not=[full_match(terms), *_exclusions(terms)])


def _group_match(group: Group) -> Query:
    """Match ads with one of the alternatives of a group, or with all of its words apart."""
    if group.choices:
        # In "Royal Enfield or Jawa bike 350 cc", what follows may be meant for both.
        return boolean([_best_of(map(_group_match, group.choices))], map(_group_match, group.parts))
    side_by_side = any_of(group.alternatives)
    if group.is_purpose:
        return Query.boost_query(side_by_side, _PURPOSE_WEIGHT)
    if len(group.parts) < 2:
        return side_by_side
    apart = boolean(any_of(part.alternatives) for part in group.parts)
    # A name of two words counts as much as two words.
    return _best_of([Query.boost_query(side_by_side, len(group.parts)), apart])


def any_of(phrases: Iterable[Phrase]) -> Query:
    """Match ads with one of the phrases; the score is the highest weight of a field with a phrase."""
    return _best_of(
        Query.const_score_query(_has_phrase(field, phrase), _FIELD_WEIGHTS[field] * (_SYNONYM_WEIGHT if at else 1.0))
        for at, phrase in enumerate(phrases)
        for field in (_SYNONYM_FIELDS if phrase.synonym else _FIELD_WEIGHTS)
    )


def _exclusions(terms: Terms) -> Iterator[Query]:
    for phrase in terms.without:
        yield either(_has_phrase(field, phrase) for field in _FIELD_WEIGHTS)
    for phrase in terms.unwanted:
        # The attributes include the category's name, which may name other things too.
        fields = _OWN_FIELDS if terms.shared.issuperset(phrase.tokens) else _SYNONYM_FIELDS
        yield either(_has_phrase(field, phrase) for field in fields)


def _has_phrase(field: str, phrase: Phrase) -> Query:
    """Match ads with the phrase in this field."""
    if len(phrase.tokens) == 1:
        return term(field, phrase.tokens[0])
    return Query.phrase_query(SCHEMA, field, list(phrase.tokens))


def with_filters(query: Query, filters: SearchQuery) -> Query:
    """Add all filters to a query without changing its scores."""
    return boolean([query, *(Query.const_score_query(each, 0) for each in _filters(filters))])


def _filters(query: SearchQuery) -> Iterator[Query]:
    values = {
        "ad_type": str(query.ad_type or ""),
        "category_id": query.category_id,
        "subcategory_id": query.subcategory_id,
        "seller_id": query.seller_id,
        "city_key": city_key(query.city),
    }
    for field, value in values.items():
        if value:
            yield term(field, value)
    if query.featured is not None:
        yield term("featured", query.featured)
    if query.price_unit:
        yield either(term("ad_type", str(kind)) for kind in RENTALS)
    if query.min_price is not None or query.max_price is not None:
        yield _price_between(query.min_price, query.max_price, query.price_unit)
    if query.posted_within_days is not None:
        yield within("number", oldest_number(query.posted_within_days), None)
    if query.radius_km is not None and query.lat is not None and query.lng is not None:
        yield within_circle(query.lat, query.lng, query.radius_km)
    for names, value in query.fields.items():
        yield either(_field_value(name, value) for name in names.split(","))


def _price_between(least: float | None, most: float | None, unit: PriceUnit | None) -> Query:
    low = None if least is None else math.ceil(least * 100)
    high = None if most is None else math.floor(most * 100)
    if unit is None:
        return within("price", low, high)
    low = 0 if low is None else per_day(low, unit)
    # Ads without a price have a sort key too.
    high = NO_PRICE_UP - 1 if high is None else per_day(high, unit)
    return within("price_ascending", low, high)


def oldest_number(days: int) -> int:
    """The lowest listing number of the last so many days."""
    return int(clock.now().timestamp() * 1_000_000) - days * MICROSECONDS_PER_DAY


def within_circle(latitude: float, longitude: float, km: float) -> Query:
    """Match ads within a circle, exactly: positions lie on a grid, and in each grid row the circle is a range of longitudes."""
    step = get_settings().map_rounding_degrees
    reach, narrowing = km / KM_PER_DEGREE, max(math.cos(math.radians(latitude)), 1e-6)
    rows = []
    for row in range(math.ceil((latitude - reach) / step), math.floor((latitude + reach) / step) + 1):
        across = math.sqrt(max(0.0, reach**2 - (row * step - latitude) ** 2)) / narrowing
        rows.append(boolean([term("grid_row", row), within("longitude", longitude - across, longitude + across)]))
    return either(rows)


def _field_value(field_id: str, value: str) -> Query:
    """Match a value of a field: a text, a number, or a range of numbers like `5..10`, `5..` or `..10`."""
    if not field_id.isalnum():
        return Query.empty_query()
    path = f"values.{field_id}"
    low, sign, high = value.partition("..")
    if sign and (least := _bound(low)) and (most := _bound(high)):
        # A query for each limit: Tantivy panics if one has a whole and a broken number.
        limits = {f"{least} TO *", f"* TO {most}"} - {"* TO *"}
        return boolean(_parse(f"{path}:[{limit}]") for limit in sorted(limits))
    number = parse_typed(value)
    return either(term(path, each) for each in (value, None if number is None else float(number)) if each is not None)


def _bound(text: str) -> str:
    """A limit of a range as the index's parser reads it, * if there is none; empty if it is not a number."""
    if not text.strip():
        return "*"
    number = parse_typed(text)
    return "" if number is None else repr(float(number))


def term(field: str, value: str | float | bool) -> Query:
    """Match ads with this value or token in a field."""
    return Query.term_query(SCHEMA, field, value)


def within(field: str, low: float | None, high: float | None) -> Query:
    """Match ads with a value between two limits, both included."""
    kind = FieldType.Float if field == "longitude" else FieldType.Integer
    # The type stubs know no open ranges.
    return Query.range_query(SCHEMA, field, kind, lower_bound=low, upper_bound=high)  # pyright: ignore[reportArgumentType]


def boolean(must: Iterable[Query] = (), should: Iterable[Query] = (), must_not: Iterable[Query] = ()) -> Query:
    """Match ads by all `must` and none of `must_not`, or by one of `should` if there is no `must`; scores are added."""
    occurs = ((Occur.Must, must), (Occur.Should, should), (Occur.MustNot, must_not))
    return Query.boolean_query([(occur, query) for occur, queries in occurs for query in queries])


def either(queries: Iterable[Query]) -> Query:
    """Match ads that one of the queries matches; scores are added."""
    return boolean(should=queries)


def _best_of(queries: Iterable[Query]) -> Query:
    """Match ads that one of the queries matches; the highest score counts."""
    return Query.disjunction_max_query(list(queries))
