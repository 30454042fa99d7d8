"""What a keyword says besides words: a price, a place, a time, a type. "2bhk under 15k in pune"."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import sqlalchemy as sa

from marketplace.domain.search import analysis, places, synonyms, town_names, vocabulary
from marketplace.domain.search.params import require_place
from marketplace.domain.search.readings import READERS, Reader, Reading
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
        said: the kind and the words of each reading, as often as it is said.
    """

    query: SearchQuery
    chips: tuple[Chip, ...] = ()
    overruled: tuple[Chip, ...] = ()
    said: tuple[tuple[str, str], ...] = ()

    def without(self, keyword: str, *kinds: str) -> str:
        """The keyword without the words that were read as these kinds, without all that were read where none is named."""
        for kind, words in self.said:
            if not kinds or kind in kinds:
                keyword = leave_out(keyword, words)
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
        rest = _read(rest, pattern, read, found)
    rest = _read_place(rest, cities(), is_word, found)
    narrowed = replace(query, keyword=" ".join(rest.split()))
    for _, reading in found.obeyed:
        narrowed = _narrow(narrowed, reading)
    said = tuple((reading.kind, words) for words, reading in (*found.obeyed, *found.overruled))
    return Understood(narrowed, _chips(keyword, found.obeyed), _chips(keyword, found.overruled), said)


def understand_in(connection: sa.Connection, query: SearchQuery) -> Understood:
    """As `understand`, with the cities and the words that the connection's ads have.

    Raises:
        Invalid: a distance is asked for, and neither a filter nor the words say from where.
    """

    def is_word(word: str) -> bool:
        return (
            word in analysis.STOP_WORDS or word in synonyms.known_words() or bool(vocabulary.find(connection, [word]))
        )

    understood = understand(query, lambda: places.by_words(connection), is_word)
    require_place(understood.query)
    return understood


@dataclass(slots=True)
class _Found:
    """What was read so far, each with its words."""

    query: SearchQuery
    obeyed: list[tuple[str, Reading]] = field(default_factory=list)
    overruled: list[tuple[str, Reading]] = field(default_factory=list)

    def take(self, words: str, reading: Reading) -> bool:
        """Note a reading, as often as it is said; its words stay words where another of its kind was read before."""
        # The reading `near` is the asker's own place, the query's only a name of one.
        names = (reading.filters.keys() - {"near"}) | (_PRICE.keys() if reading.kind == "price" else set())
        if any(getattr(self.query, name, None) not in (None, "") for name in names):
            self.overruled.append((words, reading))
            return True
        for _, other in self.obeyed:
            if other == reading:
                break
            # "Above 5k" and "under 10k" go together.
            if other.kind == reading.kind and (other.kind != "price" or other.filters.keys() & reading.filters.keys()):
                return False
        self.obeyed.append((words, reading))
        return True


def _read(rest: str, pattern: "re.Pattern[str]", read: Reader, found: _Found) -> str:
    """What is left of a text without the words that a pattern finds in it and that are read as something."""
    at = 0
    while match := pattern.search(_blank_quotes(rest), at):
        reading = read(match)
        if reading and found.take(match[0].strip(), reading):
            rest = f"{rest[: match.start()]} {rest[match.end() :]}"
            at = match.start()
        else:
            at = match.end()
    return rest


def _read_place(
    rest: str, cities: Mapping[tuple[str, ...], str], is_word: Callable[[str], bool] | None, found: _Found
) -> str:
    """What is left of a text without the words for the place that it names."""

    def at(named: Named) -> Reading:
        return _at(named, found.query.radius_km)

    first = place = town_names.find(_blank_quotes(rest), cities, is_word)
    while first and place and (reading := at(place)) == at(first) and found.take(place.words, reading):
        rest = leave_out(rest, place.words)
        # Said once more, it is spelt as it is called.
        place = town_names.find(_blank_quotes(rest), cities)
    return rest


def _chips(keyword: str, found: list[tuple[str, Reading]]) -> tuple[Chip, ...]:
    chips: list[Chip] = []
    for at, (words, reading) in enumerate(found):
        if any(reading == other for _, other in found[:at]):
            continue
        rest = keyword
        for said, other in found:
            if other == reading:
                rest = leave_out(rest, said)
        chips.append(Chip(kind=reading.kind, text=reading.text, words=words, rest=rest))
    return tuple(chips)


def _blank_quotes(text: str) -> str:
    """What stands in quotes is meant as it is; it keeps its place so that positions stay right."""
    return _QUOTED.sub(lambda match: "\x00" * len(match[0]), text)


def _at(place: Named, radius_km: float | None) -> Reading:
    """In the city, or around it where it was said to be near.

    Args:
        radius_km: how far around, where a filter says so; it rules what the words say.
    """
    if not place.near or (centre := places.centre_of(place.city)) is None:
        return Reading("city", place.city, {"city": place.city})
    km = radius_km or place.km or NEAR_KM
    text = t("Within {km} km of {city}", km=f"{km:g}", city=place.city)
    filters = {"lat": centre[0], "lng": centre[1]}
    return Reading("near", text, filters if radius_km is not None else filters | {"radius_km": km})


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
    apart = re.search(rf"(?<!\w){together}(?!\w)", _blank_quotes(keyword)) is None
    for it in map(re.escape, parts) if apart else [together]:
        if match := re.search(rf"(?<!\w){it}(?!\w)", _blank_quotes(keyword)):
            keyword = f"{keyword[: match.start()]} {keyword[match.end() :]}"
    return " ".join(keyword.split())
