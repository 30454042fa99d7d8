"""What a half-typed keyword may become: with its last word finished, wordings of several words, towns, prices."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

import sqlalchemy as sa

from marketplace.domain.search import analysis, places, synonyms, vocabulary
from marketplace.domain.search.engines import Engine, Word
from marketplace.domain.search.listed import Glance
from marketplace.domain.search.live import listings, versions
from marketplace.domain.search.queries import Plan, matching, some
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import SearchQuery
from marketplace.domain.search.terms import Group, Phrase, Terms
from marketplace.domain.search.understanding import understand

_MOST = 4
_CONSIDERED, _TRIED, _READ = 32, 6, 16
# Of the newest ads so many are looked through for what most words are found in; further back what is only mentioned counts for
# nothing.
_GLANCE = 500
# "cameras in p": a place is meant, not another thing.
_BEFORE_PLACES = {"in", "near", "at", "around"}
_LONGEST_TOWN = 3
# With fewer letters, after other words, hardly anybody means what no ad is called.
_LEAST_OTHERWISE = 3
_LEAST_PRICE, _LAKH = 1_000, 100_000
Towns = Mapping[tuple[str, ...], str]


@dataclass(slots=True)
class Typed:
    """A half-typed keyword, and what of it was looked up already.

    Attributes:
        words: as typed; the last one may be half of one.
    """

    connection: sa.Connection
    engine: Engine
    words: list[str]
    _terms: dict[str, Terms] = field(default_factory=dict)
    _plans: dict[int, Plan] = field(default_factory=dict)
    _glance: Glance = field(init=False)

    def __post_init__(self) -> None:
        self._glance = Glance(self.connection, self.engine)

    @property
    def before(self) -> list[str]:
        """The words before the last one."""
        return self.words[:-1]

    def prices(self) -> list[str] | None:
        """The keyword with whole prices: "sofa under 1" with 1000, 10000 and 1 lakh; None where no price is meant."""
        last = self.words[-1]
        if not self.before or not last.isdecimal() or last.startswith("0"):
            return None
        # "Car 5 lakh" says a price as well, but who typed "car 5" may go on with anything.
        if not any(_ends_in_price(self._with(last + zeros)) for zeros in ("000", "000000")):
            return None
        texts = filter(_ends_in_price, map(self._with, _amounts(last)))
        return list(islice(filter(self._finds_text, texts), _MOST))

    def in_towns(self) -> list[str]:
        """The keyword with the town that a word like "in" begins to name; by names that towns had, too."""
        said = self.words if self.words[-1] in _BEFORE_PLACES else self.before
        at = max((at for at, word in enumerate(said) if word in _BEFORE_PLACES), default=-1)
        start = self.words[at + 1 :] or [""]
        if at < 1 or len(start) > _LONGEST_TOWN:
            return []
        return self._towns(self.words[: at + 1], start)

    def finished(self, shelved: set[str], names: list[str]) -> list[str]:
        """The keyword with its last word finished: first what shelves are called, then ads, then what they only mention.

        Args:
            shelved: the words that shelves are called by.
            names: of ads that have the typed words.
        """
        words = _finished(self.connection, self.words[-1], shelved)
        named, mentioned = self._found_with(words, shelved)
        if self.before and not named:
            # Of many words that begin so, what the ads go on with is none of the most used: "samsung ga".
            said = set(map(analysis.stem, self.before))
            named = [word for word in _going_on(names, self.words[-1]) if analysis.stem(word) not in said]
        whole = list(self._whole_wordings())
        found = [*map(self._with, named), *whole, *map(self._with, () if whole else mentioned)]
        return _different(found) or [self._with(word) for word in self._read_in_ads(words)]

    def otherwise(self) -> list[str]:
        """What no ad is called, but people call it so: "almi" is an almirah, which finds wardrobes; and "bomb" is Bombay."""
        last = self.words[-1]
        if self.before and len(last) < _LEAST_OTHERWISE:
            return []
        meant = (
            word
            for word in synonyms.starting_with(last)[:_TRIED]
            if self._finds(len(self.before), Group(word, synonyms.others((word,))))
        )
        if found := [self._with(word) for word in islice(meant, _MOST)]:
            return found
        return self._towns(self.before, [last]) if len(last) >= _LEAST_OTHERWISE else []

    def _with(self, word: str) -> str:
        return " ".join((*self.before, word))

    def _found_with(self, words: list[Word], shelved: set[str]) -> tuple[list[str], list[str]]:
        """Those of the words that ads with all the typed ones are called, and those that they only mention."""
        groups = self._plan(len(self.before)).terms.groups
        said = {phrase.tokens[0] for group in groups for phrase in group.alternatives}
        named: list[str] = []
        mentioned: list[str] = []
        tried = {word: Group(word.word, (Phrase((word.stem,)),)) for word in words[:_TRIED] if word.stem not in said}
        self._glance.read(self._with_group(len(self.before), group) for group in tried.values())
        for word, group in tried.items():
            if self._finds(len(self.before), group, in_name=word.word not in shelved):
                named.append(word.word)
            elif word.word not in shelved and self._mentions(len(self.before), group):
                mentioned.append(word.word)
            if len(named) == _MOST:
                break
        return named, mentioned

    def _whole_wordings(self) -> Iterator[str]:
        """The keyword with wordings of several words that its end begins: "second ha" is second hand."""
        for begun, wording in synonyms.going_on(self.words)[:_TRIED]:
            others = synonyms.others(wording)
            group = Group(" ".join(wording), (Phrase(tuple(map(analysis.stem, wording))), *others))
            means_nothing_more = Phrase(tuple(map(analysis.stem, self.words[-begun:]))) in others
            if not means_nothing_more and self._finds(len(self.words) - begun, group):
                yield " ".join((*self.words[:-begun], *wording))

    def _read_in_ads(self, words: list[Word]) -> list[str]:
        """Those of the words that some ads have somewhere besides the words before, the most frequent first."""
        if not self.before or not words:
            return []
        group = Group("", tuple(Phrase((word.stem,)) for word in words))
        statement = matching(self.engine, self._with_group(len(self.before), group))
        numbers = [
            row[0] for row in some(self.connection, self.engine, statement, _READ, glance=4 * _GLANCE, further=False)
        ]
        if not numbers:
            return []
        texts = (
            sa.select(listings.c.name, listings.c.title, versions.c.short_description, versions.c.description)
            .join(versions, versions.c.id == listings.c.version_id)
            .where(listings.c.number.in_(numbers))
        )
        known = {word.stem: word.word for word in words}
        said = set(map(analysis.stem, self.before))
        found: Counter[str] = Counter()
        for name, title, *more in self.connection.execute(texts):
            # What an ad is called says more of what is sold.
            for text, weight in ((f"{name} . {title}", len(numbers)), (" . ".join(more), 1)):
                for stem in (known.keys() & analysis.tokens(text)) - said:
                    found[stem] += weight
        return [known[stem] for stem, _ in found.most_common(_MOST)]

    def _towns(self, before: list[str], start: list[str]) -> list[str]:
        cities = places.by_words(self.connection)
        *whole, half = start
        names: dict[str, tuple[str, ...]] = {}
        for name, city in cities.items():
            if name[: len(whole)] == tuple(whole) and "".join(name[len(whole) : len(start)]).startswith(half):
                is_own = name == tuple(analysis.words(analysis.fold(city)))
                # By what it is called today, where that begins so too; a single letter is of no former name.
                if is_own or (city not in names and len(half) > 1):
                    names[city] = name
        if not half or len(names) > 1:
            words = {city: analysis.words(analysis.fold(city))[0] for city in names}
            known = vocabulary.find(self.connection, set(words.values()))
            uses = {city: known[word].uses if word in known else 0 for city, word in words.items()}
            names = dict(sorted(names.items(), key=lambda it: (it[1] != tuple(start), -uses[it[0]], it[1])))
        tried = [(" ".join((*before, *name)), {name: city}) for city, name in islice(names.items(), _TRIED)]
        return [text for text, town in tried if self._finds_text(text, town)][:_MOST]

    def _plan(self, length: int) -> Plan:
        """What so many of the words ask for."""
        if length not in self._plans:
            query = understand(SearchQuery(keyword=" ".join(self.words[:length])), dict).query
            self._plans[length] = Plan(query, self._resolved(query.keyword))
        return self._plans[length]

    def _resolved(self, keyword: str) -> Terms:
        if keyword not in self._terms:
            found = resolve(self.connection, self.engine, keyword, literal=True)
            self._terms[keyword] = Terms() if found.hopeless else found
        return self._terms[keyword]

    def _finds_text(self, text: str, towns: Towns | None = None) -> bool:
        query = understand(SearchQuery(keyword=text), lambda: towns or {}).query
        plan = Plan(query, self._resolved(query.keyword), (query.city,))
        return bool(some(self.connection, self.engine, matching(self.engine, plan), glance=2 * _GLANCE))

    def _finds(self, length: int, group: Group, *, in_name: bool = False) -> bool:
        plan = self._with_group(length, group)
        if (told := self._glance.finds(plan, in_name=in_name)) is not None:
            return told
        statement = matching(self.engine, plan, in_name=in_name)
        # What ads with certain words say besides is rare.
        return bool(some(self.connection, self.engine, statement, glance=0 if length else _GLANCE))

    def _mentions(self, length: int, group: Group) -> bool:
        plan = self._with_group(length, group)
        if (told := self._glance.finds(plan)) is not None:
            return told
        return bool(some(self.connection, self.engine, matching(self.engine, plan), glance=_GLANCE, further=False))

    def _with_group(self, length: int, group: Group) -> Plan:
        plan = self._plan(length)
        return replace(plan, terms=replace(plan.terms, groups=(*plan.terms.groups, group)))


def _amounts(digits: str) -> Iterator[str]:
    """Round prices that begin with these digits, as people write them."""
    yield digits
    for zeros in range(1, len(str(_LAKH)) - len(digits)):
        if int(digits) * 10**zeros >= _LEAST_PRICE:
            yield digits + "0" * zeros
    if len(digits) < len("100"):
        yield f"{digits} lakh"
        yield f"{digits} crore"


def _ends_in_price(text: str) -> bool:
    chips = understand(SearchQuery(keyword=text), dict).chips
    return any(chip.kind == "price" and text.endswith(chip.words) for chip in chips)


def _finished(connection: sa.Connection, start: str, shelved: set[str]) -> list[Word]:
    """What the half-typed word may become, each thing once: first what shelves are called, then what is used most.

    Somebody who types "sof" wants sofas more often than what is sold "softly used", and one of "sofa" and "sofas".
    """
    found: dict[str, Word] = {}
    for word in vocabulary.starting_with(connection, start, limit=_CONSIDERED):
        best = found.get(word.stem)
        if best is None or word.word == start or (word.word in shelved and best.word not in {start, *shelved}):
            found[word.stem] = word
    return sorted(found.values(), key=lambda word: (word.word != start, word.word not in shelved))


def _going_on(names: Iterable[str], start: str) -> list[str]:
    """Words of the names that begin so, each thing once."""
    words = (word for name in names for word in analysis.words(analysis.fold(name)) if word.startswith(start))
    return list({analysis.stem(word): word for word in words}.values())


def _different(texts: Iterable[str]) -> list[str]:
    """The first few of the texts that ask for different things."""
    found: dict[tuple[str, ...], str] = {}
    for text in texts:
        found.setdefault(tuple(map(analysis.stem, text.split())), text)
    return list(found.values())[:_MOST]
