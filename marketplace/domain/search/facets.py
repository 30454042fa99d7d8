"""Facets: filter values with the number of ads that a click would find, not counting the facet's own filter."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from marketplace.domain.catalog import Catalogue, FieldView
from marketplace.domain.price_units import format_range, per_day
from marketplace.domain.search.index_query import oldest_number
from marketplace.domain.search.listing_rows import NO_PRICE_UP
from marketplace.domain.search.params import plain_number, price_text
from marketplace.domain.search.plan import Plan
from marketplace.domain.search.projection import city_key
from marketplace.domain.search.schemas import (
    FILTERS,
    PARAMETERS,
    Facet,
    FacetValue,
    SearchQuery,
    filter_off,
    is_filter_on,
)
from marketplace.i18n.texts import t, tn
from marketplace.models import AdType, InputType, PriceUnit

_COUNTED_TYPES = (InputType.SELECT, InputType.NUMBER, InputType.TEXT)
BANDS = (1_000, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000)
# What is paid by the hour or the day costs less.
_SHORT_BANDS = (100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000)
POSTED_DAYS = (1, 7, 30)
FIRST_VALUES = 12
# "Show more" lists all values; without a bound, free-text fields could make a response of megabytes.
ALL_VALUES = 2_000
# Spellings of a city are separate values until they are merged.
_COUNTED_VALUES = 10_000
_MOST_FIELDS = 8
# Above the number of any listing.
_END_OF_TIME = 2**62
_MOST_RANGES = 6
_TERMS = {"type": "ad_type", "category": "category_id", "subcategory": "subcategory_id", "city": "city"}
_FACETS = (*_TERMS, "price", "posted")
_PARAMS = {name: PARAMETERS[FILTERS[name][0]] for name in _FACETS} | {"price": "price"}
# Value of the query parameter, text for display, number of ads.
_Row = tuple[str, str, int]


def count(
    catalogue: Catalogue,
    plan: Plan,
    most: int = FIRST_VALUES,
    *,
    price_unit: PriceUnit | None = None,
    fixed: Collection[str] = (),
) -> tuple[Facet, ...]:
    """Count the facets of a search; facets without values are left out.

    Args:
        most: most values of a facet, besides the chosen one.
        price_unit: what the price ranges are for, if the search names no unit; only for lists of rentals.
        fixed: query parameters that can't be changed, whose facets are left out.
    """
    query = plan.query
    wanted = [name for name in _FACETS if _PARAMS[name] not in fixed]
    active = [name for name in wanted if is_filter_on(query, name)]
    counts = defaultdict(Counter[Any])
    unit = query.price_unit or price_unit
    counts |= _aggregate(plan, {name: _aggregation(name, unit) for name in wanted if name not in active})
    for name in active:
        # The ranges of prices are for the chosen unit.
        off = filter_off(name) | ({"price_unit": query.price_unit} if name == "price" else {})
        counts |= _aggregate(plan.without(**off), {name: _aggregation(name, unit)})
    names = catalogue.names
    facets = [
        _facet("producttype", t("Type"), _types(counts["type"]), str(query.ad_type or "")),
        _facet("categoryId", t("Category"), _named(counts["category"], names), query.category_id, most),
        _facet("city", t("City"), *_cities(counts["city"], query), most),
        _facet("price", t("Price"), _prices(counts["price"], unit), _chosen_price(query, unit)),
        _facet("postedWithinDays", t("Posted"), _posted(counts["posted"]), str(query.posted_within_days)),
    ]
    if query.category_id:
        inner = _named(counts["subcategory"], names)
        facets.insert(2, _facet("subcategoryId", t("Subcategory"), inner, query.subcategory_id, most))
        facets += _dynamic(catalogue, plan, most)
    return tuple(facet for facet in facets if facet.values and facet.name not in fixed)


def _facet(name: str, label: str, rows: Iterable[_Row], chosen: str, most: int = ALL_VALUES) -> Facet:
    """Make a facet of its first values and the chosen one, without values that find nothing."""
    found = [
        FacetValue(value=value, label=text, count=number, chosen=value == chosen)
        for value, text, number in rows
        if number or value == chosen
    ]
    kept = tuple(value for at, value in enumerate(found) if at < most or value.chosen)
    return Facet(name=name, label=label, values=kept, more=len(kept) < len(found))


def _aggregate(plan: Plan, aggregations: dict[str, Any]) -> dict[str, Counter[Any]]:
    """Count the ads by value, for each aggregation."""
    answer = plan.searcher.aggregate(plan.matches(), aggregations) if aggregations else {}
    return {name: Counter({it["key"]: it["doc_count"] for it in found["buckets"]}) for name, found in answer.items()}


def _aggregation(name: str, price_unit: PriceUnit | None) -> dict[str, Any]:
    if name in _TERMS:
        return _terms(_TERMS[name])
    if name == "price":
        # Bands include both ends, and ranges of the index only the lower one, so each limit is a range of its own.
        limits = _bands(price_unit)
        bands = [per_day(rupees * 100, price_unit) if price_unit else rupees * 100 for rupees in limits]
        edges = [0, *(edge for paise in bands for edge in (paise, paise + 1)), NO_PRICE_UP]
        return _ranges("price_ascending" if price_unit else "price", edges)
    return _ranges("number", [*(oldest_number(days) for days in reversed(POSTED_DAYS)), _END_OF_TIME])


def _terms(field: str) -> dict[str, Any]:
    return {"terms": {"field": field, "size": _COUNTED_VALUES}}


def _ranges(field: str, edges: Sequence[int]) -> dict[str, Any]:
    """Count the values from each edge up to the next one."""
    ranges = [{"from": low, "to": high, "key": str(at)} for at, (low, high) in enumerate(pairwise(edges))]
    return {"range": {"field": field, "ranges": ranges}}


def _types(counts: Counter[str]) -> Iterator[_Row]:
    labels = {AdType.SELL: t("Buy"), AdType.RENT: t("Rent"), AdType.LEASE: t("Lease")}
    return ((ad_type, label, counts[ad_type]) for ad_type, label in labels.items())


def _named(counts: Counter[str], names: Mapping[str, str]) -> Iterator[_Row]:
    return ((key, names[key], number) for key, number in _most_frequent(counts) if key in names)


def _cities(counts: Counter[str], query: SearchQuery) -> tuple[list[_Row], str]:
    """The cities, each in its most frequent spelling, and the spelling of the chosen one."""
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    for city, number in counts.items():
        if city:
            spellings[city_key(city)][city] += number
    names = {key: _most_frequent(spelled)[0][0] for key, spelled in spellings.items()}
    totals = Counter({key: spelled.total() for key, spelled in spellings.items()})
    rows = [(names[key], names[key], number) for key, number in _most_frequent(totals)]
    return rows, names.get(city_key(query.city), "")


def _bands(price_unit: PriceUnit | None) -> tuple[int, ...]:
    return _SHORT_BANDS if price_unit in (PriceUnit.HOUR, PriceUnit.DAY) else BANDS


def _prices(counts: Counter[str], price_unit: PriceUnit | None) -> Iterator[_Row]:
    for at, (low, high) in enumerate(pairwise([None, *_bands(price_unit), None])):
        # Ranges 2 * at - 1 and 2 * at + 1 are the limits, 2 * at is what lies between.
        number = sum(counts[str(slot)] for slot in (2 * at - 1, 2 * at, 2 * at + 1))
        yield _range(low, high), format_range(low, high, price_unit), number


def _chosen_price(query: SearchQuery, price_unit: PriceUnit | None) -> str:
    """The chosen range; none of those shown, if it is for another unit."""
    return _range(query.min_price, query.max_price) if query.price_unit == price_unit else ""


def _range(low: float | None, high: float | None) -> str:
    return f"{price_text(low)}..{price_text(high)}"


def _posted(counts: Counter[str]) -> Iterator[_Row]:
    for at, days in enumerate(POSTED_DAYS, start=1):
        number = sum(counts[str(slot)] for slot in range(len(POSTED_DAYS) - at, len(POSTED_DAYS)))
        yield str(days), tn("Last day", "Last {count} days", days), number


def _dynamic(catalogue: Catalogue, plan: Plan, most: int) -> list[Facet]:
    """Facets of the dynamic fields of the chosen subcategory, or of all subcategories of the chosen category."""
    query = plan.query
    shelves = [
        view
        for view in catalogue.subcategories.values()
        if view.category_id == query.category_id and query.subcategory_id in ("", view.id)
    ]
    fields = {own.id: (own, view.name) for view in shelves for own in view.fields if own.input_type in _COUNTED_TYPES}
    questions = _questions(fields, query.fields)
    counts = _count_fields(plan, [name for name in questions if name not in query.fields])
    found = []
    for name, label in questions.items():
        if name in query.fields:
            others = {other: value for other, value in query.fields.items() if other != name}
            counts |= _count_fields(plan.without(fields=others), [name])
        field_ids = name.split(",")
        total = sum((counts[field_id] for field_id in field_ids if field_id in counts), Counter[Any]())
        is_numeric = all(fields[each][0].input_type == InputType.NUMBER for each in field_ids)
        rows = _number_ranges(total) if is_numeric else _field_values(total)
        found.append(_facet(f"field[{name}]", label, rows, query.fields.get(name, ""), most))
    return [facet for facet in found if facet.values][:_MOST_FIELDS]


def _count_fields(plan: Plan, questions: Iterable[str]) -> dict[str, Counter[Any]]:
    """Count the values of each field of these questions."""
    field_ids = [field_id for name in questions for field_id in name.split(",") if field_id.isalnum()]
    return _aggregate(plan, {field_id: _terms(f"values.{field_id}") for field_id in field_ids})


def _field_values(counts: Counter[Any]) -> list[_Row]:
    texts = Counter[str]()
    for value, number in counts.items():
        texts[value if isinstance(value, str) else plain_number(value)] += number
    return [(text, text, number) for text, number in _most_frequent(texts)]


def _number_ranges(counts: Counter[Any]) -> Iterator[_Row]:
    """Divide the values into at most six ranges with round limits."""
    numbers = sorted((float(value), number) for value, number in counts.items() if not isinstance(value, str))
    ranges = [(value, value) for value, _ in numbers]
    if len(ranges) > _MOST_RANGES:
        least, most = numbers[0][0], numbers[-1][0]
        step = _round_step((most - least) / _MOST_RANGES)
        ranges = [(at * step, (at + 1) * step) for at in range(math.floor(least / step), math.floor(most / step) + 1)]
    for low, high in ranges:
        # Both ends are included, as in the filter that a click sets.
        number = sum(count for value, count in numbers if low <= value <= high)
        label = plain_number(low) if low == high else f"{plain_number(low)} – {plain_number(high)}"
        yield _range(low, high), label, number


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50, ... that is at least `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= least)


def _questions(fields: Mapping[str, tuple[FieldView, str]], asked: Iterable[str]) -> dict[str, str]:
    """Merge fields with the same label and type of several subcategories into one filter; returns labels by filter.

    Args:
        fields: with the name of their subcategory, by id.
        asked: filters that are set, which keep their fields.
    """
    set_already = {field_id: name for name in asked for field_id in name.split(",")}
    alike: dict[Any, list[str]] = defaultdict(list)
    for field_id, (own, _) in fields.items():
        alike[set_already.get(field_id) or (own.label.casefold(), own.input_type)].append(field_id)
    first = {",".join(same): fields[same[0]] for same in alike.values()}
    labels = Counter(own.label.casefold() for own, _ in first.values())
    return {
        # Fields of the same name but different types stay separate filters, named with their subcategory.
        name: own.label if labels[own.label.casefold()] == 1 else f"{own.label} ({subcategory})"
        for name, (own, subcategory) in first.items()
    }


def _most_frequent(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(((key, number) for key, number in counts.items() if key), key=lambda item: (-item[1], item[0]))
