"""Finding live ads."""

import dataclasses
import math
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Window
from marketplace.domain.search import bands, counting, fallbacks, few, places, price_order, ranking, shelves
from marketplace.domain.search.cards import cards_by_ad, cards_of
from marketplace.domain.search.engines import Engine, engine_of
from marketplace.domain.search.facets import count as count_facets
from marketplace.domain.search.live import listings
from marketplace.domain.search.queries import (
    Plan,
    columns_of,
    following,
    is_by_range,
    matching,
    newest,
    ordered,
)
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import LiveCounts, SearchPage, SearchQuery, Sort
from marketplace.domain.search.understanding import understand_in
from marketplace.errors import Invalid
from marketplace.models import metadata
from marketplace.settings import get_settings
from marketplace.texts import t

_FEW = 2_000
_DEEP = 100
_BY_PRICE = (Sort.PRICE_UP, Sort.PRICE_DOWN)
# The part of a radius that is looked through first, and the largest before all of it is; each is at most so many times the
# last, and a little more than what that held promises.
_FIRST_RING, _LAST_RING, _MOST_TIMES, _SPARE = 0.1, 0.7, 4, 1.2
_counts = metadata.tables["listing_counts"]
_sum = sa.cast(sa.func.sum(_counts.c.count), sa.BigInteger)
_BY_BOTH = (
    sa.select(_counts.c.category_id, _counts.c.ad_type, _sum)
    .group_by(_counts.c.category_id, _counts.c.ad_type)
    .having(_sum > 0)
)


def list_ads(
    db: Session,
    actor: Actor,
    query: SearchQuery,
    window: Window,
    *,
    facets: bool = False,
    counted: bool = True,
) -> SearchPage:
    """A page of the live ads that the query finds.

    The order is the query's, or relevance where there is a keyword, else newest. `query.after` goes on behind that
    ad instead of counting pages. What the keyword says besides words ("under 15k in pune") narrows the list too.

    Args:
        facets: whether to count what further filters would find.
        counted: whether to tell how many there are; else the total is of what is shown and before it.

    Raises:
        Invalid: `after` names no ad of this list, or a distance is asked for from no place.
    """
    connection = db.connection()
    engine = engine_of(connection)
    understood = understand_in(connection, query)
    plan = Plan(
        understood.query,
        resolve(connection, engine, understood.query.keyword, literal=query.literal),
        places.spellings(connection, understood.query.city) if understood.query.city else (),
        implied=shelves.implied(connection, understood.query),
    )
    if plan.terms.hopeless:
        return SearchPage((), 0, window.page, window.limit, chips=understood.chips, **_place(plan))
    if _sort_of(plan) is Sort.RELEVANCE:
        plan = dataclasses.replace(plan, named=shelves.named(connection, plan.terms))
    most = get_settings().exact_total_limit
    plan = few.find(connection, engine, plan, most if counted else engine.few, all_of_it=facets)
    if counted and plan.total is None and plan.is_led_by_index() and _sort_of(plan) in _BY_PRICE:
        # The way to an order by price depends on how many there are.
        plan = dataclasses.replace(plan, total=counting.count(connection, engine, plan, most))
    numbers = _numbers(connection, engine, plan, window)
    total = window.offset + len(numbers)
    if counted:
        total = _total(connection, engine, plan, window, len(numbers), most)
    return SearchPage(
        tuple(cards_of(db, actor, numbers, plan.query)),
        min(total, most),
        window.page,
        window.limit,
        exact=total <= most,
        facets=count_facets(connection, engine, plan, total) if facets else (),
        chips=understood.chips,
        corrected=_corrected(plan) if total else "",
        fallbacks=() if total else fallbacks.find(connection, engine, plan, query, understood),
        min_price=plan.query.min_price,
        max_price=plan.query.max_price,
        **_place(plan),
    )


