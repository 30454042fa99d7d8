"""What a narrow search finds, all of it at once: then its order, its total and its facets need no search of their own."""

from dataclasses import replace

import sqlalchemy as sa

from marketplace.domain.search import counting
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.live import listings
from marketplace.domain.search.queries import Plan, asked, matching

# Reading so many listings costs as much as searching for a page of them a few times.
MOST = 1_000


def find(connection: sa.Connection, engine: Engine, plan: Plan, most: int) -> Plan:
    """The plan, knowing all that the text index finds where that is few, and else how many that are.

    Args:
        most: how far they are counted; the total is one more where there are more.
    """
    conditions = counting.conditions(plan)
    is_narrowed = bool(conditions) or asked(plan) != plan.terms
    # Where rows come newest first, a page of a mere word is found before all that have it are counted.
    if not plan.is_led_by_index() or (engine.newest_first and not is_narrowed):
        return plan
    if counting.is_surely_more(connection, engine, plan, most):
        return replace(plan, total=most + 1)
    if engine.newest_first and conditions:
        said = sa.select(engine.number).where(engine.matches(asked(plan)))
        numbers = tuple(connection.scalars(said.limit(MOST + 1)).all())
        if len(numbers) <= MOST:
            inside = sa.select(listings.c.number).where(engine.among(listings.c.number, numbers), *conditions)
            return _known(connection, engine, plan, inside, most)
    return _known(connection, engine, plan, matching(engine, plan, counting=True), most)


def _known(connection: sa.Connection, engine: Engine, plan: Plan, statement: sa.Select, most: int) -> Plan:
    total, numbers = engine.count(connection, statement.limit(max(most, MOST) + 1), MOST)
    return replace(plan, numbers=numbers, total=total)
