"""Facets: filter values with the number of ads that a click would find, not counting the facet's own filter."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, pairwise
from typing import Any

from marketplace.domain.catalog import Catalogue, FieldView
from marketplace.domain.price_units import format_range, per_day
from marketplace.domain.search.index_query import oldest_number
from marketplace.domain.search.number_ranges import Range, at_limits, choose_limits, divide, extent
from marketplace.domain.search.params import plain_number, price_text, value_text
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
POSTED_DAYS = (1, 7, 30)
FIRST_VALUES = 12
# "Show more" lists all values; without a bound, free-text fields could make a response of megabytes.
ALL_VALUES = 2_000
# Spellings of a city are separate values until they are merged.
_COUNTED_VALUES = 10_000
_MOST_FIELDS = 8
# Above the number of any listing.
_END_OF_TIME = 2**62
# Value of the query parameter, text for display, number of ads.
_Row = tuple[str, str, int]


def _terms(field: str) -> dict[str, Any]:
    return {"terms": {"field": field, "size": _COUNTED_VALUES}}


@dataclass(frozen=True, slots=True)
class _FacetSpec:
    """A facet to count.

    Attributes:
        name: the query parameter.
        fields: of the index; their values are counted together.
        rows: makes rows of the number of ads by value, or of the ranges of numbers.
        chosen: the chosen value.
        off: attributes of the query that turn the facet's own filter off; empty if it isn't set.
        aggregate: how the index counts a field.
        to_index: converts a number to the index's value; None for texts.
        chosen_text: the chosen range for display.
    """

    name: str
    label: str
    fields: Sequence[str]
    rows: Callable[[Any], Iterable[_Row]]
    chosen: str
    off: Mapping[str, Any]
    aggregate: Callable[[str], dict[str, Any]] = _terms
    to_index: Callable[[float], float] | None = None
    chosen_text: str = ""


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
    general = [each for each in _general(catalogue.names, plan.query, price_unit) if each.name not in fixed]
    dynamic = list(_dynamic(catalogue, plan.query))
    counts = _count(plan, [each for each in (*general, *dynamic) if not each.off])
    for each in (*general, *dynamic):
        if each.off:
            counts |= _count(plan.without(**each.off), [each])

    def facets(specs: Iterable[_FacetSpec]) -> Iterator[Facet]:
        return (facet for each in specs if (facet := _facet(plan, each, counts[each.name], most)).values)

    return (*facets(general), *islice(facets(dynamic), _MOST_FIELDS))


def _count(plan: Plan, specs: Sequence[_FacetSpec]) -> dict[str, Any]:
    """Count the ads by value, or by range of numbers, for each facet."""
    answers = plan.aggregate({field: each.aggregate(field) for each in specs for field in each.fields})
    limits: dict[str, dict[float, float]] = {}
    inner: dict[str, Any] = {}
    for each in specs:
        if each.to_index:
            own = limits[each.name] = choose_limits([answers[field] for field in each.fields], each.to_index)
            inner |= {field: at_limits(field, own) for field in each.fields if own}
    answers |= plan.aggregate(inner)
    counts: dict[str, Any] = {}
    for each in specs:
        counted = counts[each.name] = Counter[Any]()
        for field in each.fields:
            counted.update({bucket["key"]: bucket["doc_count"] for bucket in answers[field]["buckets"]})
    return counts | {name: divide(list(own.values()), counts[name]) for name, own in limits.items()}


def _facet(plan: Plan, spec: _FacetSpec, counted: Any, most: int) -> Facet:
    """Make a facet of its first values and the chosen one, without values that find nothing."""
    rows = list(spec.rows(counted))
    if spec.chosen_text and spec.chosen not in (value for value, *_ in rows):
        rows.insert(0, (spec.chosen, spec.chosen_text, plan.count()))
    found = [
        FacetValue(value=value, label=label, count=number, chosen=value == spec.chosen)
        for value, label, number in rows
        if number or value == spec.chosen
    ]
    kept = tuple(value for at, value in enumerate(found) if at < most or value.chosen)
    return Facet(name=spec.name, label=spec.label, values=kept, more=len(kept) < len(found))


def _general(names: Mapping[str, str], query: SearchQuery, price_unit: PriceUnit | None) -> Iterator[_FacetSpec]:
    """The facets of all ads."""

    def spec(kind: str, label: str, field: str, rows: Callable[[Any], Iterable[_Row]], **more: Any) -> _FacetSpec:
        chosen = str(getattr(query, FILTERS[kind][0]) or "")
        off = filter_off(kind) if is_filter_on(query, kind) else {}
        return _FacetSpec(PARAMETERS[FILTERS[kind][0]], label, (field,), rows, chosen, off, **more)

    yield spec("type", t("Type"), "ad_type", _types)
    yield spec("category", t("Category"), "category_id", partial(_named, names))
    if query.category_id:
        yield spec("subcategory", t("Subcategory"), "subcategory_id", partial(_named, names))
    yield spec("city", t("City"), "city", partial(_cities, query.city))
    unit = query.price_unit or price_unit
    # A range for another unit is none of those shown.
    text = format_range(query.min_price, query.max_price, unit) if query.price_unit == unit else ""
    numbers = {"aggregate": extent, "to_index": partial(_paise, unit), "chosen_text": text}
    price = spec("price", t("Price"), "price_ascending" if unit else "price", partial(_prices, unit), **numbers)
    chosen = _range(query.min_price, query.max_price) if text else ""
    yield replace(price, name="price", chosen=chosen, off=price.off and {"min_price": None, "max_price": None})
    yield spec("posted", t("Posted"), "number", _posted, aggregate=_ages)


def _types(counts: Counter[str]) -> Iterator[_Row]:
    labels = {AdType.SELL: t("Buy"), AdType.RENT: t("Rent"), AdType.LEASE: t("Lease")}
    return ((ad_type, label, counts[ad_type]) for ad_type, label in labels.items())


def _named(names: Mapping[str, str], counts: Counter[str]) -> Iterator[_Row]:
    return ((key, names[key], number) for key, number in _most_frequent(counts) if key in names)


def _cities(chosen: str, counts: Counter[str]) -> Iterator[_Row]:
    """The cities, each in its most frequent spelling; the value of the chosen one is as it was asked for."""
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    for city, number in counts.items():
        spellings[city_key(city)][city] += number
    totals = Counter({key: spelled.total() for key, spelled in spellings.items()})
    for key, number in _most_frequent(totals):
        name = _most_frequent(spellings[key])[0][0]
        yield chosen if key == city_key(chosen) else name, name, number


def _paise(unit: PriceUnit | None, rupees: float) -> int:
    """A price as the index has it: as shown, or for a day."""
    paise = round(rupees * 100)
    return per_day(paise, unit) if unit else paise


def _prices(unit: PriceUnit | None, ranges: Sequence[Range]) -> Iterator[_Row]:
    """Rows of price ranges; if there are several, the first has no lower limit and the last no upper one."""
    for at, (low, high, number) in enumerate(ranges):
        least = low if at or len(ranges) == 1 else None
        most = high if at < len(ranges) - 1 or not at else None
        yield _range(least, most), format_range(least, most, unit), number


def _range(low: float | None, high: float | None) -> str:
    return f"{price_text(low)}..{price_text(high)}"


def _ages(field: str) -> dict[str, Any]:
    limits = pairwise((_END_OF_TIME, *map(oldest_number, POSTED_DAYS)))
    ranges = [
        {"from": low, "to": high, "key": str(days)} for days, (high, low) in zip(POSTED_DAYS, limits, strict=True)
    ]
    return {"range": {"field": field, "ranges": ranges}}


def _posted(counts: Counter[str]) -> Iterator[_Row]:
    for at, days in enumerate(POSTED_DAYS, start=1):
        yield str(days), tn("Last day", "Last {count} days", days), sum(counts[str(less)] for less in POSTED_DAYS[:at])


def _dynamic(catalogue: Catalogue, query: SearchQuery) -> Iterator[_FacetSpec]:
    """Facets of the dynamic fields of the chosen subcategory, or of all subcategories of the chosen category."""
    fields = {
        own.id: (own, view.name)
        for view in catalogue.subcategories.values()
        if view.category_id == query.category_id and query.subcategory_id in ("", view.id)
        for own in view.fields
        if own.input_type in _COUNTED_TYPES
    }
    for name, label in _merged(fields, query.fields).items():
        ids, chosen = name.split(","), query.fields.get(name, "")
        others = {other: value for other, value in query.fields.items() if other != name}
        rows, more, unit = _field_values, {}, fields[ids[0]][0].unit
        if all(fields[each][0].input_type == InputType.NUMBER for each in ids):
            rows = partial(_numbers, unit)
            more = {"aggregate": extent, "to_index": float, "chosen_text": value_text(chosen, unit)}
        off = {"fields": others} if name in query.fields else {}
        yield _FacetSpec(f"field[{name}]", label, [f"values.{each}" for each in ids], rows, chosen, off, **more)


def _numbers(unit: str, ranges: Iterable[Range]) -> Iterator[_Row]:
    for low, high, number in ranges:
        value = _range(low, high)
        yield value, value_text(value, unit), number


def _field_values(counts: Counter[Any]) -> Iterator[_Row]:
    texts = Counter[str]()
    for value, number in counts.items():
        texts[value if isinstance(value, str) else plain_number(value)] += number
    return ((text, text, number) for text, number in _most_frequent(texts))


def _merged(fields: Mapping[str, tuple[FieldView, str]], asked: Iterable[str]) -> dict[str, str]:
    """Merge fields with the same label, type and unit of several subcategories into one filter; returns labels by filter.

    Args:
        fields: with the name of their subcategory, by id.
        asked: filters that are set, which keep their fields.
    """
    set_already = {field_id: name for name in asked for field_id in name.split(",")}
    alike: dict[Any, list[str]] = defaultdict(list)
    for field_id, (own, _) in fields.items():
        alike[set_already.get(field_id) or (own.label.casefold(), own.input_type, own.unit)].append(field_id)
    first = {",".join(same): fields[same[0]] for same in alike.values()}
    labels = Counter(own.label.casefold() for own, _ in first.values())
    return {
        # Fields of the same name but different types or units stay separate filters, named with their subcategory.
        name: own.label if labels[own.label.casefold()] == 1 else f"{own.label} ({subcategory})"
        for name, (own, subcategory) in first.items()
    }


def _most_frequent(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(((key, number) for key, number in counts.items() if key), key=lambda item: (-item[1], item[0]))
