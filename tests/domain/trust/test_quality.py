"""The shield warns as well as it did: aggregates of the test part, which nobody who writes rules reads."""

from itertools import groupby, islice

import pytest

from benchmarks import trust_quality
from marketplace.domain import trust
from marketplace.domain.trust.rulebook import CODES
from tools import train_trust

# Frauds of one reason and language that are tried: the model has learned from them, so most of them are found.
_TRIED = 5


@pytest.fixture(scope="module")
def judged():
    return trust_quality.judge_test()


@pytest.mark.parametrize("language", trust_quality.LANGUAGES)
def test_every_language_keeps_what_it_reached(judged, language):
    score = trust_quality.score_warned(judged, language)
    assert score.precision >= trust_quality.PRECISION_FLOOR
    assert score.recall >= trust_quality.RECALL_FLOOR


@pytest.mark.parametrize("language", trust_quality.LANGUAGES)
def test_short_messages_keep_what_they_reached(language):
    score = trust_quality.score_warned(trust_quality.judge_test("test_short"), language)
    assert score.precision >= 0.97
    assert score.recall >= 0.8


@pytest.mark.parametrize("by_writer", [False, True])
def test_no_conversation_is_judged_by_a_model_that_has_seen_it(by_writer):
    messages = train_trust.read_labelled(trust_quality.FOLDER / "train.jsonl")
    folds = trust_quality.split(messages, by_writer=by_writer)
    pairs = list(zip(messages, folds, strict=True))
    assert len({*folds}) > 1
    for _, group in groupby(pairs, key=lambda pair: pair[0].conversation):
        assert len({fold for _, fold in group}) == 1


def test_no_writer_is_split():
    messages = train_trust.read_labelled(trust_quality.FOLDER / "train.jsonl")
    writers = {
        (message.conversation[0], fold)
        for message, fold in zip(messages, trust_quality.split(messages, by_writer=True), strict=True)
    }
    assert len(writers) == len({writer for writer, _ in writers})


def test_labels_are_known_reasons():
    messages = train_trust.read_labelled(trust_quality.FOLDER / "train.jsonl")
    assert {reason for message in messages for reason in message.reasons} == {*CODES}


@pytest.fixture(scope="module")
def labelled():
    return train_trust.read_labelled(trust_quality.FOLDER / "train.jsonl")


@pytest.mark.parametrize("language", trust_quality.LANGUAGES)
def test_every_reason_is_found_in_every_language(labelled, language):
    spoken = [message for message in labelled if message.language == language]
    found = set()
    for code in CODES:
        for message in islice((each for each in spoken if code in each.reasons), _TRIED):
            given = {finding.code for finding in trust.check(message.said)}
            found |= given & message.reasons
    assert found == {*CODES}
