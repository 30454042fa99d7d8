"""Finds the city in a keyword: after "in" or "near", at its start or end, also if misspelt."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from rapidfuzz.distance import OSA

from marketplace.domain.search import spelling

_NEAR = r"near|nr\.?|around|close\s+to"
_WITHIN = r"within\s+(?P<km>\d{1,4}(?:\.\d+)?)\s*(?:km|kms|kilomet(?:er|re)s?)\s+(?:of|from|around)"
_IN = rf"(?:in|at|@|from|me|mein|{_NEAR}|{_WITHIN})"
# Hindi postpositions after a city: in, near.
_THEN = r"(?:\s+(?:में|mein|me|(?P<beside>ke\s+paas|के\s+पास)))?(?!\S)"
_IS_NEAR = re.compile(rf"(?:{_NEAR})(?!\w)")
# Without "in" before it, a short word is likely something else: "punk" is not Pune.
_LEAST, _LEAST_ALONE = 4, 6


class PlacePhrase(NamedTuple):
    """A city named in a keyword.

    Attributes:
        words: the whole phrase, e.g. "near pune".
        near: whether its surroundings are included.
        km: the radius, if it is given.
    """

    city: str
    words: str
    near: bool = False
    km: float | None = None


def find(
    text: str,
    cities: Mapping[tuple[str, ...], str],
    is_word: Callable[[str], bool] | None = None,
    with_ads: Collection[str] = (),
) -> PlacePhrase | None:
    """Find the city that the text names; the longest phrase wins.

    Args:
        cities: by the folded words of their names.
        is_word: whether a word is known, so that it is not a misspelt city; left out, no city is corrected.
        with_ads: cities that a misspelt word may mean without "in" before it.
    """
    best: PlacePhrase | None = None
    for words, city in cities.items():
        if words and words[0] in text:
            for match in _namings(text, r"\s+".join(map(re.escape, words))):
                named = _named(match, city)
                if best is None or len(named.words) > len(best.words):
                    best = named
    return best or (_misspelt(text, cities, is_word, with_ads) if is_word else None)


def _namings(text: str, name: str) -> Iterator[re.Match[str]]:
    for pattern in (
        rf"(?<!\S){_IN}\s+{name}{_THEN}",
        rf"^\s*{name}{_THEN}",
        rf"(?<!\S){name}{_THEN}\s*$",
    ):
        if match := re.search(pattern, text):
            yield match


def _named(match: re.Match[str], city: str) -> PlacePhrase:
    words, said = match[0].strip(), match.groupdict()
    km = float(said["km"]) if said.get("km") else None
    return PlacePhrase(city, words, near=bool(km or said["beside"] or _IS_NEAR.match(words)), km=km or None)


def _misspelt(
    text: str, cities: Mapping[tuple[str, ...], str], is_word: Callable[[str], bool], with_ads: Collection[str]
) -> PlacePhrase | None:
    sure = [match["name"] for match in re.finditer(rf"(?<!\S){_IN}\s+(?P<name>[a-z]{{{_LEAST},}})(?!\S)", text)]
    ends = [word for word in (*text.split()[:1], *text.split()[-1:]) if len(word) >= _LEAST_ALONE]
    for word in filter(str.isalpha, (*sure, *ends)):
        is_sure = word in sure
        # Checked first, since most cities start with another letter.
        names = {
            words[0]: city
            for words, city in cities.items()
            if words[0][0] == word[0] and len(words) == 1 and (is_sure or city in with_ads)
        }
        # Checked last, since it reads the index.
        if (meant := _alike(word, names, sure=is_sure)) and not is_word(word):
            for match in _namings(text, word):
                return _named(match, names[meant])
    return None


def _alike(word: str, names: Collection[str], *, sure: bool) -> str | None:
    """The city that a misspelt word was meant to be."""
    most = spelling.allowed(word) if sure else 1
    found = [
        (OSA.distance(word, name, score_cutoff=most), name)
        for name in names
        # "Jaipuri" is a style, not a misspelling.
        if len(name) >= _LEAST and not word.startswith(name)
    ]
    near = min(found, default=None)
    return near[1] if near and near[0] <= most else None


def wider(words: str, km: float) -> str:
    """A phrase for the same city with this radius in kilometres."""
    name = re.sub(rf"{_THEN}\s*$", "", re.sub(rf"^{_IN}\s+", "", words))
    return f"within {km:g} km of {name}"
