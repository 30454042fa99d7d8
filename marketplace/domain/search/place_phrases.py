"""Finds the city in a keyword: after "in" or "near", at its start or end, also if misspelt."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping

from rapidfuzz.distance import OSA

from marketplace.domain.places import find_town
from marketplace.domain.search import spelling
from marketplace.domain.search.filter_phrases import Reading
from marketplace.domain.search.filter_texts import place_text

_NEAR = r"near|nr\.?|around|close\s+to"
_WITHIN = r"within\s+(?P<km>\d{1,4}(?:\.\d+)?)\s*(?:km|kms|kilomet(?:er|re)s?)\s+(?:of|from|around)"
_IN = rf"(?:in|at|@|from|to|me|mein|{_NEAR}|{_WITHIN})"
# Hindi postpositions after a city: in, near.
_THEN = r"(?:\s+(?:में|mein|me|(?P<beside>ke\s+paas|के\s+पास)))?(?!\S)"
_IS_NEAR = re.compile(rf"(?:{_NEAR})(?!\w)")
# Without "in" before it, a short word is likely something else: "punk" is not Pune.
_LEAST, _LEAST_ALONE = 4, 6
NEAR_KM = 25.0


def find(
    text: str,
    cities: Mapping[tuple[str, ...], str],
    is_word: Callable[[str], bool] | None = None,
    with_ads: Collection[str] = (),
    radius_km: float | None = None,
) -> tuple[str, Reading] | None:
    """Find the city that the text names; the longest phrase wins.

    Args:
        cities: by the folded words of their names.
        is_word: whether a word is known, so that it is not a misspelt city; left out, no city is corrected.
        with_ads: cities that a misspelt word may mean without "in" before it.
        radius_km: of a filter that is set; it takes precedence over the words.

    Returns:
        The whole phrase, e.g. "near pune", and what it means.
    """
    best: tuple[re.Match[str], str] | None = None
    for words, city in cities.items():
        if words and words[0] in text:
            for match in _namings(text, r"\s+".join(map(re.escape, words))):
                if best is None or len(match[0].strip()) > len(best[0][0].strip()):
                    best = match, city
    if best is None and is_word:
        best = _misspelt(text, cities, is_word, with_ads)
    return (best[0][0].strip(), _reading(*best, radius_km)) if best else None


def _namings(text: str, name: str) -> Iterator[re.Match[str]]:
    for pattern in (
        rf"(?<!\S){_IN}\s+{name}{_THEN}",
        rf"^\s*{name}{_THEN}",
        rf"(?<!\S){name}{_THEN}\s*$",
    ):
        if match := re.search(pattern, text):
            yield match


def _reading(match: re.Match[str], city: str, radius_km: float | None) -> Reading:
    """The filter for a place: the city, or a circle around it."""
    said = match.groupdict()
    km = float(said.get("km") or 0)
    is_near = km or said["beside"] or _IS_NEAR.match(match[0].strip())
    town = find_town(city) if is_near else None
    if town is None:
        return Reading("city", city, {"city": city})
    filters = {"lat": town.latitude, "lng": town.longitude}
    if radius_km is None:
        filters["radius_km"] = km or NEAR_KM
    return Reading("near", place_text(city, radius_km or km or NEAR_KM), filters)


def _misspelt(
    text: str, cities: Mapping[tuple[str, ...], str], is_word: Callable[[str], bool], with_ads: Collection[str]
) -> tuple[re.Match[str], str] | None:
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
                return match, names[meant]
    return None


def _alike(word: str, names: Collection[str], *, sure: bool) -> str | None:
    """The city that a misspelt word was meant to be."""
    most = spelling.allowed(word, word) if sure else 1
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
