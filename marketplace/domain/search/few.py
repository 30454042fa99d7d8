"""What a search finds, all of it at once: then its order, its total and its facets need no search of their own."""

from dataclasses import replace

import sqlalchemy as sa

from marketplace.domain.search import counting, listed, ranking
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.live import listings
from marketplace.domain.search.queries import Plan, asked, matching


def find(connection: sa.Connection, engine: Engine, plan: Plan, most: int, *, all_of_it: bool = False) -> Plan:
    """The plan, knowing all that posting lists find; where they can't tell, all that the text index finds where that is few,
    and else how many that are.

    Args:
        most: how far they are counted; the total is one more where there are more.
        all_of_it: more is wanted than a page.
    """
    if (hits := listed.find(connection, engine, plan, all_of_it=all_of_it)) is not None:
        total = len(hits)
        return replace(
            plan,
            hits=hits,
            total=min(total, most + 1),
            numbers=hits.numbers() if total <= engine.few else None,
            foremost=() if plan.named is None else hits.foremost(ranking.DEPTH),
        )
    if not plan.is_led_by_index():
        return plan
    conditions = counting.conditions(plan)
    if engine.newest_first:
        said = sa.select(engine.number).where(engine.matches(asked(plan)))
        if not conditions and asked(plan) == plan.terms:
            # A page of a mere word is found before all that have it are counted.
            numbers = _all_of(connection, engine, said)
            return plan if numbers is None else replace(plan, numbers=numbers, total=len(numbers))
        if conditions and (numbers := _all_of(connection, engine, said)) is not None:
            inside = sa.select(listings.c.number).where(engine.among(listings.c.number, numbers), *conditions)
            return _known(connection, engine, plan, inside, most)
    return _known(connection, engine, plan, matching(engine, plan, counting=True), most)


def _all_of(connection: sa.Connection, engine: Engine, said: sa.Select) -> tuple[int, ...] | None:
    """The numbers that a statement selects; None where they are not few."""
    return engine.count(connection, said.limit(engine.few + 1), engine.few)[1]


def _known(connection: sa.Connection, engine: Engine, plan: Plan, statement: sa.Select, most: int) -> Plan:
    total, numbers = engine.count(connection, statement.limit(max(most, engine.few) + 1), engine.few)
    return replace(plan, numbers=numbers, total=total)
