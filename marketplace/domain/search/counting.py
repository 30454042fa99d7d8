"""How many ads a search finds, counted no further than they are told exactly."""

from dataclasses import replace

import sqlalchemy as sa

from marketplace.domain.search import listed, ranges
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.live import ASIDE
from marketplace.domain.search.queries import Plan, bounded_count, matching


def conditions(plan: Plan) -> tuple[sa.ColumnElement[bool], ...]:
    """What the plan asks of a listing beside what the text index finds."""
    return (*ranges.conditions(plan.query, ASIDE), *ranges.field_conditions(plan.query, ASIDE.number))


def count(connection: sa.Connection, engine: Engine, plan: Plan, most: int) -> int:
    """How many ads the plan finds, counted no further than one beyond `most`."""
    if (hits := listed.find(connection, engine, replace(plan, named=None), all_of_it=True)) is not None:
        return min(len(hits), most + 1)
    return connection.scalar(bounded_count(matching(engine, plan, counting=True), most)) or 0
