"""Cities in a keyword: after "in" or "near", at its start or end, also if misspelt."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from marketplace.domain.places import FORMER_NAMES, find_town
from marketplace.domain.search import analysis, lexicon
from marketplace.domain.search.filter_phrases import KM, Reading
from marketplace.domain.search.filter_texts import place_text
from marketplace.domain.search.word_lists import OTHER_CITY_NAMES
from marketplace.integrations.geocode import get_gazetteer

_LARGEST = 500
_NEAR = r"near|nr\.?|around|close\s+to"
_IN = rf"(?:in|at|@|from|to|me|mein|{_NEAR}|within\s+{KM}\s+(?:of|from|around))"
# Hindi postpositions after a city: in, near.
_THEN = r"(?:\s+(?:में|mein|me|(?P<beside>ke\s+paas|के\s+पास)))?(?!\S)"
_IS_NEAR = re.compile(rf"(?:{_NEAR})(?!\w)")
# Without "in" before it, a short word is likely something else: "punk" is not Pune.
_LEAST, _LEAST_ALONE = 4, 6
NEAR_KM = 25.0
# Cities by the folded words of their names.
Cities = Mapping[tuple[str, ...], str]
_Named = tuple[re.Match[str], str]


def known_cities(cities: Iterable[str]) -> Cities:
    """Like `by_words`, with the largest cities of India added, which need not have ads.

    Args:
        cities: as spelled in ads; this spelling takes precedence.
    """
    return by_words((*reversed(_largest_cities()), *cities))


@lru_cache(maxsize=4)
def by_words(cities: tuple[str, ...]) -> Cities:
    """Index cities by the folded words of their names, including former, Hindi and short names.

    Args:
        cities: as spelled in ads, the most frequent spelling last.
    """
    found = {words: city for city in cities if (words := tuple(analysis.words(city)))}
    for other, name in (FORMER_NAMES | OTHER_CITY_NAMES).items():
        if city := found.get((name,)):
            found.setdefault(tuple(analysis.words(other)), city)
    return found


def first_letters(cities: Iterable[str]) -> frozenset[str]:
    """First letters of all words that may name one of these cities, by its current, former or other name, also misspelt."""
    names = [tuple(analysis.words(city)) for city in cities]
    others = [analysis.words(other) for other, name in (FORMER_NAMES | OTHER_CITY_NAMES).items() if (name,) in names]
    return frozenset(words[0][0] for words in (*names, *others) if words)


@lru_cache(maxsize=1)
def _largest_cities() -> tuple[str, ...]:
    largest = dict.fromkeys(town.city for town in get_gazetteer().home_towns[:_LARGEST])
    # Other names lead to the current name.
    return tuple(city for city in largest if city.casefold() not in FORMER_NAMES)


def find(
    text: str,
    cities: Cities,
    is_word: Callable[[str], bool] | None = None,
    with_ads: Collection[str] = (),
    radius_km: float | None = None,
) -> tuple["re.Match[str]", Reading] | None:
    """Find the city that the text names; the longest phrase wins.

    Args:
        is_word: whether a word is known, so that it is not a misspelt city; left out, no city is corrected.
        with_ads: cities that a misspelt word may mean without "in" before it.
        radius_km: of a filter that is set; it takes precedence over the words.

    Returns:
        The phrase, e.g. "near pune", and what it means.
    """
    named = [
        (match, city)
        for words, city in cities.items()
        if words and words[0] in text
        for match in _namings(text, r"\s+".join(map(re.escape, words)))
    ] or (list(_misspelt(text, cities, is_word, with_ads)) if is_word else [])
    if not named:
        return None
    match, city = max(named, key=lambda it: len(it[0][0].strip()))
    km = float(match["km"] or 0)
    is_near = km or match["beside"] or _IS_NEAR.match(match[0].strip())
    town = find_town(city) if is_near else None
    if town is None:
        return match, Reading("city", city, {"city": city})
    filters = {"lat": town.latitude, "lng": town.longitude}
    if radius_km is None:
        filters["radius_km"] = km or NEAR_KM
    return match, Reading("near", place_text(city, radius_km or km or NEAR_KM), filters)


def _namings(text: str, name: str) -> Iterator[re.Match[str]]:
    matches = re.finditer(rf"(?P<in>(?<!\S){_IN}\s+|^\s*)?(?<!\S){name}{_THEN}(?P<end>\s*$)?", text)
    return (match for match in matches if match["in"] is not None or match["end"] is not None)


def _misspelt(text: str, cities: Cities, is_word: Callable[[str], bool], with_ads: Collection[str]) -> Iterator[_Named]:
    """The first word that is likely a misspelt city."""
    sure = [match["name"] for match in re.finditer(rf"(?<!\S){_IN}\s+(?P<name>[a-z]{{{_LEAST},}})(?!\S)", text)]
    ends = [word for word in (*text.split()[:1], *text.split()[-1:]) if len(word) >= _LEAST_ALONE]
    for word in filter(str.isalpha, (*sure, *ends)):
        is_sure = word in sure
        names = {
            name: city
            for (name, *more), city in cities.items()
            # Checked first, since most cities start with another letter. "Jaipuri" is a style, not a misspelling.
            if name[0] == word[0] and not more and len(name) >= _LEAST and not word.startswith(name)
            if is_sure or city in with_ads
        }
        most = lexicon.allowed(word) if is_sure else 1
        meant = process.extractOne(word, list(names), scorer=OSA.distance, score_cutoff=most)
        # Checked last, since it reads the index.
        if meant and not is_word(word):
            yield from ((match, names[meant[0]]) for match in _namings(text, word))
            return


def wider(words: str, km: float) -> str:
    """A phrase for the same city with this radius in kilometres."""
    name = re.sub(rf"{_THEN}\s*$", "", re.sub(rf"^{_IN}\s+", "", words))
    return f"within {km:g} km of {name}"
