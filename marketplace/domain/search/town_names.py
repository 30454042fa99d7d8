"""The town that a keyword names: after "in" or "near", at either end of it, and misspelt where no ad has the word."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from marketplace.domain.search import spelling

_NEAR = r"near|nr\.?|around|close\s+to"
_WITHIN = r"within\s+(?P<km>\d{1,4}(?:\.\d+)?)\s*(?:km|kms|kilomet(?:er|re)s?)\s+(?:of|from|around)"
_IN = rf"(?:in|at|@|from|me|mein|{_NEAR}|{_WITHIN})"
# What Hindi says after the town: in, near.
_THEN = r"(?:\s+(?:में|mein|me|(?P<beside>ke\s+paas|के\s+पास)))?(?!\S)"
_IS_NEAR = re.compile(rf"(?:{_NEAR})(?!\w)")
# The same word by word.
_BEFORE = frozenset(["in", "at", "from", "me", "mein", "near", "nr", "around", "to", "of"])
_AFTER = frozenset(["में", "mein", "me", "ke", "paas", "के", "पास"])
# Without "in" before it, a short word is too likely something else: "punk" is no Pune.
_LEAST, _LEAST_ALONE = 4, 6


class Named(NamedTuple):
    """A town that is named.

    Attributes:
        words: of the keyword, those around the name included.
        near: not only in it, but around it too.
        km: how far around, where that is said.
    """

    city: str
    words: str
    near: bool = False
    km: float | None = None


def find(
    text: str, cities: Mapping[tuple[str, ...], str], is_word: Callable[[str], bool] | None = None
) -> Named | None:
    """The town that the text names; the longest naming of several.

    Args:
        cities: by the words of their names, folded.
        is_word: tells words of other things from what may be a misspelt name; left out, nothing is taken for misspelt.
    """
    best: Named | None = None
    for words, city in cities.items():
        if words and words[0] in text:
            for match in _namings(text, r"\s+".join(map(re.escape, words))):
                named = _named(match, city)
                if best is None or len(named.words) > len(best.words):
                    best = named
    return best or (_misspelt(text, cities, is_word) if is_word else None)


def _namings(text: str, name: str) -> Iterator[re.Match[str]]:
    for pattern in (
        rf"(?<!\S){_IN}\s+{name}{_THEN}",
        rf"^\s*{name}{_THEN}",
        rf"(?<!\S){name}{_THEN}\s*$",
    ):
        if match := re.search(pattern, text):
            yield match


def _named(match: re.Match[str], city: str) -> Named:
    words, said = match[0].strip(), match.groupdict()
    km = float(said["km"]) if said.get("km") else None
    return Named(city, words, near=bool(km or said["beside"] or _IS_NEAR.match(words)), km=km or None)


def _misspelt(text: str, cities: Mapping[tuple[str, ...], str], is_word: Callable[[str], bool]) -> Named | None:
    names = {words[0]: city for words, city in cities.items() if len(words) == 1}
    sure = [match["name"] for match in re.finditer(rf"(?<!\S){_IN}\s+(?P<name>[a-z]{{{_LEAST},}})(?!\S)", text)]
    ends = [word for word in (*text.split()[:1], *text.split()[-1:]) if len(word) >= _LEAST_ALONE]
    for word in filter(str.isalpha, (*sure, *ends)):
        # What the ads know is asked last.
        if (meant := _alike(word, names, sure=word in sure)) and not is_word(word):
            for match in _namings(text, word):
                return _named(match, names[meant])
    return None


def is_like(word: str, name: str, *, sure: bool) -> bool:
    """Whether the word may be a slip for the name.

    Args:
        sure: it stands where a town is named.
    """
    if name[0] != word[0] or len(name) < _LEAST or word.startswith(name):
        return False
    most = spelling.allowed(word, word) if sure else 1
    return spelling.distance(word, name, most) <= most


def starts_of_names(words: Sequence[str], longest: int) -> list[int]:
    """Where in the words the name of a town, of so many words at most, may begin that `find` would find."""
    end = _end_of_names(words)
    after = (at + 1 for at, word in enumerate(words[:-1]) if word in _BEFORE)
    return sorted({*range(min(1, end)), *after, *range(max(0, end - longest), end)})


def misspelt_words(words: Sequence[str]) -> tuple[set[str], set[str]]:
    """Words that `find` would take for misspelt names: those that stand where a town is named, and those at the ends."""
    sure = {word for before, word in pairwise(words) if before in _BEFORE and _is_name(word, _LEAST)}
    ends = {words[at] for at in (0, _end_of_names(words) - 1) if words and _is_name(words[at], _LEAST_ALONE)}
    return sure, ends - sure


def _end_of_names(words: Sequence[str]) -> int:
    end = len(words)
    while end > 1 and words[end - 1] in _AFTER:
        end -= 1
    return end


def _is_name(word: str, least: int) -> bool:
    return len(word) >= least and word.isalpha()


def _alike(word: str, names: Mapping[str, str], *, sure: bool) -> str | None:
    """The name that the word was meant to be."""
    most = spelling.allowed(word, word) if sure else 1
    found = [
        (spelling.distance(word, name, most), name)
        for name in names
        # "Jaipuri" is a style, not a slip.
        if name[0] == word[0] and len(name) >= _LEAST and not word.startswith(name)
    ]
    near = min(found, default=None)
    return near[1] if near and near[0] <= most else None


def wider(words: str, km: float) -> str:
    """The same town named with so many kilometres around it."""
    name = re.sub(rf"{_THEN}\s*$", "", re.sub(rf"^{_IN}\s+", "", words))
    return f"within {km:g} km of {name}"
