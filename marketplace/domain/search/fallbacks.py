"""Nothing found: the nearest that would be found, said plainly."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from marketplace.domain.search import counting, shelves, town_names
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.queries import Plan
from marketplace.domain.search.schemas import Fallback, SearchQuery, Sort
from marketplace.domain.search.terms import Group, leave_out
from marketplace.domain.search.understanding import Understood
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
    ("subcategory", ("subcategoryId",), {"subcategory_id": "", "fields": {}}),
    ("city", ("city",), {"city": ""}),
    ("near", ("lat", "lng", "radiusKm"), {"lat": None, "lng": None, "radius_km": None}),
    ("type", ("producttype",), {"ad_type": None}),
    ("category", ("categoryId", "subcategoryId"), {"category_id": "", "subcategory_id": "", "fields": {}}),
    ("featured", ("featured",), {"featured": None}),
)
# Each holds the one before.
_NESTED = ("fields", "subcategory", "category")
_ALL_OFF = {name: value for _, _, off in _FILTERS for name, value in off.items()}
Count = Callable[[Plan], int]


def find(
    connection: sa.Connection, engine: Engine, plan: Plan, asked: SearchQuery, understood: Understood
) -> tuple[Fallback, ...]:
    """Up to three ways to find something: a word less, a wider radius, a filter less; where none of these does, whatever
    of the words and the filters finds something.

    Args:
        asked: the query as it came; its keyword is what the fallbacks shorten.
        understood: what was read from that keyword.
    """
    most = get_settings().exact_total_limit
    counted: list[tuple[Plan, int]] = []

    def count(other: Plan) -> int:
        # The same words are left over in several ways.
        for known, number in counted:
            if known == other:
                return number
        counted.append((other, min(counting.count(connection, engine, other, most), most)))
        return counted[-1][1]

    telling = _telling(connection, plan)
    words = _fewer_words(plan, asked, telling, count)
    wider = _wider(plan, asked, understood, count)
    filters = _fewer_filters(plan, asked, understood, count, is_wider=bool(wider))
    # Of two words either may be the wrong one, but a filter less is worth more than the other word less.
    found = [*words[:1], *wider, *filters, *words[1:]]
    return tuple((found or _whatever(plan, asked, understood, telling, count))[:_MOST])


def _telling(connection: sa.Connection, plan: Plan) -> list[Group]:
    """The words, first those that name a shelf: of "sofa set" the sofa is what is wanted."""
    named = plan.named or shelves.named(connection, plan.terms)
    on_shelves = {at for some in (*named.categories.values(), *named.subcategories.values()) for at in some}
    groups = list(enumerate(plan.terms.groups))
    return [group for _, group in sorted(groups, key=lambda it: it[0] not in on_shelves)][:_MOST_WORDS]


def _fewer_words(plan: Plan, asked: SearchQuery, telling: Sequence[Group], count: Count) -> list[Fallback]:
    """A word less, first the least telling one; of those alike the one without which the most is found."""
    if len(telling) < 2:
        return []
    first = telling[0]
    tried = []
    for left_out in telling:
        others = tuple(group for group in plan.terms.groups if group is not left_out)
        if number := count(_of(plan, others)):
            tried.append((left_out is first, -number, left_out))
    tried.sort(key=lambda it: it[:2])
    found = []
    for _, number, group in tried[:2]:
        keyword, word = leave_out(asked.keyword, group, plan.terms.groups)
        text = tn(
            "{count} ad without “{word}”",
            "{count} ads without “{word}”",
            -number,
            word=group.word if group.exact else word,
        )
        found.append(Fallback(kind="words", text=text, keyword=keyword, count=-number))
    return found


def _of(plan: Plan, groups: Collection[Group]) -> Plan:
    """The plan with these of its words, in its order."""
    some = tuple(group for group in plan.terms.groups if group in groups)
    return Plan(plan.query, replace(plan.terms, groups=some), plan.cities)


def _wider(plan: Plan, asked: SearchQuery, understood: Understood, count: Count) -> list[Fallback]:
    radius = plan.query.radius_km
    if radius is None:
        return []
    for times in _WIDER:
        wider = max(radius, 1) * times
        if number := count(plan.without(radius_km=wider)):
            text = tn("{count} ad within {km} km", "{count} ads within {km} km", number, km=f"{wider:g}")
            if asked.lat is not None or asked.radius_km is not None:
                return [Fallback(kind="radius", text=text, keyword=asked.keyword, radius_km=wider, count=number)]
            # The place stands in the keyword, and so does how far around it.
            around = [town_names.wider(chip.words, wider) for chip in understood.chips if chip.kind == "near"]
            keyword = " ".join(filter(None, [understood.without(asked.keyword, "near"), *around]))
            return [Fallback(kind="radius", text=text, keyword=keyword, count=number)]
    return []


def _fewer_filters(
    plan: Plan, asked: SearchQuery, understood: Understood, count: Count, *, is_wider: bool
) -> list[Fallback]:
    names = {
        "posted": t("of any age"),
        "price": t("at any price"),
        "fields": t("without the further details"),
        "subcategory": t("in the whole category"),
        "city": t("in all cities"),
        "near": t("at any distance"),
        "type": t("for sale, rent or lease"),
        "category": t("in all categories"),
        "featured": t("that are not featured") if asked.featured else t("featured or not"),
    }
    found: list[Fallback] = []
    within = 0
    for kind, parameters, off in _FILTERS:
        # The nearest radius that finds something is offered already, and a place without one leaves nothing out.
        if _is_off(plan.query, off) or (kind == "near" and (is_wider or plan.query.radius_km is None)):
            continue
        number = count(plan.without(**off))
        if not number or (kind in _NESTED and number == within):
            continue
        drop = parameters
        if kind in _NESTED:
            within = number
            drop += _fields(asked)
        elif kind == "near" and asked.sort is Sort.DISTANCE:
            drop += ("sort",)
        text = tn("{count} ad {without}", "{count} ads {without}", number, without=names[kind])
        keyword = understood.without(asked.keyword, kind)
        found.append(Fallback(kind="filters", text=text, keyword=keyword, drop=drop, count=number))
    return found


def _is_off(query: SearchQuery, off: dict[str, Any]) -> bool:
    return all(getattr(query, name) == value for name, value in off.items())


def _fields(asked: SearchQuery) -> tuple[str, ...]:
    return tuple(f"field[{name}]" for name in asked.fields)


def _whatever(
    plan: Plan, asked: SearchQuery, understood: Understood, telling: Sequence[Group], count: Count
) -> list[Fallback]:
    """As many of the words as there are ads for together, with all the filters, or else without any."""
    bare = plan.without(**_ALL_OFF)
    drop = tuple(name for _, names, _ in _FILTERS for name in names) + _fields(asked)
    drop += ("sort",) if asked.sort is Sort.DISTANCE else ()
    ways: list[tuple[Plan, str, tuple[str, ...]]] = [(plan, asked.keyword, ())]
    if bare.query != plan.query:
        ways.append((bare, understood.without(asked.keyword), drop))
    for way, keyword, dropped in ways:
        kept, number = _most_words(way, telling, count)
        if not number:
            continue
        for group in telling:
            if group not in kept:
                keyword, _ = leave_out(keyword, group, plan.terms.groups)
        words = " ".join(group.word for group in plan.terms.groups if group in kept)
        kind, text = ("filters" if dropped else "words"), _told(number, words, filtered=not dropped)
        return [Fallback(kind=kind, text=text, keyword=keyword, drop=dropped, count=number)]
    return []


def _told(number: int, words: str, *, filtered: bool) -> str:
    if filtered:
        return tn("{count} ad for “{words}”", "{count} ads for “{words}”", number, words=words)
    if not words:
        return tn("{count} ad without any filter", "{count} ads without any filter", number)
    return tn(
        "{count} ad for “{words}” without any filter",
        "{count} ads for “{words}” without any filter",
        number,
        words=words,
    )


def _most_words(plan: Plan, telling: Sequence[Group], count: Count) -> tuple[list[Group], int]:
    kept: list[Group] = []
    number = 0 if telling else count(plan)
    # A number alone says nothing.
    for group in sorted(telling, key=lambda it: it.word.isdecimal()):
        if (kept or not group.word.isdecimal()) and (found := count(_of(plan, (*kept, group)))):
            kept.append(group)
            number = found
    return kept, number
