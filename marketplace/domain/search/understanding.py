"""What a keyword says besides words: a price, a place, a time, a type. "2bhk under 15k in pune"."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import sqlalchemy as sa

from marketplace.domain.search import analysis, places, synonyms, town_names, vocabulary
from marketplace.domain.search.readings import READERS, Reading
from marketplace.domain.search.schemas import Chip, SearchQuery, Sort
from marketplace.domain.search.town_names import Named
from marketplace.texts import t

NEAR_KM = 25.0
_PRICE = {"min_price": None, "max_price": None}
# A quote begins where a word does; 55" are inches.
_QUOTED = re.compile(r'(?:(?<=\s)|^)-?"[^"]*(?:"|$)')


@dataclass(frozen=True, slots=True)
class Understood:
    """The query with what was understood among its filters, its keyword without the words for it.

    Attributes:
        overruled: what was read and not obeyed, because a filter that is set decides it.
    """

    query: SearchQuery
    chips: tuple[Chip, ...] = ()
    overruled: tuple[Chip, ...] = ()

    def without(self, keyword: str, *kinds: str) -> str:
        """The keyword without the words that were read as these kinds, without all that were read where none is named."""
        for chip in (*self.chips, *self.overruled):
            if not kinds or chip.kind in kinds:
                keyword = leave_out(keyword, chip.words)
        return keyword


def understand(
    query: SearchQuery,
    cities: Callable[[], Mapping[tuple[str, ...], str]],
    is_word: Callable[[str], bool] | None = None,
) -> Understood:
    """Read filters out of the keyword.

    A filter that is set is never overruled. Who typed "sofa in pune" and then chose Mumbai wants sofas in Mumbai, so the
    words that speak of the same are not looked for either.

    Args:
        cities: gives the cities by their folded words; asked only where there is a keyword.
        is_word: tells words of other things from what may be a misspelt city; left out, none is taken for misspelt.
    """
    keyword = analysis.clean_query(query.keyword)
    if not keyword or query.literal:
        return Understood(query)
    found = _Found(query)
    rest = keyword
    for pattern, read in READERS:
        for match in pattern.finditer(_blank_quotes(rest)):
            reading = read(match)
            if reading and found.take(match[0].strip(), reading):
                rest = f"{rest[: match.start()]} {rest[match.end() :]}"
                break
    place = town_names.find(_blank_quotes(rest), cities(), is_word)
    if place and found.take(place.words, _at(place)):
        rest = leave_out(rest, place.words)
    narrowed = replace(query, keyword=" ".join(rest.split()))
    for _, reading in found.obeyed:
        narrowed = _narrow(narrowed, reading)
    return Understood(narrowed, _chips(keyword, found.obeyed), _chips(keyword, found.overruled))


def understand_in(connection: sa.Connection, query: SearchQuery) -> Understood:
    """As `understand`, with the cities and the words that the connection's ads have."""

    def is_word(word: str) -> bool:
        return (
            word in analysis.STOP_WORDS or word in synonyms.known_words() or bool(vocabulary.find(connection, [word]))
        )

    return understand(query, lambda: places.by_words(connection), is_word)


@dataclass(slots=True)
class _Found:
    """What was read so far, each with its words."""

    query: SearchQuery
    obeyed: list[tuple[str, Reading]] = field(default_factory=list)
    overruled: list[tuple[str, Reading]] = field(default_factory=list)

    def take(self, words: str, reading: Reading) -> bool:
        """Note a reading; its words stay words where another of its kind was read before."""
        names = reading.filters.keys() | (_PRICE.keys() if reading.kind == "price" else ())
        if any(getattr(self.query, name, None) not in (None, "") for name in names):
            self.overruled.append((words, reading))
            return True
        for _, other in self.obeyed:
            # "Above 5k" and "under 10k" go together.
            if other.kind == reading.kind and (other.kind != "price" or other.filters.keys() & reading.filters.keys()):
                return False
        self.obeyed.append((words, reading))
        return True


def _chips(keyword: str, found: list[tuple[str, Reading]]) -> tuple[Chip, ...]:
    return tuple(
        Chip(kind=reading.kind, text=reading.text, words=words, rest=leave_out(keyword, words))
        for words, reading in found
    )


def _blank_quotes(text: str) -> str:
    """What stands in quotes is meant as it is; it keeps its place so that positions stay right."""
    return _QUOTED.sub(lambda match: "\x00" * len(match[0]), text)


def _at(place: Named) -> Reading:
    """In the city, or around it where it was said to be near."""
    if not place.near or (centre := places.centre_of(place.city)) is None:
        return Reading("city", place.city, {"city": place.city})
    km = place.km or NEAR_KM
    text = t("Within {km} km of {city}", km=f"{km:g}", city=place.city)
    return Reading("near", text, {"lat": centre[0], "lng": centre[1], "radius_km": km})


def _narrow(query: SearchQuery, reading: Reading) -> SearchQuery:
    if not reading.filters.get("near"):
        return replace(query, **reading.filters)
    if query.lat is None:
        # Where that is only the asker's browser knows; the page asks for it when it sees the chip.
        return query
    radius = query.radius_km or reading.filters.get("radius_km", NEAR_KM)
    return replace(query, radius_km=radius, sort=query.sort or Sort.DISTANCE)


def leave_out(keyword: str, words: str) -> str:
    """The keyword, folded, without these words of it; they need not stand side by side any more."""
    keyword = analysis.clean_query(keyword)
    parts = words.split()
    together = r"\s+".join(map(re.escape, parts))
    apart = re.search(rf"(?<!\w){together}(?!\w)", keyword) is None
    for it in map(re.escape, parts) if apart else [together]:
        keyword = re.sub(rf"(?<!\w){it}(?!\w)", " ", keyword, count=1)
    return " ".join(keyword.split())
