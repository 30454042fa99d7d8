"""How well the chat's shield warns: precision and recall of "warned or not" for each language, and of each reason.

    python -m benchmarks.trust_quality [--by-writer]

The training part is cross-validated, so that no message is judged by a model that has seen its conversation, or with `--by-writer`
any message of its writer. The test parts were written by two others and are judged by the stored model; the difference says how
far the shield is fitted to its own set. Messages of the second are short, as people type them on a phone.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from marketplace.domain.trust import model, rulebook, shield
from marketplace.domain.trust.rulebook import CODES
from tools import train_trust
from tools.train_trust import Labelled

FOLDER = Path(__file__).parent / "trust"
LANGUAGES = ("en", "hi", "hinglish")
GOAL_PRECISION, GOAL_RECALL = 0.95, 0.88
# The scores that the test part has reached in every language; lower ones are a regression.
PRECISION_FLOOR, RECALL_FLOOR = 0.95, 0.88
_FOLDS = 4


@dataclass(frozen=True)
class Judged:
    """A message and the reasons it was given."""

    message: Labelled
    given: frozenset[str]


@dataclass(frozen=True)
class Score:
    """Precision and recall, and the number of messages that should be found."""

    precision: float
    recall: float
    count: int

    @classmethod
    def of(cls, pairs: Sequence[tuple[bool, bool]]) -> "Score":
        """Count pairs of (right, given)."""
        hits = sum(right and given for right, given in pairs)
        wanted, found = sum(right for right, _ in pairs), sum(given for _, given in pairs)
        return cls(hits / found if found else 1.0, hits / wanted if wanted else 1.0, wanted)


def judge_test(name: str = "test") -> list[Judged]:
    """Judge a test part by the stored model."""
    return list(_judge(train_trust.read_labelled(FOLDER / f"{name}.jsonl"), model.get()))


def judge_train(*, by_writer: bool = False) -> list[Judged]:
    """Measure the training part by cross-validation: each fold is judged by a model trained on the others."""
    messages = train_trust.read_labelled(FOLDER / "train.jsonl")
    found = train_trust.prepare(messages, rulebook.get())
    folds = split(messages, by_writer=by_writer)
    judged: list[Judged] = []
    for held_out in dict.fromkeys(folds):
        seen = [at for at, fold in enumerate(folds) if fold != held_out]
        made = train_trust.train([messages[at] for at in seen], [found[at] for at in seen])
        judged += _judge([message for message, fold in zip(messages, folds, strict=True) if fold == held_out], made)
    return judged


def split(messages: Sequence[Labelled], *, by_writer: bool) -> list[str]:
    """The fold of each message; a conversation is never split, and neither is a writer if that is asked for."""
    if by_writer:
        return [message.conversation[0] for message in messages]
    conversations = dict.fromkeys(message.conversation for message in messages)
    fold = {conversation: str(at % _FOLDS) for at, conversation in enumerate(conversations)}
    return [fold[message.conversation] for message in messages]


def _judge(messages: Sequence[Labelled], made: model.Model) -> Iterator[Judged]:
    for message in messages:
        findings = shield.check(message.said, trained=made)
        yield Judged(message, frozenset(finding.code for finding in findings))


def score_warned(judged: Sequence[Judged], language: str = "") -> Score:
    """Score "warned or not", of all languages or of one."""
    chosen = [each for each in judged if language in ("", each.message.language)]
    return Score.of([(bool(each.message.reasons), bool(each.given)) for each in chosen])


def score_reason(judged: Sequence[Judged], code: str) -> Score:
    """Score one reason."""
    return Score.of([(code in each.message.reasons, code in each.given) for each in judged])


def main() -> int:
    """Print the scores; 1 if the test part fell below its floor."""
    parser = argparse.ArgumentParser(description="Measure how well the chat's shield warns.")
    parser.add_argument("--by-writer", action="store_true", help="judge each writer by a model without their messages")
    by_writer = parser.parse_args().by_writer
    sets = {"train": judge_train(by_writer=by_writer), "test": judge_test(), "test_short": judge_test("test_short")}
    print(f"goal in each language: precision {GOAL_PRECISION}, recall {GOAL_RECALL}\n")
    print(f"{'':24}" + "".join(f"{name:>22}" for name in sets))
    for language in ("", *LANGUAGES):
        _print_row(f"warned, {language or 'all'}", [score_warned(judged, language) for judged in sets.values()])
    for code in CODES:
        _print_row(code, [score_reason(judged, code) for judged in sets.values()])
    return 0 if reaches_floor(sets["test"]) else 1


def reaches_floor(judged: Sequence[Judged]) -> bool:
    """Whether every language reaches the floor."""
    scores = [score_warned(judged, language) for language in LANGUAGES]
    return all(score.precision >= PRECISION_FLOOR and score.recall >= RECALL_FLOOR for score in scores)


def _print_row(title: str, scores: Sequence[Score]) -> None:
    cells = "".join(f"{score.precision:>10.3f} {score.recall:.3f} {score.count:>5}" for score in scores)
    print(f"{title:24}{cells}")


if __name__ == "__main__":
    sys.exit(main())