def list_of_address(
    db: Session, actor: Actor, query: SearchQuery, window: Window, *, facets: bool = False
) -> tuple[SearchPage, SearchQuery]:
    """As `list_ads` for what an address asks, which is not a form: what can't be obeyed of it is passed over.

    Returns:
        The page, and the part of the query that was obeyed.
    """
    try:
        return list_ads(db, actor, query, window, facets=facets), query
    except Invalid:
        query = dataclasses.replace(query, after="")
        if query.lat is None:
            query = dataclasses.replace(query, radius_km=None, sort=None if query.sort is Sort.DISTANCE else query.sort)
        return list_ads(db, actor, query, window, facets=facets), query


def find_live_cards(db: Session, actor: Actor, ad_ids: Sequence[str]) -> dict[str, AdCard]:
    """The cards of those of the ads that are live, by id."""
    return cards_by_ad(db, actor, ad_ids)


def count_live(db: Session) -> LiveCounts:
    """How many ads are live, by type and category."""
    by_both: dict[str, dict[str, int]] = {}
    by_type: dict[str, int] = {}
    for category_id, ad_type, count in db.connection().execute(_BY_BOTH):
        by_both.setdefault(category_id, {})[ad_type] = count
        by_type[ad_type] = by_type.get(ad_type, 0) + count
    return LiveCounts(
        total=sum(by_type.values()),
        by_type=by_type,
        by_category={category: sum(types.values()) for category, types in by_both.items()},
        by_category_and_type=by_both,
    )


def _place(plan: Plan) -> dict[str, Any]:
    return {"has_place": plan.query.lat is not None, "radius_km": plan.query.radius_km}


def _corrected(plan: Plan) -> str:
    """The keyword as it was searched for, if a word of it was misspelt."""
    if not any(group.corrected for group in plan.terms.groups):
        return ""
    said = (f'"{group.word}"' if group.exact else group.corrected or group.word for group in plan.terms.groups)
    return " ".join(said)


def _total(connection: sa.Connection, engine: Engine, plan: Plan, window: Window, found: int, most: int) -> int:
    """How many ads there are, counted no further than one beyond `most`."""
    if plan.total is not None:
        return min(plan.total, most + 1)
    if window.limit is None and not plan.query.after:
        return found
    if window.page == 1 and not plan.query.after and window.limit and found < window.limit:
        return found
    if not plan.terms and plan.query.is_narrowed_only_by("ad_type", "category_id"):
        return min(_kept_count(connection, plan.query), most + 1)
    return counting.count(connection, engine, plan, most)


def _kept_count(connection: sa.Connection, query: SearchQuery) -> int:
    """How many ads there are of a type, in a category, or both: the database keeps count of these."""
    conditions = [
        *([_counts.c.ad_type == query.ad_type] if query.ad_type else []),
        *([_counts.c.category_id == query.category_id] if query.category_id else []),
    ]
    return connection.scalar(sa.select(_sum).where(*conditions)) or 0


def _sort_of(plan: Plan) -> Sort:
    if not plan.terms.groups and plan.query.sort in (None, Sort.RELEVANCE):
        return Sort.NEWEST
    return plan.query.sort or Sort.RELEVANCE


