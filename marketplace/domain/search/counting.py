"""How many ads a search finds, told without going through more of them than it must."""

import sqlalchemy as sa

from marketplace.domain.search import ranges
from marketplace.domain.search.engines import Engine, Expected
from marketplace.domain.search.live import ASIDE
from marketplace.domain.search.queries import Plan, asked, bounded_count, matching


def conditions(plan: Plan) -> tuple[sa.ColumnElement[bool], ...]:
    """What the plan asks of a listing beside what the text index finds."""
    return (*ranges.conditions(plan.query, ASIDE), *ranges.field_conditions(plan.query, ASIDE.number))


def expected(connection: sa.Connection, engine: Engine, plan: Plan, most: int) -> Expected:
    """How many a plan that the text index leads finds, as far as that is told without a look at them."""
    return Expected() if conditions(plan) else engine.expected(connection, asked(plan), most)


def count(connection: sa.Connection, engine: Engine, plan: Plan, most: int) -> int:
    """How many ads the plan finds, counted no further than one beyond `most`."""
    if plan.is_led_by_index(counting=True) and expected(connection, engine, plan, most).surely_more:
        return most + 1
    return connection.scalar(bounded_count(matching(engine, plan, counting=True), most)) or 0
