"""The shield warns as well as it did: aggregates of the test part, which nobody who writes rules reads."""

import pytest

from benchmarks import trust_quality


@pytest.fixture(scope="module")
def judged():
    return trust_quality.judge_test()


@pytest.mark.parametrize("language", trust_quality.LANGUAGES)
def test_every_language_keeps_what_it_reached(judged, language):
    score = trust_quality.score_warned(judged, language)
    assert score.precision >= trust_quality.PRECISION_FLOOR
    assert score.recall >= trust_quality.RECALL_FLOOR
