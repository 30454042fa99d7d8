"""Judged queries over a fixed set of ads: what search must not get worse at, on whichever database the tests run."""

from collections import Counter
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from benchmarks import quality
from benchmarks.quality import Outcome
from tests.conftest import new_database

# All queries are asked once, not once for each process.
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("judged queries")]


@pytest.fixture(scope="module")
def judged_engine() -> Iterator[Engine]:
    with new_database("judged") as made:
        yield made


@pytest.fixture(scope="module")
def sets(judged_engine: Engine) -> dict[str, list[Outcome]]:
    with Session(judged_engine) as db:
        if judged_engine.dialect.name == "sqlite":
            db.connection(execution_options={"marketplace_begin": "BEGIN IMMEDIATE"})
        numbers = quality.fill(db)
        db.commit()
        return {name: [quality.ask(db, numbers, judged) for judged in quality.queries(name)] for name in quality.SETS}


@pytest.fixture(scope="module")
def outcomes(sets: dict[str, list[Outcome]]) -> list[Outcome]:
    return sets["dev"]


@pytest.mark.parametrize("name", quality.DEVELOPED_WITH)
def test_the_judgements_are_sound(name: str):
    known = {ad["ad"] for ad in quality.ads()}
    queries = quality.queries(name)
    assert len(queries) >= 150
    assert min(Counter(judged.kind for judged in queries).values()) >= 8
    for judged in queries:
        assert judged.grades.keys() <= known, judged.query
        assert 3 in judged.grades.values(), judged.query


def test_the_order_is_good(outcomes: list[Outcome]):
    mean = quality.by_kind(outcomes)["all"][1]
    assert mean >= quality.LEAST_NDCG, sorted((it.ndcg, it.judged.query) for it in outcomes)[:10]


def test_misspelt_queries_find_what_was_meant(outcomes: list[Outcome]):
    recall = quality.by_kind(outcomes)["misspelt"][2]
    assert recall >= quality.LEAST_RECALL, sorted((it.recall, it.judged.query) for it in outcomes)[:10]


def test_no_kind_of_query_is_left_behind(outcomes: list[Outcome]):
    for kind, (_, ndcg, recall) in quality.by_kind(outcomes).items():
        assert ndcg >= quality.LEAST_NDCG, kind
        assert recall >= 0.9, kind


def test_the_measured_set_does_not_get_worse(sets: dict[str, list[Outcome]]):
    assert quality.by_kind(sets["test"])["all"][1] >= quality.TEST_FLOOR


def test_queries_of_other_writers_do_not_get_worse(sets: dict[str, list[Outcome]]):
    assert quality.by_kind(sets["buyers"])["all"][1] >= quality.BUYERS_FLOOR


def test_ndcg_depends_on_grades_and_ranks():
    grades = {1: 3, 2: 2, 3: 1}
    assert quality.ndcg(grades, [1, 2, 3]) == 1
    assert quality.ndcg(grades, [3, 2, 1]) < quality.ndcg(grades, [2, 1, 3]) < 1
    assert quality.ndcg(grades, []) == 0
