"""What both engines answer alike, beside what searches show."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

import pytest
import sqlalchemy as sa
from sqlmodel import Session

from marketplace.domain.search.engines import engine_of
from marketplace.domain.search.queries import some
from marketplace.domain.search.terms import Group, Phrase, Terms
from tests import factories

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


@pytest.mark.parametrize(("word", "there"), [("sofa", 3), ("chair", 1), ("stool", 0)])
@pytest.mark.parametrize("glance", [0, 1, 2, 100])
def test_some_are_found_wherever_they_are(db: Session, word: str, there: int, glance: int):
    category, seller = factories.category(db), factories.seller(db)
    # The newest are neither.
    for name in ("sofa", "chair", "old sofa", "sofa again", "table", "table"):
        factories.ad(db, seller, category, name=name)
    connection = db.connection()
    engine = engine_of(connection)
    statement = sa.select(engine.number).where(engine.matches(Terms((Group(word, (Phrase((word,)),)),))))
    for limit in (1, 2):
        found = some(connection, engine, statement, limit, glance=glance)
        assert len(set(found)) == len(found) == min(limit, there)
    # SQLite comes upon the newest first, and looks at all.
    near = there if connection.dialect.name == "sqlite" else int(word == "sofa")
    assert len(some(connection, engine, statement, 9, glance=3, further=False)) == near


def test_postgresql_goes_through_no_rows_for_one(db: Session):
    connection = db.connection()
    if connection.dialect.name != "postgresql":
        pytest.skip("SQLite's index leads anyway")
    category, seller = factories.category(db), factories.seller(db)
    for at in range(30):
        factories.ad(db, seller, category, name=f"sofa {at}")
    engine = engine_of(connection)
    engine.settle(connection)
    # Of a word that all ads have the planner expects one at once, wherever it begins.
    explained = "EXPLAIN SELECT 1 FROM search_index WHERE tokens @@ CAST('sofa' AS tsquery) LIMIT 1"
    with engine.leading(connection):
        assert "Seq Scan" not in str(connection.execute(sa.text(explained)).all())
    assert connection.scalar(sa.text("SHOW enable_seqscan")) == "on"
