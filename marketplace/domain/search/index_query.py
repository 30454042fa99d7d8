"""Builds Tantivy queries from terms and filters."""

import math
from collections.abc import Callable, Iterable
from typing import Any

import tantivy
from tantivy import FieldType, Occur, Query

from marketplace.core import clock
from marketplace.core.numbers import parse_decimal
from marketplace.domain.price_units import RENTALS, per_day
from marketplace.domain.search import listing_rows
from marketplace.domain.search.named_categories import NamedCategories
from marketplace.domain.search.projection import city_key
from marketplace.domain.search.schemas import SearchQuery
from marketplace.domain.search.terms import Group, Phrase, Terms
from marketplace.integrations import search_index
from marketplace.integrations.geocode import Town
from marketplace.integrations.search_index import SCHEMA
from marketplace.models import AdType
from marketplace.settings import get_settings

# Score of a word by field. A synonym counts a little less, and does not match descriptions.
_FIELD_WEIGHTS = {"name": 10.0, "title": 6.0, "attributes": 4.0, "description": 1.0}
_SYNONYM_WEIGHT = 0.9
_SYNONYM_FIELDS = ("name", "title", "attributes")
_OWN_FIELDS = ("name", "title")
_CATEGORY_WEIGHTS = {"subcategory_id": 9.0, "category_id": 7.5}
_PREFERRED_TYPE_WEIGHT = 5.0
# Ads this near to the visitor's town count as being there.
_HOME_KM, _HOME_WEIGHT = 30.0, 5.0
# Share of the words that "More ads like this" must match.
_PARTIAL_SHARE = 0.3
# BM25 scores are about so many times the constant scores.
_PARTIAL_TIMES = 4
KM_PER_DEGREE = 111.195
MICROSECONDS_PER_DAY = 86_400_000_000


def count(searcher: tantivy.Searcher, query: Query) -> int:
    """Count the matching ads exactly."""
    # The attribute is missing in the type stubs.
    return searcher.search(query, limit=1).count or 0  # pyright: ignore[reportAttributeAccessIssue]


def any_of(phrases: Iterable[Phrase]) -> Query:
    """Match ads with one of the phrases; the score depends on the field."""
    return _best_of(phrases, Query.const_score_query)


def _group_match(group: Group) -> Query:
    """Match ads with one of the alternatives of a group, or with all of its words apart."""
    side_by_side = any_of(group.alternatives)
    if len(group.parts) < 2:
        return side_by_side
    apart = Query.boolean_query([(Occur.Must, any_of(part.alternatives)) for part in group.parts])
    return Query.disjunction_max_query([side_by_side, Query.boost_query(apart, 1 / len(group.parts))])


def any_in_name(phrases: Iterable[Phrase]) -> Query:
    """Match ads with one of the phrases in the name."""
    return Query.boolean_query([(Occur.Should, _in_field("name", phrase)) for phrase in phrases])


def full_match(terms: Terms, named: NamedCategories, prefers: AdType | None = None, home: Town | None = None) -> Query:
    """Match ads with every required word; each word adds a constant score that depends on the field.

    Args:
        prefers, home: ads of this type, and ads around this town, get a higher score.
    """
    clauses = [(Occur.Should if group.optional else Occur.Must, _group_match(group)) for group in terms.groups]
    if all(group.optional for group in terms.groups):
        clauses.append((Occur.Must, Query.const_score_query(Query.all_query(), 0)))
    if prefers:
        term = Query.term_query(SCHEMA, "ad_type", str(prefers))
        clauses.append((Occur.Should, Query.const_score_query(term, _PREFERRED_TYPE_WEIGHT)))
    if home:
        there = within_circle(home.latitude, home.longitude, max(_HOME_KM, home.radius_km))
        clauses.append((Occur.Should, Query.const_score_query(there, _HOME_WEIGHT)))
    return Query.boolean_query([*clauses, *_exclusions(terms, named), *_named_categories(named, 1)])


def _named_categories(named: NamedCategories, times: float) -> list[tuple[Occur, Query]]:
    """Boost ads in the categories that the keyword names, by the number of words that name them."""
    return [
        (
            Occur.Should,
            Query.const_score_query(
                Query.term_query(SCHEMA, each.field, each.id), _CATEGORY_WEIGHTS[each.field] * times * len(each.groups)
            ),
        )
        for each in named.found
    ]


def partial_match(terms: Terms, named: NamedCategories) -> Query | None:
    """Match ads with some of the words but not all, scored by BM25; None if there is only one word."""
    # For "cement mixer", ads with "cement" may be of use.
    groups = terms.groups[0].parts if len(terms.groups) == 1 else terms.groups
    if len(groups) < 2:
        return None
    required = [group for group in groups if not group.optional]
    if len(required) < 2:
        required = list(groups)
    scored = [(group in required, _best_of(group.alternatives, Query.boost_query)) for group in groups]
    some = Query.boolean_query(
        [(Occur.Should, query) for is_required, query in scored if is_required],
        minimum_number_should_match=math.ceil(_PARTIAL_SHARE * len(required)),
    )
    return Query.boolean_query(
        [
            (Occur.Must, some),
            *((Occur.Should, query) for is_required, query in scored if not is_required),
            *_named_categories(named, _PARTIAL_TIMES),
            (Occur.MustNot, full_match(terms, named)),
            *_exclusions(terms, named),
        ]
    )


