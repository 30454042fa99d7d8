"""Suggestions for a search without results: fewer words, a wider radius, fewer filters."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from marketplace.domain.search import cities
from marketplace.domain.search.plan import NEARBY_KM, Plan
from marketplace.domain.search.schemas import FILTERS, PARAMETERS, Fallback, SearchQuery, Sort, filter_off, is_filter_on
from marketplace.domain.search.terms import Group, NamedCategories, remove_group
from marketplace.i18n.texts import t, tn

_MOST = 3
_MOST_WORDS = 8
_WIDER = (2, 5, 20)
# Each includes the one before.
_NESTED = ("fields", "subcategory", "category")


def find(plan: Plan, asked: SearchQuery) -> tuple[Fallback, ...]:
    """Find up to three changes of the query that give results: a word less, a wider radius, a filter less.

    If none of these gives results, the fallback keeps as many words as possible, and no filters if need be.

    Args:
        asked: the original query, whose keyword the fallbacks shorten.
    """
    by_importance = _by_importance(plan)
    words = _fewer_words(plan, asked, by_importance)
    wider = _nearby(plan, asked) or _wider(plan, asked)
    filters = _fewer_filters(plan, asked, is_wider=bool(wider))
    # Either of two words may be wrong, but dropping a filter helps more than dropping the second word.
    found = [*words[:1], *wider, *filters, *words[1:]]
    return tuple((found or _best_effort(plan, asked, by_importance))[:_MOST])


def _by_importance(plan: Plan) -> list[Group]:
    """The groups in order of importance: those that name a category first, e.g. the sofa of "sofa set"."""
    on_shelves = {at for category in plan.terms.named.found for at in category.groups}
    groups = list(enumerate(plan.terms.groups))
    return [group for _, group in sorted(groups, key=lambda it: it[0] not in on_shelves)][:_MOST_WORDS]


def _fewer_words(plan: Plan, asked: SearchQuery, by_importance: Sequence[Group]) -> list[Fallback]:
    """Drop a word, the least important first, then the one whose removal finds the most."""
    if len(by_importance) < 2:
        return []
    first = by_importance[0]
    tried = []
    for left_out in by_importance:
        others = tuple(group for group in plan.terms.groups if group is not left_out)
        if number := _with_only(plan, others).count():
            tried.append((left_out is first, -number, left_out))
    tried.sort(key=lambda it: it[:2])
    found = []
    for _, number, group in tried[:2]:
        keyword, word = remove_group(asked.keyword, group, plan.terms.groups)
        text = tn("{count} ad without “{word}”", "{count} ads without “{word}”", -number, word=word)
        found.append(Fallback(kind="words", text=text, keyword=keyword, count=-number))
    return found


def _with_only(plan: Plan, groups: Collection[Group]) -> Plan:
    """The plan with only these groups."""
    some = tuple(group for group in plan.terms.groups if group in groups)
    return replace(plan, terms=replace(plan.terms, groups=some, named=NamedCategories()))


def _nearby(plan: Plan, asked: SearchQuery) -> list[Fallback]:
    """Search around a city that has no results."""
    near = plan.near_city()
    if near is None or asked.city or not (number := near.count()):
        return []
    text = tn(
        "No ads in {city} yet; {count} within {km} km",
        "No ads in {city} yet; {count} within {km} km",
        number,
        city=plan.query.city,
        km=f"{NEARBY_KM:g}",
    )
    keyword = _around(plan, asked, "city", NEARBY_KM)
    return [Fallback(kind="radius", text=text, keyword=keyword, count=number)]


def _around(plan: Plan, asked: SearchQuery, kind: str, km: float) -> str:
    """The keyword with another radius around its place."""
    places = [cities.wider(chip.words, km) for chip in plan.understood.chips if chip.kind == kind]
    return " ".join(filter(None, [plan.understood.without(asked.keyword, kind), *places]))


def _wider(plan: Plan, asked: SearchQuery) -> list[Fallback]:
    radius = plan.query.radius_km
    if radius is None:
        return []
    for times in _WIDER:
        wider = max(radius, 1) * times
        if number := plan.without(radius_km=wider).count():
            text = tn("{count} ad within {km} km", "{count} ads within {km} km", number, km=f"{wider:g}")
            if asked.lat is not None or asked.radius_km is not None:
                return [Fallback(kind="radius", text=text, keyword=asked.keyword, radius_km=wider, count=number)]
            # Place and radius are part of the keyword.
            keyword = _around(plan, asked, "near", wider)
            return [Fallback(kind="radius", text=text, keyword=keyword, count=number)]
    return []


def _fewer_filters(plan: Plan, asked: SearchQuery, *, is_wider: bool) -> list[Fallback]:
    names = {
        "posted": t("of any age"),
        "price": t("at any price"),
        "fields": t("with any details"),
        "subcategory": t("in the whole category"),
        "city": t("in all cities"),
        "near": t("at any distance"),
        "type": t("for sale, rent or lease"),
        "category": t("in all categories"),
        "featured": t("that are not featured") if asked.featured else t("featured or not"),
    }
    found: list[Fallback] = []
    within = 0
    for kind, without in names.items():
        # A wider radius is offered already, and a place without a radius excludes nothing.
        if not is_filter_on(plan.query, kind) or (kind == "near" and (is_wider or plan.query.radius_km is None)):
            continue
        number = plan.without(**filter_off(kind)).count()
        if not number or (kind in _NESTED and number == within):
            continue
        drop = _parameters(kind, asked)
        if kind in _NESTED:
            within = number
        elif kind == "near" and asked.sort is Sort.DISTANCE:
            drop += ("sort",)
        text = tn("{count} ad {without}", "{count} ads {without}", number, without=without)
        keyword = plan.understood.without(asked.keyword, kind)
        found.append(Fallback(kind="filters", text=text, keyword=keyword, drop=drop, count=number))
    return found


def _parameters(kind: str, asked: SearchQuery) -> tuple[str, ...]:
    """The query parameters of a filter."""
    found = tuple(PARAMETERS[attribute] for attribute in FILTERS[kind] if attribute != "fields")
    return found + tuple(f"field[{name}]" for name in asked.fields if "fields" in FILTERS[kind])


def _best_effort(plan: Plan, asked: SearchQuery, by_importance: Sequence[Group]) -> list[Fallback]:
    """Return a fallback with the most words that some ad has together, with all filters or else with none."""
    bare = plan.without(**{key: value for kind in FILTERS for key, value in filter_off(kind).items()})
    drop = tuple(dict.fromkeys(name for kind in FILTERS for name in _parameters(kind, asked)))
    drop += ("sort",) if asked.sort is Sort.DISTANCE else ()
    ways: list[tuple[Plan, str, tuple[str, ...]]] = [(plan, asked.keyword, ())]
    if bare.query != plan.query:
        ways.append((bare, plan.understood.without(asked.keyword), drop))
    for way, keyword, dropped in ways:
        kept, number = _most_words(way, by_importance)
        if not number:
            continue
        for group in by_importance:
            if group not in kept:
                keyword, _ = remove_group(keyword, group, plan.terms.groups)
        words = " ".join(group.word for group in plan.terms.groups if group in kept)
        kind, text = ("filters" if dropped else "words"), _best_effort_text(number, words, filtered=not dropped)
        return [Fallback(kind=kind, text=text, keyword=keyword, drop=dropped, count=number)]
    return []


def _best_effort_text(number: int, words: str, *, filtered: bool) -> str:
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


def _most_words(plan: Plan, by_importance: Sequence[Group]) -> tuple[list[Group], int]:
    kept: list[Group] = []
    number = 0 if by_importance else plan.count()
    # A number alone is not a useful query.
    for group in sorted(by_importance, key=lambda it: it.word.isdecimal()):
        if (kept or not group.word.isdecimal()) and (found := _with_only(plan, (*kept, group)).count()):
            kept.append(group)
            number = found
    return kept, number
