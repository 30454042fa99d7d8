"""What both engines answer alike, beside what searches show."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

import pytest
import sqlalchemy as sa
from sqlmodel import Session

from marketplace.domain.search.engines import engine_of

VALUES = [None, -1, 0, 1, 5, 5, 6, 7, 99, 2**62]


def _table(**columns: Sequence[object]) -> sa.Subquery:
    """Rows that are nowhere kept."""
    types = {int: sa.BigInteger(), str: sa.Text()}
    kinds = {
        name: types[next(type(value) for value in values if value is not None)] for name, values in columns.items()
    }
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    # Of a NULL alone no database knows what it is one of.
    each = [[sa.cast(row[name], kinds[name]).label(name) for name in columns] for row in rows]
    return sa.union_all(*(sa.select(*row) for row in each)).subquery()


@pytest.fixture
def rows() -> sa.Subquery:
    """These numbers, each with a word."""
    return _table(word=[f"w{at % 3}" if at else None for at in range(len(VALUES))], number=VALUES)


@pytest.mark.parametrize("most", [0, 4, 100])
@pytest.mark.parametrize("edges", [[5], [0, 5], [-1, 0, 1, 5, 6, 7, 2**62]])
def test_each_column_is_tallied(db: Session, rows, most, edges):
    connection = db.connection()
    engine = engine_of(connection)
    statement = sa.select(rows.c.word, rows.c.number, rows.c.number.label("again"))
    statement = statement.order_by(rows.c.number.desc().nulls_first()).limit(most)
    listed = connection.execute(statement).all()
    assert len(listed) == min(most, len(VALUES))
    words, numbers = Counter(row.word for row in listed), Counter(row.number for row in listed)
    reached = Counter(None if row.again is None else bisect_right(edges, row.again) for row in listed)
    assert engine.tally(connection, statement, {2: edges}) == [words, numbers, reached]
    assert engine.tally(connection, statement.with_only_columns(rows.c.word), {}) == [words]


@pytest.mark.parametrize("numbers", [[], [7], [2**62, -1, 0]])
def test_numbers_are_selected(db: Session, numbers):
    connection = db.connection()
    engine = engine_of(connection)
    assert sorted(connection.scalars(engine.each(numbers))) == sorted(numbers)
    given = _table(number=[7, -1, 8])
    asked = sa.select(given.c.number).where(engine.among(given.c.number, numbers))
    assert sorted(connection.scalars(asked)) == sorted({7, -1, 8}.intersection(numbers))
