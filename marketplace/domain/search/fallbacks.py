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
    on_shelves = {at for category in plan.terms.named.found for at in category.groups}
    numbered = sorted(enumerate(plan.terms.groups), key=lambda it: it[0] not in on_shelves)
    # Those that name a category first, e.g. the sofa of "sofa set".
    by_importance = [group for _, group in numbered][:_MOST_WORDS]
    words = _fewer_words(plan, asked, by_importance)
    wider = _wider(plan, asked)
    filters = _fewer_filters(plan, asked, is_wider=bool(wider))
    # Either of two words may be wrong, but dropping a filter helps more than dropping the second word.
    found = [*words[:1], *wider, *filters, *words[1:]]
    return tuple((found or _best_effort(plan, asked, by_importance))[:_MOST])


def _fewer_words(plan: Plan, asked: SearchQuery, by_importance: Sequence[Group]) -> list[Fallback]:
    """Drop a word, the least important first, then the one whose removal finds the most."""
    if len(by_importance) < 2:
        return []
    counts = [(_count(plan, [it for it in plan.terms.groups if it is not group]), group) for group in by_importance]
    tried = sorted((it for it in counts if it[0]), key=lambda it: (it[1] is by_importance[0], -it[0]))
    found = []
    for number, group in tried[:2]:
        keyword, word = remove_group(asked.keyword, group, plan.terms.groups)
        text = tn("{count} ad without “{word}”", "{count} ads without “{word}”", number, word=word)
        found.append(Fallback(kind="words", text=text, keyword=keyword, count=number))
    return found


def _count(plan: Plan, groups: Collection[Group]) -> int:
    """Count the ads that have these groups of the plan."""
    some = tuple(group for group in plan.terms.groups if group in groups)
    return replace(plan, terms=replace(plan.terms, groups=some, named=NamedCategories())).count()


def _wider(plan: Plan, asked: SearchQuery) -> list[Fallback]:
    """Search around a city that has no results, or within a larger radius."""
    near, radius = plan.near_city(), plan.query.radius_km
    kind, ways = "near", []
    if near and not asked.city:
        kind, ways = "city", [(near, NEARBY_KM)]
    elif radius is not None:
        ways = [(plan.without(radius_km=km), km) for km in (max(radius, 1) * times for times in _WIDER)]
    for way, km in ways:
        if not (number := way.count()):
            continue
        text = tn("{count} ad within {km} km", "{count} ads within {km} km", number, km=f"{km:g}")
        if kind == "city":
            text = tn(
                "No ads in {city} yet; {count} within {km} km",
                "No ads in {city} yet; {count} within {km} km",
                number,
                city=plan.query.city,
                km=f"{km:g}",
            )
        elif asked.lat is not None or asked.radius_km is not None:
            return [Fallback(kind="radius", text=text, keyword=asked.keyword, radius_km=km, count=number)]
        # The place is part of the keyword.
        places = [cities.wider(chip.words, km) for chip in plan.understood.chips if chip.kind == kind]
        keyword = " ".join(filter(None, [plan.understood.without(asked.keyword, kind), *places]))
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
        if kind in _NESTED:
            within = number
        text = tn("{count} ad {without}", "{count} ads {without}", number, without=without)
        keyword = plan.understood.without(asked.keyword, kind)
        found.append(Fallback(kind="filters", text=text, keyword=keyword, drop=_drop(asked, kind), count=number))
    return found


def _drop(asked: SearchQuery, *kinds: str) -> tuple[str, ...]:
    """The query parameters of these filters; sorting by distance goes with the place."""
    found = [PARAMETERS[attribute] for kind in kinds for attribute in FILTERS[kind] if attribute != "fields"]
    found += [f"field[{name}]" for name in asked.fields if any("fields" in FILTERS[kind] for kind in kinds)]
    found += ["sort"] if "near" in kinds and asked.sort is Sort.DISTANCE else []
    return tuple(dict.fromkeys(found))


def _best_effort(plan: Plan, asked: SearchQuery, by_importance: Sequence[Group]) -> list[Fallback]:
    """Return a fallback with the most words that some ad has together, with all filters or else with none."""
    bare = plan.without(**{key: value for kind in FILTERS for key, value in filter_off(kind).items()})
    for way, keyword in ((plan, asked.keyword), (bare, plan.understood.without(asked.keyword))):
        kept, number = _most_words(way, by_importance)
        if not number:
            continue
        for group in by_importance:
            if group not in kept:
                keyword, _ = remove_group(keyword, group, plan.terms.groups)
        words = " ".join(group.word for group in plan.terms.groups if group in kept)
        if way is plan:
            text = tn("{count} ad for “{words}”", "{count} ads for “{words}”", number, words=words)
            return [Fallback(kind="words", text=text, keyword=keyword, count=number)]
        text = tn(
            "{count} ad for “{words}” without any filter",
            "{count} ads for “{words}” without any filter",
            number,
            words=words,
        )
        if not words:
            text = tn("{count} ad without any filter", "{count} ads without any filter", number)
        drop = _drop(asked, *FILTERS)
        return [Fallback(kind="filters", text=text, keyword=keyword, drop=drop, count=number)]
    return []


def _most_words(plan: Plan, by_importance: Sequence[Group]) -> tuple[list[Group], int]:
    kept: list[Group] = []
    number = 0 if by_importance else plan.count()
    # A number alone is not a useful query.
    for group in sorted(by_importance, key=lambda it: it.word.isdecimal()):
        if (kept or not group.word.isdecimal()) and (found := _count(plan, (*kept, group))):
            kept.append(group)
            number = found
    return kept, number
