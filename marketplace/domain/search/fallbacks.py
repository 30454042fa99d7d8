"""Nothing found: the nearest that would be found, said plainly."""

from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from marketplace.domain.search.engines import Engine
from marketplace.domain.search.queries import Plan, bounded_count, matching
from marketplace.domain.search.schemas import Chip, Fallback, SearchQuery
from marketplace.domain.search.understanding import leave_out
from marketplace.settings import get_settings
from marketplace.texts import t, tn

_MOST = 3
_MOST_WORDS = 8
_WIDER = (2, 5, 20)
# Query parameters that belong together, and the filters behind them.
_FILTERS: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("posted", ("postedWithinDays",), {"posted_within_days": None}),
    ("price", ("minPrice", "maxPrice"), {"min_price": None, "max_price": None}),
    # Their parameters are named after the fields asked for.
    ("fields", (), {"fields": {}}),
    ("subcategory", ("subcategoryId",), {"subcategory_id": ""}),
    ("city", ("city",), {"city": ""}),
    ("type", ("producttype",), {"ad_type": None}),
    ("category", ("categoryId", "subcategoryId"), {"category_id": "", "subcategory_id": ""}),
    ("featured", ("featured",), {"featured": None}),
)


def find(
    connection: sa.Connection, engine: Engine, plan: Plan, asked: SearchQuery, chips: tuple[Chip, ...]
) -> tuple[Fallback, ...]:
    """Up to three ways to find something: a word less, a wider radius, a filter less.

    Args:
        asked: the query as it came; its keyword is what the fallbacks shorten.
        chips: what was understood from that keyword.
    """
    most = get_settings().exact_total_limit

    def count(other: Plan) -> int:
        return min(connection.scalar(bounded_count(matching(engine, other, counting=True), most)) or 0, most)

    found = [*_fewer_words(plan, asked, count), *_wider(plan, asked, count), *_fewer_filters(plan, asked, chips, count)]
    return tuple(found[:_MOST])


def _fewer_words(plan: Plan, asked: SearchQuery, count: Any) -> list[Fallback]:
    groups = plan.terms.groups[:_MOST_WORDS]
    if len(groups) < 2:
        return []
    tried = []
    for left_out in groups:
        terms = replace(plan.terms, groups=tuple(group for group in plan.terms.groups if group is not left_out))
        if number := count(Plan(plan.query, terms)):
            tried.append((number, left_out.word))
    if not tried:
        return []
    number, word = max(tried)
    text = tn("{count} ad without “{word}”", "{count} ads without “{word}”", number, word=word)
    return [Fallback(kind="words", text=text, keyword=leave_out(asked.keyword, word), count=number)]


def _wider(plan: Plan, asked: SearchQuery, count: Any) -> list[Fallback]:
    radius = plan.query.radius_km
    if radius is None:
        return []
    for times in _WIDER:
        wider = max(radius, 1) * times
        if number := count(plan.without(radius_km=wider)):
            text = tn("{count} ad within {km} km", "{count} ads within {km} km", number, km=f"{wider:g}")
            return [Fallback(kind="radius", text=text, keyword=asked.keyword, radius_km=wider, count=number)]
    return []


def _fewer_filters(plan: Plan, asked: SearchQuery, chips: tuple[Chip, ...], count: Any) -> list[Fallback]:
    said = {chip.kind: chip for chip in chips}
    names = {
        "posted": t("of any age"),
        "price": t("at any price"),
        "fields": t("without the further details"),
        "subcategory": t("in the whole category"),
        "city": t("in all cities"),
        "type": t("for sale, rent or lease"),
        "category": t("in all categories"),
        "featured": t("that are not featured"),
    }
    found = []
    for kind, parameters, off in _FILTERS:
        if all(getattr(plan.query, name) == value for name, value in off.items()):
            continue
        if number := count(plan.without(**off)):
            text = tn("{count} ad {without}", "{count} ads {without}", number, without=names[kind])
            keyword = leave_out(asked.keyword, said[kind].words) if kind in said else asked.keyword
            drop = tuple(f"field[{name}]" for name in asked.fields) if kind == "fields" else parameters
            found.append(Fallback(kind="filters", text=text, keyword=keyword, drop=drop, count=number))
    return found
