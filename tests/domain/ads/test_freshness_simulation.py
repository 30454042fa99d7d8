"""A small run of the simulated town: with questions to sellers, lists show fewer ads that are no longer available."""

import pytest
from sqlmodel import Session

from benchmarks import freshness
from benchmarks.freshness import Figures
from tests.conftest import new_database

# The town is simulated once, not once for each process.
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("simulated town")]


def _live(name: str, *, asking: bool) -> Figures:
    with new_database(name) as engine, Session(engine) as db:
        if engine.dialect.name == "sqlite":
            db.connection(execution_options={"marketplace_begin": "BEGIN IMMEDIATE"})
        return freshness.simulate(db, count=200, days=30, seed=1, asking=asking)


@pytest.fixture(scope="module")
def towns() -> dict[str, Figures]:
    return {name: _live(name, asking=name == "asked") for name in ("quiet", "asked")}


def test_questions_clear_the_lists(towns):
    assert towns["asked"].gone_share < towns["quiet"].gone_share
    assert (towns["quiet"].mails["question"], towns["asked"].mails["question"] > 0) == (0, True)


def test_sellers_are_not_flooded(towns):
    # Never more often than every third day, however many ads a seller has.
    assert max(towns["asked"].asked.values()) <= 15 / 3 + 1
