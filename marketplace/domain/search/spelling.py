"""Spelling correction: finds the known word that a misspelt word was meant to be."""

import math
from collections.abc import Mapping

import jellyfish
from rapidfuzz.distance import OSA

MIN_LENGTH = 4
# In edits.
_OTHER_START = 0.4
_EQUALLY_LIKELY = 0.5
# Shorter sounds fit too many words.
_LEAST_SOUND = 3
_MOST = 5
_PER_TENFOLD_USE = 0.25


def allowed(word: str, meant: str) -> int:
    """Most edits between a typed word and its correction: longer words may have more."""
    if len(meant) - len(word) == 2 and len(word) > 4 and word[0] == meant[0]:
        # Two missing letters ("samsg") are more likely than two wrong ones.
        return 2
    return 1 if len(word) <= 5 else 2 if len(word) <= 9 else 3


def best(word: str, candidates: Mapping[str, int]) -> list[str]:
    """The best corrections of a word, the likeliest first; all are about equally likely.

    Args:
        candidates: known words with the number of ads that have them.
    """
    scored: list[tuple[float, str]] = []
    sound = jellyfish.metaphone(word)
    for other, uses in candidates.items():
        slips = OSA.distance(word, other)
        sounds_alike = len(sound) >= _LEAST_SOUND and sound == jellyfish.metaphone(other)
        if slips and (slips <= allowed(word, other) or sounds_alike) and _digits(word) == _digits(other):
            if sounds_alike:
                # Many people write as they hear: "ifon", "neckles".
                slips = max(1, slips / 2)
            other_start = 0 if other[0] == word[0] or sounds_alike else _OTHER_START
            scored.append((slips + other_start - _PER_TENFOLD_USE * math.log10(uses + 1), other))
    scored.sort()
    return [other for score, other in scored[:_MOST] if score <= scored[0][0] + _EQUALLY_LIKELY]


def _digits(word: str) -> str:
    # Another digit means another model, not a slip; 1.5 is not 15.
    return "".join(it for it in word if it == "." or it.isdecimal())
