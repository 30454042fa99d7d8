"""Finding live ads."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Window
from marketplace.domain.search import fallbacks, places, ranking
from marketplace.domain.search.cards import cards_by_ad, cards_of
from marketplace.domain.search.engines import Engine, engine_of
from marketplace.domain.search.facets import count as count_facets
from marketplace.domain.search.live import listings
from marketplace.domain.search.queries import Plan, bounded_count, following, matching, newest, ordered
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import LiveCounts, SearchPage, SearchQuery, Sort
from marketplace.domain.search.understanding import understand
from marketplace.errors import Invalid
from marketplace.settings import get_settings
from marketplace.texts import t


def list_ads(db: Session, actor: Actor, query: SearchQuery, window: Window, *, facets: bool = False) -> SearchPage:
    """A page of the live ads that the query finds.

    The order is the query's, or relevance where there is a keyword, else newest. `query.after` goes on behind that
    ad instead of counting pages. What the keyword says besides words ("under 15k in pune") narrows the list too.

    Args:
        facets: whether to count what further filters would find.

    Raises:
        Invalid: `after` names no ad of this list.
    """
    connection = db.connection()
    engine = engine_of(connection)
    understood = understand(query, lambda: places.by_words(connection))
    plan = Plan(
        understood.query,
        resolve(connection, engine, understood.query.keyword),
        places.spellings(connection, understood.query.city) if understood.query.city else (),
    )
    if plan.terms.hopeless:
        return SearchPage((), 0, window.page, window.limit, chips=understood.chips)
    numbers = _numbers(connection, engine, plan, window)
    most = get_settings().exact_total_limit
    total = _total(connection, engine, plan, window, len(numbers), most)
    return SearchPage(
        tuple(cards_of(db, actor, numbers)),
        min(total, most),
        window.page,
        window.limit,
        exact=total <= most,
        facets=count_facets(connection, engine, plan) if facets else (),
        chips=understood.chips,
        corrected=_corrected(plan) if total else "",
        fallbacks=() if total else fallbacks.find(connection, engine, plan, query, understood.chips),
    )


def find_live_cards(db: Session, actor: Actor, ad_ids: Sequence[str]) -> dict[str, AdCard]:
    """The cards of those of the ads that are live, by id."""
    return cards_by_ad(db, actor, ad_ids)


def count_live(db: Session) -> LiveCounts:
    """How many ads are live, by type and category."""
    statement = sa.select(listings.c.category_id, listings.c.ad_type, sa.func.count()).group_by(
        listings.c.category_id, listings.c.ad_type
    )
    by_both: dict[str, dict[str, int]] = {}
    by_type: dict[str, int] = {}
    for category_id, ad_type, count in db.connection().execute(statement):
        by_both.setdefault(category_id, {})[ad_type] = count
        by_type[ad_type] = by_type.get(ad_type, 0) + count
    return LiveCounts(
        total=sum(by_type.values()),
        by_type=by_type,
        by_category={category: sum(types.values()) for category, types in by_both.items()},
        by_category_and_type=by_both,
    )


def _corrected(plan: Plan) -> str:
    """The keyword as it was searched for, if a word of it was misspelt."""
    if not any(group.corrected for group in plan.terms.groups):
        return ""
    return " ".join(group.corrected or group.word for group in plan.terms.groups)


def _total(connection: sa.Connection, engine: Engine, plan: Plan, window: Window, found: int, most: int) -> int:
    """How many ads there are, counted no further than one beyond `most`."""
    if window.limit is None and not plan.query.after:
        return found
    if window.page == 1 and not plan.query.after and window.limit and found < window.limit:
        return found
    return connection.scalar(bounded_count(matching(engine, plan, counting=True), most)) or 0


def _sort_of(plan: Plan) -> Sort:
    if not plan.terms.groups and plan.query.sort in (None, Sort.RELEVANCE):
        return Sort.NEWEST
    return plan.query.sort or Sort.RELEVANCE


def _numbers(connection: sa.Connection, engine: Engine, plan: Plan, window: Window) -> list[int]:
    sort = _sort_of(plan)
    after = _listing(connection, plan.query.after) if plan.query.after else None
    offset = 0 if after else window.offset
    if sort is Sort.RELEVANCE:
        return _relevant(connection, engine, plan, after, offset, window.limit)
    by_index = plan.is_led_by_index()
    is_newest = sort is Sort.NEWEST
    statement = matching(engine, plan, engine.number if by_index and is_newest else listings.c.number)
    if after:
        statement = following(engine, plan, statement, sort, after)
    if is_newest:
        return [row[0] for row in newest(connection, engine, statement, window.limit, offset, by_index=by_index)]
    return list(connection.scalars(ordered(plan, statement, sort).offset(offset).limit(window.limit)))


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
    rest = matching(engine, plan).where(engine.number.not_in(best))
    if after:
        if after["number"] in best:
            best = best[best.index(after["number"]) + 1 :]
        else:
            best, rest = [], following(engine, plan, rest, Sort.NEWEST, after)
    found = best[offset : None if limit is None else offset + limit]
    if (limit is not None and len(found) == limit) or (len(best) < ranking.DEPTH and not after):
        return found
    missing = None if limit is None else limit - len(found)
    return found + [row[0] for row in newest(connection, engine, rest, missing, max(0, offset - len(best)))]


def _listing(connection: sa.Connection, ad_id: str) -> sa.RowMapping:
    row: Any = connection.execute(sa.select(listings).where(listings.c.ad_id == ad_id)).mappings().first()
    if row is None:
        message = t("after must be the _id of an ad in the list.")
        raise Invalid(message, errors=[{"field": "after", "message": message}])
    return row
