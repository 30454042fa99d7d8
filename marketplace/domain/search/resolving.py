"""From the words that were typed to tokens that ads have."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, pairwise, product

import sqlalchemy as sa

from marketplace.domain.search import analysis, spelling, synonyms, vocabulary
from marketplace.domain.search.engines import Engine, Word
from marketplace.domain.search.terms import Group, Phrase, Terms, Typed, take_apart
from marketplace.domain.search.transliteration import is_devanagari, latin, sound

_PREFIX_MIN = 2
_PREFIX_WORDS = 12
_JOIN_MAX = 30
_RUNS_MAX = 4
_RARE = 3
_FAR_COMMONER = 20
_RUN = re.compile(r"\d+|[^\d]+")


def resolve(connection: sa.Connection, engine: Engine, keyword: str, *, literal: bool = False) -> Terms:
    """What a keyword asks for. An empty keyword asks for nothing, one without a usable word is hopeless.

    Args:
        literal: its words are spelt as they are meant; nothing is mended.
    """
    typed = take_apart(keyword)
    quoted = tuple(Group(text, (Phrase(tokens),), exact=True) for text, tokens in typed.quoted.items())
    groups = _Resolver(connection, engine, typed, literal=literal).groups() if typed.words else []
    without = tuple(Phrase(tokens) for tokens in typed.without)
    # Said twice, it asks for nothing more.
    found = tuple(dict.fromkeys((*quoted, *groups)))
    return Terms(found, without, hopeless=bool(keyword.strip()) and not found and not without)


def unsettled(
    connection: sa.Connection, engine: Engine, keyword: str, *, literal: bool = False
) -> dict[str, tuple[Phrase, ...]]:
    """The words of a keyword that hardly an ad has as they are typed, so that ads to come may change what they are taken
    for; each with the wordings, as typed and in two words, that rule all others once ads have them.
    """
    typed = take_apart(keyword)
    return _Resolver(connection, engine, typed, literal=literal).unsettled() if typed.words else {}


@dataclass(frozen=True, slots=True)
class _Span:
    """Words of the query that stand side by side and make one group."""

    words: tuple[str, ...]
    alternatives: tuple[Phrase, ...]


class _Resolver:
    """Looks all words up at once, and the doubtful ones one by one."""

    def __init__(self, connection: sa.Connection, engine: Engine, typed: Typed, *, literal: bool = False):
        self.literal = literal
        self.connection = connection
        self.engine = engine
        self.words = typed.words
        wanted = {*self.words, *(left + right for left, right in pairwise(self.words))}
        wanted |= {part for word in self.words for some in _splits(word) for part in some}
        # "I phone13": the first part of what both make may be known by itself.
        wanted |= {_runs(left + right)[0] for left, right in pairwise(self.words) if _is_numbered(right)}
        self.known = vocabulary.find(connection, wanted)
        self.single: dict[str, Group] = {}
        self.counts: dict[Group, int] = {}

    def groups(self) -> list[Group]:
        self._count_doubtful()
        meant = [self._group(word).corrected or word for word in self.words]
        passed_over = analysis.STOP_WORDS
        if not self.literal and not passed_over.union(analysis.ASKING_WORDS).issuperset(self.words):
            passed_over |= analysis.ASKING_WORDS
        groups: list[Group] = []
        at = 0
        while at < len(self.words):
            span = self._named(self.words, at) or self._joined(at) or self._named(meant, at)
            if span:
                typed = " ".join(self.words[at : at + len(span.words)])
                now = " ".join(span.words)
                groups.append(Group(typed, span.alternatives, corrected="" if now == typed else now))
                at += len(span.words)
                continue
            word = self.words[at]
            if word not in passed_over:
                groups.append(self._group(word))
            at += 1
        return groups

    def unsettled(self) -> dict[str, tuple[Phrase, ...]]:
        self._count_doubtful()
        doubtful = [self._as_typed(word) for word in dict.fromkeys(self.words) if self._is_doubtful(word)]
        return {
            group.word: (*group.alternatives, *(way for pair in _splits(group.word) for way in _ways(pair)))
            for group in doubtful
            if self._count(group) < _RARE
        }

    @staticmethod
    def _named(words: Sequence[str], at: int) -> _Span | None:
        """Several words that have other wordings together, e.g. "air conditioner"."""
        for length in range(min(synonyms.MAX_WORDS, len(words) - at), 1, -1):
            some = tuple(words[at : at + length])
            if others := synonyms.others(some):
                whole = Phrase((analysis.stem("".join(some)),))
                return _Span(some, tuple(dict.fromkeys((Phrase(tuple(map(analysis.stem, some))), whole, *others))))
        return None

    def _joined(self, at: int) -> _Span | None:
        """Two words that ads write as one, e.g. "mac book", or as others that begin elsewhere, e.g. "i phone13"."""
        pair = tuple(self.words[at : at + 2])
        joined = "".join(pair)
        if len(pair) < 2 or len(joined) > _JOIN_MAX or joined.isdecimal():
            return None
        if not self._is_known(joined):
            apart = self._apart(joined, [_runs(joined)]) if self._begins_elsewhere(pair[1]) else ()
            return _Span(pair, (Phrase(tuple(map(analysis.stem, pair))), *apart)) if apart else None
        whole = Phrase((analysis.stem(joined),))
        return _Span(pair, (whole, Phrase(tuple(map(analysis.stem, pair))), *synonyms.others((joined,))))

    def _group(self, word: str) -> Group:
        if word not in self.single:
            group = self._looked_up(word)
            # By the sound it is found in the other script besides; that alone does not make it well spelt.
            tokens = (analysis.sound_token(it) for it in (word, group.corrected))
            heard = tuple(Phrase((token,)) for token in tokens if token)
            self.single[word] = replace(group, alternatives=(*group.alternatives, *heard))
        return self.single[word]

    def _as_typed(self, word: str) -> Group:
        return Group(word, tuple(dict.fromkeys((Phrase((analysis.stem(word),)), *self._wordings(word)))))

    def _is_doubtful(self, word: str) -> bool:
        """Whether it may be misspelt, half typed or two words in one: the vocabulary hardly knows it."""
        if self.literal or word in analysis.STOP_WORDS or word in synonyms.known_words():
            return False
        known = self.known.get(word)
        return known is None or known.uses < _RARE

    def _looked_up(self, word: str) -> Group:
        group = self._as_typed(word)
        known = self.known.get(word)
        if not self._is_doubtful(word):
            return group
        count = self._count(group)
        if count >= _RARE:
            return group
        if not known and (apart := self._apart(word)):
            return replace(group, alternatives=(*group.alternatives, *apart))
        if not count and (prefixed := self._prefixed(word)):
            return replace(group, alternatives=prefixed)
        return self._mended(group, count)

    def _wordings(self, word: str) -> Iterator[Phrase]:
        """Other ways to write a word that is as good as the typed one."""
        yield from synonyms.others((word,))
        if is_devanagari(word):
            spelled = latin(word)
            yield Phrase((analysis.stem(spelled),))
            yield from synonyms.others((spelled,))
            # In English they are written so: "Galaxy" is गैलेक्सी.
            for like in {spelled, spelled.replace("v", "w"), spelled.replace("ai", "a").replace("ks", "x")}:
                for other in self.engine.similar(self.connection, like):
                    if sound(word) and sound(other.word) == sound(word):
                        yield Phrase((other.stem,))

    def _begins_elsewhere(self, word: str) -> bool:
        return not self.literal and word not in self.known and _is_numbered(word)

    def _is_known(self, word: str) -> bool:
        return word in self.known or word in synonyms.known_words()

    def _apart(self, word: str, splits: Sequence[Sequence[str]] | None = None) -> tuple[Phrase, ...]:
        """Words that somebody wrote as one, where ads have them side by side or they mean something together."""
        found: list[Phrase] = []
        for some in _splits(word) if splits is None else splits:
            if all(self._is_known(part) or part.isdecimal() for part in some) or synonyms.others(some):
                found += _ways(some)
        return tuple(found) if found and self._count(Group(word, tuple(found))) else ()

    def _count_doubtful(self) -> None:
        """Count all doubtful words at once; asking for each would take longer than counting."""
        # Those of other scripts have wordings that must be looked for first.
        words = [word for word in dict.fromkeys(self.words) if self._is_doubtful(word) and not is_devanagari(word)]
        if groups := [self._as_typed(word) for word in words]:
            counts = self.connection.execute(sa.select(*map(self._counting, groups))).one()
            self.counts = dict(zip(groups, counts, strict=True))

    def _count(self, group: Group) -> int:
        """In how many ads a group is found; counts no further than it must."""
        if group not in self.counts:
            self.counts[group] = self.connection.scalar(sa.select(self._counting(group))) or 0
        return self.counts[group]

    def _counting(self, group: Group) -> sa.ScalarSelect[int]:
        some = (
            sa.select(sa.literal(1))
            .select_from(self.engine.table)
            .where(self.engine.matches(Terms((group,))))
            .limit(_RARE)
        )
        return sa.select(sa.func.count()).select_from(some.subquery()).scalar_subquery()

    def _prefixed(self, word: str) -> tuple[Phrase, ...]:
        """Words that begin with a half-typed one, the most used first."""
        if len(word) < _PREFIX_MIN:
            return ()
        found = vocabulary.starting_with(self.connection, word, limit=_PREFIX_WORDS)
        return tuple(dict.fromkeys(phrase for known in found for phrase in self._as_phrases(known)))

    def _mended(self, group: Group, count: int) -> Group:
        """The group with what the word was probably meant to be, where it is found nowhere or hardly."""
        if len(group.word) < spelling.MIN_LENGTH:
            return group
        # What people call things they know how to spell as well, though no ad may be called so.
        candidates = [*self.engine.similar(self.connection, group.word), *self._named_otherwise()]
        if count:
            candidates = [it for it in candidates if it.uses >= _FAR_COMMONER * count]
        found = spelling.best(group.word, candidates)
        if not found:
            return group
        phrases = [phrase for it in found for phrase in self._as_phrases(it)]
        if count:
            return replace(group, alternatives=tuple(dict.fromkeys((*group.alternatives, *phrases))))
        return replace(group, alternatives=tuple(dict.fromkeys(phrases)), corrected=found[0].word)

    @staticmethod
    @lru_cache
    def _named_otherwise() -> tuple[Word, ...]:
        """The other names of things, in Latin letters."""
        known = sorted(word for word in synonyms.known_words() if word.isascii() and len(word) >= spelling.MIN_LENGTH)
        return tuple(Word(word, analysis.stem(word), 0) for word in known)

    def _as_phrases(self, word: Word) -> Sequence[Phrase]:
        return (Phrase((word.stem,)), *synonyms.others((word.word,)))


def _ways(some: Sequence[str]) -> tuple[Phrase, ...]:
    """Words side by side, and what they mean together; beside a number each by its other names too, as in "iphone12"."""
    names = [[(analysis.stem(word),)] for word in some]
    if any(map(str.isdecimal, some)):
        names = [[*own, *(it.tokens for it in synonyms.others((word,)))] for own, word in zip(names, some, strict=True)]
    ways = (Phrase(tuple(chain.from_iterable(said))) for said in product(*names))
    return tuple(dict.fromkeys((*ways, *synonyms.others(some))))


def _runs(word: str) -> list[str]:
    """The letters and the numbers of a word, each for itself: "iphone13pro" has three."""
    return _RUN.findall(word)


def _is_numbered(word: str) -> bool:
    """Whether it is letters with a number after them."""
    return len(_runs(word)) == 2 and not word[0].isdecimal()


def _splits(word: str) -> list[tuple[str, ...]]:
    """Ways to cut a word in two that could both be words; between letters and digits even a single sign is one, and there
    it is cut into more.
    """
    if not word.isascii() or "." in word or not 4 <= len(word) <= _JOIN_MAX or word.isdecimal():
        return []
    runs = tuple(_runs(word))
    return [
        *([runs] if 2 < len(runs) <= _RUNS_MAX else []),
        *(
            (word[:at], word[at:])
            for at in range(1, len(word))
            if (2 <= at <= len(word) - 2 or word[at - 1].isdecimal() != word[at].isdecimal())
            and not {word[:at], word[at:]} & analysis.STOP_WORDS
        ),
    ]
