"""Spelling correction: finds the known word that a misspelt word was meant to be."""

import math
from collections.abc import Iterable

from rapidfuzz.distance import OSA

from marketplace.domain.search.lexicon import Word

MIN_LENGTH = 4
_SAME_START = 0.4
_PER_TENFOLD_USE = 0.25


def allowed(word: str, meant: str) -> int:
    """Most edits between a typed word and its correction: longer words may have more."""
    if len(meant) - len(word) == 2 and len(word) > 4 and word[0] == meant[0]:
        # Two missing letters ("samsg") are more likely than two wrong ones.
        return 2
    return 1 if len(word) <= 5 else 2 if len(word) <= 9 else 3


def best(word: str, candidates: Iterable[Word], *, limit: int = 3) -> list[Word]:
    """The best corrections of a word, the likeliest first; all are about equally likely."""
    scored: list[tuple[float, str, Word]] = []
    for candidate in candidates:
        most = allowed(word, candidate.word)
        slips = OSA.distance(word, candidate.word, score_cutoff=most)
        if 0 < slips <= most and not candidate.word.isdecimal() and _digits(word) == _digits(candidate.word):
            score = slips - _PER_TENFOLD_USE * math.log10(candidate.uses + 1)
            score += 0 if candidate.word[0] == word[0] else _SAME_START
            scored.append((score, candidate.word, candidate))
    scored.sort()
    return [found for score, _, found in scored[:limit] if score <= scored[0][0] + 0.5]


def _digits(word: str) -> str:
    # Another digit means another model, not a slip; 1.5 is not 15.
    return "".join(it for it in word if it == "." or it.isdecimal())
