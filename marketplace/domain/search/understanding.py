"""Understands filters in a keyword: the price and place of "2bhk under 15k in pune"."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from itertools import pairwise

from marketplace.domain.search import analysis, cities, word_lists
from marketplace.domain.search.filter_phrases import END, READERS, Reader, Reading
from marketplace.domain.search.lexicon import Lexicon
from marketplace.domain.search.params import require_place
from marketplace.domain.search.schemas import Chip, SearchQuery, Sort
from marketplace.domain.search.units import LETTER, either
from marketplace.domain.search.word_lists import NUMBERS, RENTED_FOR
from marketplace.models import AdType

_PRICE = {"min_price", "max_price"}
# "For 2 days", "ek hafte ke liye", but not "for 6 months old".
_COUNT = rf"(?<!{LETTER})(?:\d{{1,2}}|an?|{either(NUMBERS)})\s*(?:{either(RENTED_FOR)}){END}"
_HIRE_PERIOD = re.compile(
    rf"(?<!{LETTER})for\s+(?:only\s+)?{_COUNT}(?!\s*(?:old|baby))|{_COUNT}\s*(?:ke\s+liye|के\s+लिए){END}"
)
# A quote begins before a word; the sign after 55 is inches.
_QUOTED = re.compile(r'(?:(?<=\s)|^)-?"[^"]*(?:"|$)')


@dataclass(frozen=True, slots=True)
class Understood:
    """A query whose keyword was understood.

    Attributes:
        query: with the filters from the keyword, and a keyword without the words for them.
        said: kind and words of each phrase, including repetitions and those whose filter is set already.
        prefers: the type of ads to list first: for rent if the keyword names a number of days; for sale if it names a budget
            without a time, or a used item.
    """

    query: SearchQuery
    chips: tuple[Chip, ...] = ()
    said: tuple[tuple[str, str], ...] = ()
    prefers: AdType | None = None

    def without(self, *kinds: str) -> str:
        """The keyword without the phrases of these kinds; the other phrases follow the words."""
        return " ".join(filter(None, (self.query.keyword, *(words for kind, words in self.said if kind not in kinds))))


def understand(
    query: SearchQuery,
    known: cities.Cities,
    is_word: Callable[[str], bool] | None = None,
    with_ads: Collection[str] = (),
) -> Understood:
    """Turn phrases of the keyword into filters.

    Filters that are set take precedence: after "sofa in pune", choosing Mumbai finds sofas in Mumbai, and "in pune" is not
    searched as words either.

    Args:
        known: the cities that it may name.
        is_word: whether a word is known, so that it is not a misspelt city; left out, no city is corrected.
        with_ads: the cities that have ads.
    """
    keyword = analysis.clean_query(query.keyword)
    if not keyword or query.literal:
        return Understood(query)
    rented = _HIRE_PERIOD.search(_blank_quotes(keyword))
    found = _Found(query, f"{keyword[: rented.start()]} {keyword[rented.end() :]}" if rented else keyword)
    for pattern, read in READERS:
        found.read(pattern, read)
    found.read_place(known, is_word, with_ads)
    rest = found.rest.strip()
    narrowed = replace(query, keyword=rest)
    chips: dict[str, Chip] = {}
    for words, reading in found.applied:
        narrowed = _narrow(narrowed, reading)
        others = (said for said, other in found.applied if other != reading)
        keyword = " ".join(filter(None, (rest, *others)))
        chips.setdefault(reading.text, Chip(kind=reading.kind, text=reading.text, words=words, rest=keyword))
    kinds = {reading.kind for _, reading in found.applied}
    is_bought = narrowed.price_unit is None and ("price" in kinds or _is_used(rest))
    prefers = AdType.RENT if rented else AdType.SELL if is_bought else None
    return Understood(narrowed, tuple(chips.values()), tuple(found.said), prefers)


def understand_in(lexicon: Lexicon, query: SearchQuery) -> Understood:
    """Like `understand`, with the cities and words of live ads.

    Raises:
        Invalid: a distance has no place to start from.
    """

    def is_word(word: str) -> bool:
        return word in word_lists.STOP_WORDS or lexicon.is_known(word)

    understood = Understood(query)
    if query.keyword:
        with_ads = lexicon.cities()
        understood = understand(query, cities.known_cities(with_ads), is_word, with_ads)
    require_place(understood.query)
    return understood


@dataclass(slots=True)
class _Found:
    """Phrases found so far, with their words, and the rest of the keyword."""

    query: SearchQuery
    rest: str
    applied: list[tuple[str, Reading]] = field(default_factory=list)
    said: list[tuple[str, str]] = field(default_factory=list)

    def read(self, pattern: "re.Pattern[str]", read: Reader) -> None:
        """Take the phrases of one pattern out of the rest."""
        at = 0
        while match := pattern.search(_blank_quotes(self.rest), at):
            reading = read(match)
            at = match.start() if reading and self._take(match, reading) else match.end()

    def read_place(
        self, known: cities.Cities, is_word: Callable[[str], bool] | None, with_ads: Collection[str]
    ) -> None:
        """Take the first place and its repetitions out of the rest."""
        first: Reading | None = None
        # A repetition is recognised by the corrected name.
        while place := cities.find(
            _blank_quotes(self.rest), known, None if first else is_word, with_ads, self.query.radius_km
        ):
            match, reading = place
            if first not in (None, reading) or not self._take(match, reading):
                break
            first = reading

    def _take(self, match: "re.Match[str]", reading: Reading) -> bool:
        """Move a phrase out of the rest; returns False if another one of its kind was found before, so that its words stay."""
        words = match[0].strip()
        # `near` of a phrase is the visitor's position; `near` of the query is only a name.
        names = (reading.filters.keys() - {"near"}) | (_PRICE if reading.kind == "price" else set())
        if all(getattr(self.query, name, None) in (None, "") for name in names):
            before = [other for _, other in self.applied if other.kind == reading.kind]
            # "Above 5k" and "under 10k" combine.
            if reading not in before and any(
                reading.kind != "price" or other.filters.keys() & reading.filters.keys() & _PRICE for other in before
            ):
                return False
            self.applied.append((words, reading))
        self.said.append((reading.kind, words))
        self.rest = f"{self.rest[: match.start()].rstrip()} {self.rest[match.end() :].lstrip()}"
        return True


def _is_used(keyword: str) -> bool:
    words = analysis.words(keyword)
    return not (word_lists.USED.isdisjoint(words) and word_lists.USED_PHRASES.isdisjoint(pairwise(words)))


def _blank_quotes(text: str) -> str:
    """Blank out quoted phrases, which are taken literally; positions stay the same."""
    return _QUOTED.sub(lambda match: "\x00" * len(match[0]), text)


def _narrow(query: SearchQuery, reading: Reading) -> SearchQuery:
    if not reading.filters.get("near"):
        return replace(query, **reading.filters)
    if query.lat is None:
        # Only the browser knows the position; the page asks for it when it shows the chip.
        return query
    radius = query.radius_km or reading.filters.get("radius_km", cities.NEAR_KM)
    return replace(query, radius_km=radius, sort=query.sort or Sort.DISTANCE)
