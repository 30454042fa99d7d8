"""How many ads a search finds, told without going through more of them than it must."""

import sqlalchemy as sa

from marketplace.domain.search import ranges
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.live import ASIDE
from marketplace.domain.search.queries import Plan, asked, bounded_count, matching


def conditions(plan: Plan) -> tuple[sa.ColumnElement[bool], ...]:
    """What the plan asks of a listing beside what the text index finds."""
    return (*ranges.conditions(plan.query, ASIDE), *ranges.field_conditions(plan.query, ASIDE.number))


def is_surely_more(connection: sa.Connection, engine: Engine, plan: Plan, most: int) -> bool:
    """Whether a plan that the text index leads finds more than so many without a doubt."""
    return not conditions(plan) and engine.has_more(connection, asked(plan), most)


def count(connection: sa.Connection, engine: Engine, plan: Plan, most: int) -> int:
    """How many ads the plan finds, counted no further than one beyond `most`."""
    if plan.is_led_by_index(counting=True) and is_surely_more(connection, engine, plan, most):
        return most + 1
    return connection.scalar(bounded_count(matching(engine, plan, counting=True), most)) or 0
