"""Even samples of many rows."""

from datetime import datetime
from typing import Any

from sqlalchemy import Select, Subquery, func, select
from sqlmodel import col

from marketplace.core import ids


def sample_evenly(found: Select[Any], most: int) -> Subquery:
    """Choose at most `most` of the ids of a statement, at equal distances in the order of their creation.

    Returns:
        A subquery with the columns `id` and `total`, the number of all ids of the statement. The newest id is among the chosen.
    """
    rows = found.subquery()
    (id_column,) = rows.c
    place, total = func.row_number().over(order_by=id_column), func.count().over()
    numbered = select(id_column.label("id"), place.label("place"), total.label("total")).subquery()
    # True at the rows where `place * most / total`, rounded down, becomes larger: at `most` rows, or at all if there are fewer.
    is_step = numbered.c.place * most % numbered.c.total < most
    return select(numbered.c.id, numbered.c.total).where(is_step).subquery()


def created_since(model: Any, since: datetime) -> tuple[Any, Any]:
    """Conditions for the rows of a model with the usual id and `created_at` that were created at a moment or later."""
    # Ids begin with the time, and unlike `created_at` they have an index: earlier rows are not read.
    return col(model.id) >= ids.first_at(since), col(model.created_at) >= since
