"""Learns the model of the chat's shield from labelled messages: `python -m tools.train_trust`.

Ridge regression on the features of `marketplace.domain.trust.features`: one solution of one system of equations, so that the same
messages give the same model.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from scipy import linalg, sparse

from marketplace.domain.trust import features, model, rulebook, shield
from marketplace.domain.trust.model import SUSPICION, UNIT, Model
from marketplace.domain.trust.rulebook import CODES, Rulebook

FOLDER = Path("benchmarks/trust")
_PENALTY = 0.3
_LEAST_COUNT = 3
# Reasons are told apart by meanings and by words that are not rare, which keeps the file small.
_LEAST_COUNT_OF_WORDS = 4
_OF_REASONS = ("c", "p", "x", "r", "w")
_LEAST_WEIGHT, _LEAST_WEIGHT_OF_REASONS = 100, 500


@dataclass(frozen=True)
class Labelled:
    """A message of the set, with the conversation up to and including it."""

    conversation: str
    language: str
    said: tuple[shield.Said, ...]
    reasons: frozenset[str]


def read_labelled(path: Path) -> list[Labelled]:
    """Read the messages of a file, in its order."""
    with path.open(encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    found: list[Labelled] = []
    for conversation, group in groupby(lines, key=lambda line: line["conversation"]):
        said: list[shield.Said] = []
        for line in group:
            said.append(shield.Said(line["text"], line["from"]))
            found.append(Labelled(conversation, line["language"], tuple(said), frozenset(line["reasons"])))
    return found


def prepare(messages: Iterable[Labelled], rules: Rulebook) -> list[set[str]]:
    """Name the features of each message."""
    return [shield.read_messages(message.said, rules)[-1].features for message in messages]


def train(messages: Sequence[Labelled], found: Sequence[set[str]]) -> Model:
    """Learn a model from messages and their features."""
    counts = Counter(feature for each in found for feature in each)
    known = sorted(feature for feature, count in counts.items() if count >= _LEAST_COUNT)
    every = _matrix(found, known)
    narrow = [
        at
        for at, feature in enumerate(known)
        if feature[0] in _OF_REASONS and (feature[0] != "w" or counts[feature] >= _LEAST_COUNT_OF_WORDS)
    ]
    suspicious = np.array([[1.0 if message.reasons else -1.0] for message in messages])
    by_reason = np.array([[1.0 if code in message.reasons else -1.0 for code in CODES] for message in messages])
    bias, weights = _solve(every, suspicious)
    bias_of_reasons, weights_of_reasons = _solve(every[:, narrow], by_reason)
    narrow_names = [known[at] for at in narrow]
    solved = {SUSPICION: _round(known, weights[:, 0], _LEAST_WEIGHT)}
    for at, code in enumerate(CODES):
        solved[code] = _round(narrow_names, weights_of_reasons[:, at], _LEAST_WEIGHT_OF_REASONS)
    biases = {SUSPICION: bias[0]} | dict(zip(CODES, bias_of_reasons, strict=True))
    return Model("1", {name: round(float(value), 4) for name, value in biases.items()}, solved)


def write(made: Model, path: Path = model.FILE) -> None:
    """Store a model, a line for each reason."""
    lines = [
        f'  "{name}": {json.dumps(weights, ensure_ascii=False, separators=(",", ":"))}'
        for name, weights in made.weights.items()
    ]
    head = f'{{"version": "{made.version}",\n"bias": {json.dumps(made.bias)},\n"weights": {{\n'
    path.write_text(head + ",\n".join(lines) + "\n}}\n", encoding="utf-8")


def _matrix(found: Sequence[set[str]], known: Sequence[str]) -> sparse.csc_array:
    place = {feature: at for at, feature in enumerate(known)}
    rows, columns, values = [], [], []
    for row, each in enumerate(found):
        seen = [feature for feature in each if feature in place]
        size = features.length(seen)
        rows += [row] * len(seen)
        columns += [place[feature] for feature in seen]
        values += [features.SCALE[feature[0]] / size for feature in seen]
    return sparse.csc_array((values, (rows, columns)), shape=(len(found), len(known)))


def _solve(rows: sparse.csc_array, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ridge regression in its dual form, which is small: there are fewer messages than features."""
    bias = wanted.mean(axis=0)
    likeness = (rows @ rows.T).toarray() + _PENALTY * np.eye(len(wanted))
    return bias, rows.T @ linalg.solve(likeness, wanted - bias, assume_a="pos", overwrite_a=True)


def _round(names: Sequence[str], values: np.ndarray, least: int) -> Mapping[str, int]:
    whole = {name: round(float(value) * UNIT) for name, value in zip(names, values, strict=True)}
    return {name: value for name, value in whole.items() if abs(value) >= least}


def main() -> None:
    """Train on the whole training part and store the model."""
    messages = read_labelled(FOLDER / "train.jsonl")
    made = train(messages, prepare(messages, rulebook.get()))
    write(made)
    print(f"{model.FILE}: {model.FILE.stat().st_size:,} bytes, {len(made.weights[SUSPICION]):,} features")


if __name__ == "__main__":
    main()