def _exclusions(terms: Terms, named: NamedCategories) -> list[tuple[Occur, Query]]:
    return [
        *((Occur.MustNot, _in_fields(phrase, _FIELD_WEIGHTS)) for phrase in terms.without),
        *(
            # The attributes include the category's name, which may name other things too.
            (Occur.MustNot, _in_fields(it, _OWN_FIELDS if named.shared.issuperset(it.tokens) else _SYNONYM_FIELDS))
            for it in terms.unwanted
        ),
    ]


def with_filters(query: Query, filters: SearchQuery) -> Query:
    """Add all filters to a query without changing its scores."""
    narrowing = [*_filters(filters)]
    if not narrowing:
        return query
    scoreless = [(Occur.Must, Query.const_score_query(each, 0)) for each in narrowing]
    return Query.boolean_query([(Occur.Must, query), *scoreless])


def _filters(query: SearchQuery) -> Iterable[Query]:
    by_keyword = {
        "ad_type": str(query.ad_type or ""),
        "category_id": query.category_id,
        "subcategory_id": query.subcategory_id,
        "seller_id": query.seller_id,
        "city_key": city_key(query.city),
    }
    for field, value in by_keyword.items():
        if value:
            yield Query.term_query(SCHEMA, field, value)
    if query.featured is not None:
        yield Query.term_query(SCHEMA, "featured", query.featured)
    yield from _price_filters(query)
    if query.posted_within_days is not None:
        yield _range("number", FieldType.Integer, oldest_number(query.posted_within_days), None)
    if query.radius_km is not None and query.lat is not None and query.lng is not None:
        yield within_circle(query.lat, query.lng, query.radius_km)
    for names, value in query.fields.items():
        yield Query.boolean_query([(Occur.Should, _field_value(name, value)) for name in names.split(",")])


def _price_filters(query: SearchQuery) -> Iterable[Query]:
    low = None if query.min_price is None else math.ceil(query.min_price * 100)
    high = None if query.max_price is None else math.floor(query.max_price * 100)
    if query.price_unit:
        yield Query.boolean_query([(Occur.Should, Query.term_query(SCHEMA, "ad_type", kind)) for kind in RENTALS])
    if low is None and high is None:
        return
    if query.price_unit:
        # Ads without a price have a sort key too.
        low = 0 if low is None else per_day(low, query.price_unit)
        high = listing_rows.NO_PRICE_UP - 1 if high is None else per_day(high, query.price_unit)
        yield _range("price_ascending", FieldType.Integer, low, high)
    else:
        yield _range("price", FieldType.Integer, low, high)


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
        in_row = Query.term_query(SCHEMA, "grid_row", row)
        between = _range("longitude", FieldType.Float, longitude - across, longitude + across)
        rows.append((Occur.Should, Query.boolean_query([(Occur.Must, in_row), (Occur.Must, between)])))
    return Query.boolean_query(rows) if rows else Query.empty_query()


def _field_value(field_id: str, value: str) -> Query:
    """Match a value of a field: a text, a number, or a range of numbers like `5..10`, `5..` or `..10`."""
    if not field_id.isalnum():
        return Query.empty_query()
    path = f"values.{field_id}"
    low, sign, high = value.partition("..")
    if sign and (least := _bound(low)) and (most := _bound(high)):
        return search_index.get_index().parse(f"{path}:[{least} TO {most}]")
    as_text = Query.term_query(SCHEMA, path, value)
    if (number := parse_decimal(value)) is None:
        return as_text
    return Query.boolean_query([(Occur.Should, as_text), (Occur.Should, Query.term_query(SCHEMA, path, float(number)))])


def _bound(text: str) -> str:
    """A limit of a range as the index's parser reads it, * if there is none; empty if it is not a number."""
    if not text.strip():
        return "*"
    number = parse_decimal(text)
    return "" if number is None else repr(float(number))


def _range(field: str, kind: FieldType, low: Any, high: Any) -> Query:
    return Query.range_query(SCHEMA, field, kind, lower_bound=low, upper_bound=high)


def _best_of(phrases: Iterable[Phrase], weigh: Callable[[Query, float], Query]) -> Query:
    """Match ads with one of the phrases; the phrase and field with the highest weight count.

    Args:
        weigh: gives a query the weight as its score, or multiplies its score by it.
    """
    return Query.disjunction_max_query([
        weigh(_in_field(field, phrase), _FIELD_WEIGHTS[field] * (_SYNONYM_WEIGHT if at else 1.0))
        for at, phrase in enumerate(phrases)
        for field in (_SYNONYM_FIELDS if phrase.synonym else _FIELD_WEIGHTS)
    ])  # fmt: skip


def _in_fields(phrase: Phrase, fields: Iterable[str]) -> Query:
    return Query.boolean_query([(Occur.Should, _in_field(field, phrase)) for field in fields])


def _in_field(field: str, phrase: Phrase) -> Query:
    if len(phrase.tokens) == 1:
        return Query.term_query(SCHEMA, field, phrase.tokens[0])
    return Query.phrase_query(SCHEMA, field, list(phrase.tokens))
