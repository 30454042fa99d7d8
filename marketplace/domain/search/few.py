"""What a narrow search finds, all of it at once: then its order, its total and its facets need no search of their own."""

from dataclasses import replace

import sqlalchemy as sa

from marketplace.domain.search import counting, ranking
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.live import listings
from marketplace.domain.search.queries import Plan, asked, matching


def find(connection: sa.Connection, engine: Engine, plan: Plan, most: int, *, whole: bool) -> Plan:
    """The plan, knowing all that the text index finds where that is few, and else how many that are.

    Args:
        most: how far they are counted; the total is one more where there are more.
        whole: all of them are needed, as for facets; else by relevance only the foremost may be known.
    """
    if not plan.is_led_by_index():
        return plan
    conditions = counting.conditions(plan)
    expected = counting.expected(connection, engine, plan, most)
    if expected.surely_more:
        return replace(plan, total=most + 1)
    if engine.newest_first:
        said = sa.select(engine.number).where(engine.matches(asked(plan)))
        if not conditions and asked(plan) == plan.terms:
            # A page of a mere word is found before all that have it are counted.
            numbers = _all_of(connection, engine, said)
            return plan if numbers is None else replace(plan, numbers=numbers, total=len(numbers))
        if conditions and (numbers := _all_of(connection, engine, said)) is not None:
            inside = sa.select(listings.c.number).where(engine.among(listings.c.number, numbers), *conditions)
            return _known(connection, engine, plan, inside, most)
    statement = matching(engine, plan, counting=True)
    # Of what the index alone can tell there may be too many, and then each would be looked at for nothing.
    if plan.named is not None and engine.matches_rows and (conditions or (expected.about or 0) <= engine.few):
        placed = statement.with_only_columns(ranking.placed(engine, plan))
        return _placed(connection, engine, plan, placed, most, whole=whole)
    return _known(connection, engine, plan, statement, most)


def _placed(
    connection: sa.Connection, engine: Engine, plan: Plan, statement: sa.Select, most: int, *, whole: bool
) -> Plan:
    highest = None if whole else ranking.DEPTH
    total, values = engine.count(connection, statement.limit(max(most, engine.few) + 1), engine.few, highest=highest)
    if values is None:
        return replace(plan, total=total)
    are_all = len(values) == total
    numbers = ranking.numbers(values) if are_all else None
    return replace(plan, numbers=numbers, foremost=ranking.foremost(values), total=total)


def _all_of(connection: sa.Connection, engine: Engine, said: sa.Select) -> tuple[int, ...] | None:
    """The numbers that a statement selects; None where they are not few."""
    return engine.count(connection, said.limit(engine.few + 1), engine.few)[1]


def _known(connection: sa.Connection, engine: Engine, plan: Plan, statement: sa.Select, most: int) -> Plan:
    total, numbers = engine.count(connection, statement.limit(max(most, engine.few) + 1), engine.few)
    return replace(plan, numbers=numbers, total=total)
