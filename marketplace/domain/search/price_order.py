"""The first of very many by price, without sorting them all."""

from dataclasses import replace

import sqlalchemy as sa

from marketplace.domain.search import bands, ranges
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.live import listings
from marketplace.domain.search.queries import Plan, asked, bounded_count, following, matching, ordered
from marketplace.domain.search.schemas import SearchQuery, Sort

# So many are sorted sooner than they are gone through by their prices.
_MANY = 2_000


def first(
    connection: sa.Connection, engine: Engine, plan: Plan, sort: Sort, wanted: int, after: sa.RowMapping | None
) -> list[int] | None:
    """The first listings of many that words find, by price: a few bands of prices after the other, until there are enough.

    None where sorting all of them is sooner, because they are few.

    Args:
        after: the listing behind which they begin.
    """
    if not plan.is_led_by_index():
        return None
    total = plan.total
    if total is None:
        said = sa.select(engine.number).where(engine.matches(asked(plan)))
        total = connection.scalar(bounded_count(said, _MANY)) or 0
    if total <= _MANY:
        return None
    falling = sort is Sort.PRICE_DOWN
    cheapest, dearest = _ends(connection, plan.query)
    if after and after["price_paise"] is not None:
        cheapest, dearest = (cheapest, after["price_paise"]) if falling else (after["price_paise"], dearest)
    is_behind_all_prices = after is not None and after["price_paise"] is None
    found: list[int] = []
    priced = plan.query.min_price is not None or plan.query.max_price is not None
    for some in bands.by_price(cheapest, dearest, falling=falling, priced=priced)[-1 if is_behind_all_prices else 0 :]:
        part = replace(plan, terms=replace(plan.terms, within=(*plan.terms.within, tuple(some))))
        statement = matching(engine, part, engine.columns.number)
        if after:
            statement = following(engine, part, statement, sort, after)
        found.extend(connection.scalars(ordered(engine, part, statement, sort).limit(wanted - len(found))))
        if len(found) >= wanted:
            break
    return found


def _ends(connection: sa.Connection, query: SearchQuery) -> tuple[int, int]:
    """The lowest and the highest price that the query's listings may have, in paise."""
    if query.min_price is not None and query.max_price is not None:
        return ranges.ends(query)
    cheapest = connection.scalar(sa.select(sa.func.min(listings.c.price_up))) or 0
    dearest = -(connection.scalar(sa.select(sa.func.min(listings.c.price_down))) or 0)
    low, high = ranges.ends(query)
    return max(low, cheapest), max(0, min(high, dearest))
