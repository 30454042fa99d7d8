"""What a narrow search finds, all of it at once: then its order, its total and its facets need no search of their own."""

import math
import time
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from marketplace.domain.search import ranges
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.live import listings
from marketplace.domain.search.queries import Plan, bounded_count, index_tokens, matching
from marketplace.domain.search.schemas import SearchQuery

# Reading so many listings costs as much as searching for a page of them a few times.
MOST = 1_000
# An index of places or prices is gone through sooner than so many listings are looked up one by one.
_MANY = 100_000
# How full a place or a range of prices is changes slowly, and nothing but time depends on it.
_HINT_S = 600
_HINTS = 2_000
_hints: dict[Any, tuple[float, bool]] = {}


def find(connection: sa.Connection, engine: Engine, plan: Plan, most: int) -> Plan:
    """The plan, knowing all that a keyword with filters finds where that is few, and else how many that are.

    Args:
        most: how far they are counted; the total is one more where there are more.
    """
    query = plan.query
    tokens = index_tokens(query)
    conditions = (*ranges.conditions(query, plain=False), *ranges.field_conditions(query, listings.c.number))
    if not plan.terms or not (tokens or conditions):
        return plan
    if not engine.newest_first or not conditions:
        return _known(connection, plan, matching(engine, plan, counting=True), most)
    terms = replace(plan.terms, filters=(*plan.terms.filters, *tokens))
    said = sa.select(engine.number).where(engine.matches(terms))
    numbers = tuple(connection.scalars(said.limit(MOST + 1)).all())
    if len(numbers) <= MOST:
        inside = sa.select(listings.c.number).where(listings.c.number.in_(numbers), *conditions)
        return _known(connection, plan, inside, most)
    if _is_narrow(connection, query):
        return _known(connection, plan, _from_ranges(query, said), most)
    return _known(connection, plan, matching(engine, plan, counting=True), most)


def _known(connection: sa.Connection, plan: Plan, statement: sa.Select, most: int) -> Plan:
    found = tuple(connection.scalars(statement.limit(max(most, MOST) + 1)).all())
    if len(found) <= MOST:
        return replace(plan, numbers=found, total=len(found))
    return replace(plan, total=len(found))


def _from_ranges(query: SearchQuery, said: sa.Select) -> sa.Select:
    """Those in the ranges that the text index knows: an index of `listings` leads, what was said is looked up in it."""
    return sa.select(listings.c.number).where(
        *ranges.conditions(query, plain=True, counting=True),
        *ranges.field_conditions(query, listings.c.number),
        ranges.unindexed(listings.c.number).in_(said),
    )


def _is_narrow(connection: sa.Connection, query: SearchQuery) -> bool:
    by_price = query.min_price is not None or query.max_price is not None
    if query.radius_km is None and not by_price:
        return False
    own = SearchQuery(
        ad_type=query.ad_type if by_price else None,
        min_price=query.min_price, max_price=query.max_price,
        lat=_near(query.lat), lng=_near(query.lng), radius_km=_at_least(query.radius_km),
    )  # fmt: skip
    asked = (connection.engine.url, _MANY, own.ad_type, own.min_price, own.max_price, own.lat, own.lng, own.radius_km)
    until, is_narrow = _hints.get(asked, (0.0, False))
    if until < time.monotonic():
        inside = sa.select(listings.c.number).where(*ranges.conditions(own, plain=True, counting=True))
        is_narrow = (connection.scalar(bounded_count(inside, _MANY)) or 0) <= _MANY
        if len(_hints) >= _HINTS:
            _hints.clear()
        _hints[asked] = (time.monotonic() + _HINT_S, is_narrow)
    return is_narrow


def _near(degrees: float | None) -> float | None:
    return None if degrees is None else round(degrees, 1)


def _at_least(kilometres: float | None) -> float | None:
    return None if kilometres is None else 2.0 ** math.ceil(math.log2(max(kilometres, 1.0)))
