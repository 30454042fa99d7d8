"""Which known word a misspelt one was meant to be."""

import math
from collections.abc import Iterable

from marketplace.domain.search.engines import Word
from marketplace.domain.search.transliteration import sound

MIN_LENGTH = 4
_SAME_START = 0.4
_PER_TENFOLD_USE = 0.25
_SAME_SOUND = 0.75


def allowed(word: str, meant: str) -> int:
    """How many slips may lie between a typed word and the one that was meant: the longer, the more."""
    if len(meant) - len(word) == 2 and len(word) > 4 and word[0] == meant[0]:
        # Two letters left out ("samsg") say more than two wrong ones.
        return 2
    return 1 if len(word) <= 5 else 2 if len(word) <= 9 else 3


def distance(left: str, right: str, most: int) -> int:
    """Slips from one word to the other: a letter more, less, other, or two swapped (optimal string alignment).

    Returns:
        The number, or `most` + 1 when it is more than `most`.
    """
    if abs(len(left) - len(right)) > most:
        return most + 1
    before_last: list[int] = []
    last = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before_last, last = last, row
    return last[-1]


def best(word: str, candidates: Iterable[Word], *, limit: int = 3) -> list[Word]:
    """The candidates that the word was most likely meant to be, the likeliest first; all about equally likely."""
    scored: list[tuple[float, str, Word]] = []
    for candidate in candidates:
        alike = bool(sound(word)) and sound(word) == sound(candidate.word)
        most = allowed(word, candidate.word) + alike
        slips = distance(word, candidate.word, most)
        if 0 < slips <= most and not candidate.word.isdecimal() and _digits(word) == _digits(candidate.word):
            score = slips - _PER_TENFOLD_USE * math.log10(candidate.uses + 1)
            score += 0 if candidate.word[0] == word[0] else _SAME_START
            score -= _SAME_SOUND if alike else 0
            scored.append((score, candidate.word, candidate))
    scored.sort()
    return [found for score, _, found in scored[:limit] if score <= scored[0][0] + 0.5]


def _digits(word: str) -> str:
    # A model number with another digit is another model, not a slip.
    return "".join(filter(str.isdecimal, word))
