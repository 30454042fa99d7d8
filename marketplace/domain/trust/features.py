"""What the model sees of a message: words, parts of words, meanings and pairs of them, and the sender's earlier meanings."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from marketplace.domain.trust.normalise import Word

# Weight of a feature by the first letter of its name, which tells its kind: words, pairs of words, words with the role, parts of
# words, role, meanings, pairs of meanings, meanings of earlier messages. The length of a message and its place in the conversation are
# none: they tell more of the writers of the set than of fraud.
SCALE = {"w": 1.0, "b": 0.6, "v": 0.6, "g": 0.35, "r": 1.0, "c": 1.5, "p": 1.0, "x": 1.0}
# Meanings that are in every other message, so that pairs with them are no evidence.
_COMMON = {"YOU", "ME", "NEED"}
_PART_SIZES = (4, 5)
_MIN_WORD = 4


def extract(words: Sequence[Word], meanings: Iterable[str], earlier: Iterable[str], *, role: str) -> set[str]:
    """Name the features of a message.

    Args:
        meanings, earlier: the meanings of this message, and of the sender's messages before it.
        role: "buyer" or "seller".
    """
    here = sorted(meanings)
    telling = [meaning for meaning in here if meaning not in _COMMON]
    found = {f"r:{role}", *(f"r:{role}+{meaning}" for meaning in telling)}
    found.update(f"c:{meaning}" for meaning in here)
    found.update(f"p:{one}+{other}" for one, other in combinations(telling, 2))
    found.update(f"x:{meaning}" for meaning in earlier if meaning not in _COMMON)
    found.update(f"w:{word.key}" for word in words)
    found.update(f"v:{role}+{word.key}" for word in words)
    found.update(f"b:{one.key} {other.key}" for one, other in pairwise(words))
    for word in words:
        found.update(f"g:{part}" for part in _parts(word.key))
    return found


def length(features: Iterable[str]) -> float:
    """The length of the vector, which long messages are divided by."""
    return math.sqrt(sum(SCALE[feature[0]] ** 2 for feature in features)) or 1.0


def _parts(key: str) -> Iterator[str]:
    if len(key) < _MIN_WORD or key.startswith("@"):
        return
    padded = f" {key} "
    for size in _PART_SIZES:
        for start in range(len(padded) - size + 1):
            yield padded[start : start + size]