def _numbers(connection: sa.Connection, engine: Engine, plan: Plan, window: Window) -> list[int]:
    sort = _sort_of(plan)
    if sort is Sort.NEWEST and window.offset >= _DEEP and plan.query.radius_km and not engine.newest_first:
        # The first of a radius are met on the way through the newest, further ones rather by days and cells together.
        plan = dataclasses.replace(plan, by_cells=bool(bands.within(plan.query)))
    after = _listing(connection, plan.query.after) if plan.query.after else None
    offset = 0 if after else window.offset
    if sort is Sort.RELEVANCE:
        return _relevant(connection, engine, plan, after, offset, window.limit)
    if plan.hits is not None:
        return plan.hits.ordered(plan.query, sort, offset, window.limit, after)
    by_index = plan.is_led_by_index()
    is_newest = sort is Sort.NEWEST
    are_many = is_newest and not by_index and engine.newest_first and is_by_range(plan.query)
    numbers = plan.numbers
    if numbers is None and are_many:
        some = connection.scalars(matching(engine, plan, counting=True).limit(_FEW + 1)).all()
        # Going through all ads for the newest of a few would take the longest.
        numbers = some if len(some) <= _FEW else None
    if numbers is not None and is_newest:
        return _newest_of(numbers, after, offset, window.limit)
    column = engine.number if by_index and is_newest else columns_of(engine, plan).number
    statement = matching(engine, plan, column, following_order=are_many)
    if sort in _BY_PRICE and window.limit is not None:
        found = price_order.first(connection, engine, plan, sort, offset + window.limit, after)
        if found is not None:
            return found[offset:]
    if after:
        statement = following(engine, plan, statement, sort, after)
    if is_newest:
        return [row[0] for row in newest(connection, engine, statement, window.limit, offset, by_index=by_index)]
    if sort is Sort.DISTANCE and not after and window.limit is not None:
        near = _nearest(connection, engine, plan, offset + window.limit)
        if near is not None:
            return near[offset:]
    return list(connection.scalars(ordered(engine, plan, statement, sort).offset(offset).limit(window.limit)).all())


def _nearest(connection: sa.Connection, engine: Engine, plan: Plan, wanted: int) -> list[int] | None:
    """The nearest ads where a part of the radius has enough of them; None where all of it must be gone through."""
    if not plan.query.radius_km or plan.numbers is not None:
        return None
    share = _FIRST_RING
    while share < _LAST_RING:
        inner = plan.without(radius_km=plan.query.radius_km * share)
        statement = ordered(engine, inner, matching(engine, inner, columns_of(engine, inner).number), Sort.DISTANCE)
        found = list(connection.scalars(statement.limit(wanted)).all())
        if len(found) == wanted:
            return found
        share *= min(_MOST_TIMES, _SPARE * math.sqrt(wanted / max(1, len(found))))
    return None


def _relevant(
    connection: sa.Connection,
    engine: Engine,
    plan: Plan,
    after: sa.RowMapping | None,
    offset: int,
    limit: int | None,
) -> list[int]:
    """The ranked ones, then the rest newest first."""
    best = ranking.rank(connection, engine, plan)
    shown, begun = best, None
    if after and after["number"] in best:
        shown = best[best.index(after["number"]) + 1 :]
    elif after:
        shown, begun = [], after
    found = shown[offset : None if limit is None else offset + limit]
    if (limit is not None and len(found) == limit) or (len(shown) < ranking.DEPTH and not after):
        return found
    missing, skipped = None if limit is None else limit - len(found), max(0, offset - len(shown))
    if plan.hits is not None:
        last = begun["number"] if begun else None
        rest = plan.hits.newest(None if missing is None else skipped + missing, before=last, but=frozenset(best))
        return found + rest[skipped:]
    if plan.numbers is not None:
        return found + _newest_of(set(plan.numbers).difference(best), begun, skipped, missing)
    by_index = plan.is_led_by_index()
    rest = matching(engine, plan).where(sa.not_(engine.among(engine.number if by_index else listings.c.number, best)))
    if begun:
        rest = following(engine, plan, rest, Sort.NEWEST, begun)
    return found + [row[0] for row in newest(connection, engine, rest, missing, skipped, by_index=by_index)]


def _newest_of(numbers: Iterable[int], after: sa.RowMapping | None, offset: int, limit: int | None) -> list[int]:
    """Those behind a listing, newest first: numbers rise with publication."""
    found = sorted((number for number in numbers if not after or number < after["number"]), reverse=True)
    return found[offset : None if limit is None else offset + limit]


def _listing(connection: sa.Connection, ad_id: str) -> sa.RowMapping:
    row: Any = connection.execute(sa.select(listings).where(listings.c.ad_id == ad_id)).mappings().first()
    if row is None:
        message = t("after must be the _id of an ad in the list.")
        raise Invalid(message, errors=[{"field": "after", "message": message}])
    return row
