"""Suggestions for a search without results: fewer words, a wider radius, fewer filters."""

from collections.abc import Iterable
from dataclasses import replace

from marketplace.domain.search import cities
from marketplace.domain.search.plan import Plan
from marketplace.domain.search.schemas import FILTERS, Fallback, SearchQuery, filter_off, is_filter_on, params_of
from marketplace.domain.search.terms import Group
from marketplace.i18n.texts import t, tn

_MOST = 3
_MOST_WORDS = 8
# Each includes the one before.
_NESTED = ("fields", "subcategory", "category")


def find(plan: Plan, asked: SearchQuery) -> tuple[Fallback, ...]:
    """Find up to three changes of the query that give results: a word less, a wider radius, a filter less.

    If none of these gives results, the fallback has no filters, and a word less if need be.

    Args:
        asked: the original query.
    """
    words = _fewer_words(plan)
    wider = _wider(plan, asked)
    filters = _fewer_filters(plan, asked, is_wider=bool(wider))
    # Either of two words may be wrong, but dropping a filter helps more than dropping the second word.
    found = [*words[:1], *wider, *filters, *words[1:]]
    return tuple((found or _no_filters(plan, asked))[:_MOST])


def _fewer_words(plan: Plan) -> list[Fallback]:
    return [
        Fallback(
            kind="words",
            text=tn("{count} ad without “{word}”", "{count} ads without “{word}”", number, word=word),
            keyword=_keyword(plan, groups, plan.understood.said),
            count=number,
        )
        for number, groups, word in _one_word_less(plan)
    ]


def _one_word_less(plan: Plan) -> list[tuple[int, list[Group], str]]:
    """The two best ways to drop a word: the number of ads, the words that are left, and the dropped one."""
    required = plan.terms.required
    on_shelves = {plan.terms.groups[at] for category in plan.terms.named for at in category.groups}
    # The sofa of "sofa set" is dropped last.
    thing = next((group for group in required if group in on_shelves), required[0]) if required else None
    ways = []
    for dropped in required[:_MOST_WORDS] if len(required) > 1 else ():
        left = [group for group in required if group is not dropped]
        if number := replace(plan, terms=replace(plan.terms, groups=tuple(left))).count():
            ways.append((dropped is thing, -number, left, dropped.word))
    return [(-less, left, word) for _, less, left, word in sorted(ways, key=lambda way: way[:2])[:2]]


def _keyword(plan: Plan, groups: Iterable[Group], said: Iterable[tuple[str, str]]) -> str:
    words = (f'"{group.word}"' if group.exact else group.word for group in groups)
    return " ".join((*words, *plan.terms.excluded, *(words for _, words in said)))


def _wider(plan: Plan, asked: SearchQuery) -> list[Fallback]:
    """Search around a city that has no results, or within a larger radius."""
    near = None if asked.city else plan.near_city()
    ways = [near] if near else plan.in_larger_circles()
    number, way = next(((number, way) for way in ways if (number := way.count())), (0, plan))
    if not number:
        return []
    km = way.query.radius_km or 0
    text = tn("{count} ad within {km} km", "{count} ads within {km} km", number, km=f"{km:g}")
    if near:
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
    kind = "city" if near else "near"
    places = [cities.wider(chip.words, km) for chip in plan.understood.chips if chip.kind == kind]
    keyword = " ".join(filter(None, [plan.understood.without(kind), *places]))
    return [Fallback(kind="radius", text=text, keyword=keyword, count=number)]


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
        keyword = plan.understood.without(kind)
        found.append(Fallback(kind="filters", text=text, keyword=keyword, drop=params_of(asked, kind), count=number))
    return found


def _no_filters(plan: Plan, asked: SearchQuery) -> list[Fallback]:
    bare = plan.without(**{key: value for kind in FILTERS for key, value in filter_off(kind).items()})
    for number, groups, _ in ((bare.count(), plan.terms.groups, ""), *_one_word_less(bare)):
        if number:
            words = " ".join(group.word for group in groups)
            text = tn(
                "{count} ad for “{words}” without any filter",
                "{count} ads for “{words}” without any filter",
                number,
                words=words,
            )
            if not words:
                text = tn("{count} ad without any filter", "{count} ads without any filter", number)
            keyword = _keyword(plan, groups, ())
            return [Fallback(kind="filters", text=text, keyword=keyword, drop=params_of(asked, *FILTERS), count=number)]
    return []
