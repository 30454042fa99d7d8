"""Filters with counts. Each count is what a click on it would find: its own facet's filter is left out of it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import sqlalchemy as sa

from marketplace import clock
from marketplace.domain.money import price_range
from marketplace.domain.search import field_values
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.indexing import city_key
from marketplace.domain.search.live import MICROSECONDS_PER_DAY, categories, listings, subcategories
from marketplace.domain.search.queries import Plan
from marketplace.domain.search.samples import Sample
from marketplace.domain.search.schemas import Facet, FacetValue, SearchQuery
from marketplace.models import AdType, InputType, metadata
from marketplace.settings import get_settings
from marketplace.texts import t, tn

_fields = metadata.tables["field_definitions"]

BANDS = (1_000, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000)
POSTED_DAYS = (1, 7, 30)
_MOST_VALUES = 12
_MOST_FIELDS = 8
_COLUMNS = {
    # As plain text: making enumeration members of ten thousand values takes longer than counting them.
    "type": sa.type_coerce(listings.c.ad_type, sa.Text),
    "category": listings.c.category_id,
    "subcategory": listings.c.subcategory_id,
    "city": listings.c.city,
    "price": listings.c.price_paise,
    "posted": listings.c.number,
}
# An ad at a limit is in both bands beside it, so each limit is a slot of its own.
_LIMITS = tuple(paise for rupees in BANDS for paise in (rupees * 100, rupees * 100 + 1))
# As posting lists tell them.
_KINDS = {"type": "ad_type", "category": "category_id", "subcategory": "subcategory_id", "city": "city"}
_COUNTED = {"price": "prices", "posted": "numbers"}
_OFF: dict[str, dict[str, Any]] = {
    "type": {"ad_type": None},
    "category": {"category_id": "", "subcategory_id": "", "fields": {}},
    "subcategory": {"subcategory_id": "", "fields": {}},
    "city": {"city": ""},
    "price": {"min_price": None, "max_price": None},
    "posted": {"posted_within_days": None},
}


@dataclass(frozen=True, slots=True)
class _Column:
    """How often each value is there, and whether in all ads there are; else each time stands for `share` ads."""

    values: Counter[Any]
    exact: bool
    share: float = 1

    def count(self, number: int) -> int:
        """How many ads so many of the counted ones stand for."""
        return round(number * self.share)


def count(connection: sa.Connection, engine: Engine, plan: Plan, total: int) -> tuple[Facet, ...]:
    """The facets of a search; those that give no choice are left out.

    Args:
        total: how many ads the search finds, counted no further than one beyond what is exact.
    """
    query = plan.query
    sample = Sample(connection, engine, plan, total)
    active = {name for name, off in _OFF.items() if any(getattr(query, key) != value for key, value in off.items())}
    open_names = [name for name in _COLUMNS if name not in active]
    columns = dict(zip(open_names, _fetch(sample, open_names), strict=True))
    for name in active:
        columns[name] = _fetch(Sample.of(connection, engine, plan.without(**_OFF[name])), [name])[0]
    names = _names(connection, engine, columns)
    facets = [
        _types(columns["type"], query),
        _by_id("categoryId", t("Category"), columns["category"], names, query.category_id),
        _cities(columns["city"], query),
        _prices(columns["price"], query),
        _posted(columns["posted"], query),
    ]
    if query.category_id:
        shelf = _by_id("subcategoryId", t("Subcategory"), columns["subcategory"], names, query.subcategory_id)
        facets = [*facets[:2], shelf, *facets[2:], *_dynamic(sample)]
    return tuple(facet for facet in facets if facet.values)


def _fetch(sample: Sample, names: Sequence[str]) -> list[_Column]:
    if not names:
        return []
    now = int(clock.now().timestamp() * 1_000_000)
    slots = {"price": _LIMITS, "posted": [now - days * MICROSECONDS_PER_DAY for days in reversed(POSTED_DAYS)]}
    if (hits := sample.plan.hits) is not None:
        listed = [
            hits.tally(_KINDS[name]) if name in _KINDS else hits.reached(_COUNTED[name], slots[name]) for name in names
        ]
        return [_Column(tally, exact=True) for tally in listed]
    tallies = sample.tally(
        [_COLUMNS[name] for name in names], {at: slots[name] for at, name in enumerate(names) if name in slots}
    )
    looked_at = tallies[0].total()
    share = 1 if sample.exact or not looked_at else get_settings().exact_total_limit / looked_at
    return [_Column(tally, sample.exact, share) for tally in tallies]


def _names(connection: sa.Connection, engine: Engine, columns: dict[str, _Column]) -> dict[str, str]:
    shelves = ((categories, columns["category"]), (subcategories, columns["subcategory"]))
    each = [
        sa.select(table.c.id, table.c.name).where(engine.among(table.c.id, sorted(filter(None, column.values))))
        for table, column in shelves
    ]
    return dict(connection.execute(sa.union_all(*each)).all())


def _types(column: _Column, query: SearchQuery) -> Facet:
    counts = column.values
    labels = {AdType.SELL: t("Buy"), AdType.RENT: t("Rent"), AdType.LEASE: t("Lease")}
    values = tuple(
        FacetValue(
            value=ad_type, label=labels[ad_type], count=column.count(counts[ad_type]), chosen=query.ad_type == ad_type
        )
        for ad_type in AdType
        if counts[ad_type] or query.ad_type == ad_type
    )
    return Facet(name="producttype", label=t("Type"), values=values, exact=column.exact)


def _by_id(name: str, label: str, column: _Column, names: dict[str, str], chosen: str) -> Facet:
    counts = Counter({value: number for value, number in column.values.items() if value})
    values = tuple(
        FacetValue(value=key, label=names.get(key, ""), count=column.count(number), chosen=key == chosen)
        for key, number in _most_frequent(counts, {chosen} & counts.keys())
    )
    return Facet(name=name, label=label, values=values, exact=column.exact)


def _cities(column: _Column, query: SearchQuery) -> Facet:
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    for city, number in column.values.items():
        if city:
            spellings[city_key(city)][city] += number
    counts = Counter({key: sum(spelled.values()) for key, spelled in spellings.items()})
    chosen = city_key(query.city) if query.city else ""
    values = []
    for key, number in _most_frequent(counts, {chosen} & counts.keys()):
        city = spellings[key].most_common(1)[0][0]
        values.append(FacetValue(value=city, label=city, count=column.count(number), chosen=key == chosen))
    return Facet(name="city", label=t("City"), values=tuple(values), exact=column.exact)


def _prices(column: _Column, query: SearchQuery) -> Facet:
    edges: list[int | None] = [None, *BANDS, None]
    values = []
    for at, (low, high) in enumerate(pairwise(edges)):
        # Slots 2 * at - 1 and 2 * at + 1 are the limits, the one between them is what is inside.
        number = sum(column.values[slot] for slot in (2 * at - 1, 2 * at, 2 * at + 1))
        chosen = (query.min_price, query.max_price) == (low, high) and (low, high) != (None, None)
        if number or chosen:
            value = f"{'' if low is None else low}..{'' if high is None else high}"
            values.append(
                FacetValue(value=value, label=price_range(low, high), count=column.count(number), chosen=chosen)
            )
    return Facet(name="price", label=t("Price"), values=tuple(values), exact=column.exact)


def _posted(column: _Column, query: SearchQuery) -> Facet:
    values = []
    for at, days in enumerate(POSTED_DAYS):
        number = sum(column.values[slot] for slot in range(len(POSTED_DAYS) - at, len(POSTED_DAYS) + 1))
        chosen = query.posted_within_days == days
        if number or chosen:
            label = tn("Last day", "Last {count} days", days)
            values.append(FacetValue(value=str(days), label=label, count=column.count(number), chosen=chosen))
    return Facet(name="postedWithinDays", label=t("Posted"), values=tuple(values), exact=column.exact)


def _dynamic(sample: Sample) -> list[Facet]:
    """The dynamic fields of the chosen subcategory, or of the chosen category's ones."""
    connection, plan = sample.connection, sample.plan
    query = plan.query
    statement = (
        sa.select(_fields.c.id, _fields.c.label, _fields.c.input_type, subcategories.c.name.label("shelf"))
        .join(subcategories, subcategories.c.id == _fields.c.subcategory_id)
        .where(
            subcategories.c.category_id == query.category_id,
            _fields.c.archived_at.is_(None),
            _fields.c.input_type.in_([InputType.SELECT, InputType.NUMBER, InputType.TEXT]),
        )
        .order_by(subcategories.c.position, _fields.c.position)
    )
    if query.subcategory_id:
        statement = statement.where(subcategories.c.id == query.subcategory_id)
    questions = _questions(connection.execute(statement).all(), query.fields)
    open_ids = [field_id for name in questions if name not in query.fields for field_id in name.split(",")]
    counts, exact = field_values.count(sample, open_ids)
    for name in query.fields:
        others = {other: value for other, value in query.fields.items() if other != name}
        rest = Sample.of(connection, sample.engine, plan.without(fields=others))
        own, own_exact = field_values.count(rest, name.split(","))
        counts |= own
        exact = exact and own_exact
    found = []
    for name, label in questions.items():
        many = sum((counts[field_id] for field_id in name.split(",") if field_id in counts), Counter[str]())
        chosen = query.fields.get(name, "")
        values = tuple(
            FacetValue(value=value, label=value, count=number, chosen=value == chosen)
            for value, number in _most_frequent(many, {chosen} & many.keys())
        )
        if values:
            found.append(Facet(name=f"field[{name}]", label=label, values=values, exact=exact))
    return found[:_MOST_FIELDS]


def _questions(definitions: Sequence[Any], asked: Iterable[str]) -> dict[str, str]:
    """The fields as they are filtered by, each with its label: what several subcategories ask alike is one.

    Args:
        asked: the filters that are set; these stay as they are.
    """
    alike: dict[Any, list[Any]] = defaultdict(list)
    set_already = {field_id: name for name in asked for field_id in name.split(",")}
    for row in definitions:
        alike[set_already.get(row.id) or (row.label.casefold(), row.input_type)].append(row)
    labels = Counter(rows[0].label.casefold() for rows in alike.values())
    return {
        # Of one name, yet numbers here and choices there: no filter could hold both.
        ",".join(row.id for row in rows): rows[0].label
        if labels[rows[0].label.casefold()] == 1
        else f"{rows[0].label} ({rows[0].shelf})"
        for rows in alike.values()
    }


def _most_frequent(counts: Counter[str], always: Iterable[str]) -> list[tuple[str, int]]:
    """The most frequent values, and the chosen ones whatever their count."""
    found = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    kept = found[:_MOST_VALUES]
    return kept + [(key, counts[key]) for key in always if key not in dict(kept)]
