"""From the words that were typed to tokens that ads have."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from marketplace.domain.search import analysis, spelling, synonyms, vocabulary
from marketplace.domain.search.engines import Engine, Word
from marketplace.domain.search.terms import Group, Phrase, Terms, Typed, take_apart
from marketplace.domain.search.transliteration import is_devanagari, latin

_PREFIX_MIN = 2
_PREFIX_WORDS = 12
_JOIN_MAX = 30
_RARE = 3
_FAR_COMMONER = 20


def resolve(connection: sa.Connection, engine: Engine, keyword: str) -> Terms:
    """What a keyword asks for. An empty keyword asks for nothing, one without a usable word is hopeless."""
    typed = take_apart(keyword)
    quoted = tuple(Group(" ".join(tokens), (Phrase(tokens),), exact=True) for tokens in typed.quoted)
    groups = _Resolver(connection, engine, typed).groups() if typed.words else []
    without = tuple(Phrase(tokens) for tokens in typed.without)
    found = (*quoted, *groups)
    return Terms(found, without, hopeless=bool(keyword.strip()) and not found and not without)


@dataclass(frozen=True, slots=True)
class _Span:
    """Words of the query that stand side by side and make one group."""

    words: tuple[str, ...]
    alternatives: tuple[Phrase, ...]


class _Resolver:
    """Looks all words up at once, and the doubtful ones one by one."""

    def __init__(self, connection: sa.Connection, engine: Engine, typed: Typed):
        self.connection = connection
        self.engine = engine
        self.words = typed.words
        wanted = {*self.words, *(left + right for left, right in zip(self.words, self.words[1:], strict=False))}
        wanted |= {part for word in self.words for pair in _splits(word) for part in pair}
        self.known = vocabulary.find(connection, wanted)

    def groups(self) -> list[Group]:
        groups: list[Group] = []
        at = 0
        while at < len(self.words):
            span = self._named(at) or self._joined(at)
            if span:
                groups.append(Group(" ".join(span.words), span.alternatives))
                at += len(span.words)
                continue
            word = self.words[at]
            if word not in analysis.STOP_WORDS:
                groups.append(self._group(word))
            at += 1
        return groups

    def _named(self, at: int) -> _Span | None:
        """Several words that have other wordings together, e.g. "air conditioner"."""
        for length in range(min(synonyms.MAX_WORDS, len(self.words) - at), 1, -1):
            words = tuple(self.words[at : at + length])
            if others := synonyms.others(words):
                return _Span(words, (Phrase(tuple(map(analysis.stem, words))), *others))
        return None

    def _joined(self, at: int) -> _Span | None:
        """Two words that ads write as one, e.g. "mac book"."""
        pair = tuple(self.words[at : at + 2])
        joined = "".join(pair)
        if len(pair) < 2 or len(joined) > _JOIN_MAX or joined not in self.known or joined.isdecimal():
            return None
        whole = Phrase((analysis.stem(joined),))
        return _Span(pair, (whole, Phrase(tuple(map(analysis.stem, pair))), *synonyms.others((joined,))))

    def _group(self, word: str) -> Group:
        group = Group(word, (Phrase((analysis.stem(word),)), *self._wordings(word)))
        known = self.known.get(word)
        if len(group.alternatives) > 1 or (known and known.uses >= _RARE) or word in synonyms.known_words():
            return group
        count = self._count(group)
        if count >= _RARE:
            return group
        if not count and (prefixed := self._prefixed(word)):
            return replace(group, alternatives=prefixed)
        return self._mended(group, count)

    def _wordings(self, word: str) -> tuple[Phrase, ...]:
        """Other ways to write a word that is as good as the typed one."""
        found = list(synonyms.others((word,)))
        if is_devanagari(word):
            spelled = latin(word)
            found += [Phrase((analysis.stem(spelled),)), *synonyms.others((spelled,))]
        if not self.known.get(word):
            found += [
                Phrase((analysis.stem(left), analysis.stem(right)))
                for left, right in _splits(word)
                if left in self.known and right in self.known
            ]
        return tuple(dict.fromkeys(found))

    def _count(self, group: Group) -> int:
        """In how many ads a group is found; counts no further than it must."""
        some = (
            sa.select(sa.literal(1))
            .select_from(self.engine.table)
            .where(self.engine.matches(Terms((group,))))
            .limit(_RARE)
        )
        return self.connection.scalar(sa.select(sa.func.count()).select_from(some.subquery())) or 0

    def _prefixed(self, word: str) -> tuple[Phrase, ...]:
        """Words that begin with a half-typed one, the most used first."""
        if len(word) < _PREFIX_MIN:
            return ()
        found = vocabulary.starting_with(self.connection, word, limit=_PREFIX_WORDS)
        return tuple(dict.fromkeys(Phrase((known.stem,)) for known in found))

    def _mended(self, group: Group, count: int) -> Group:
        """The group with what the word was probably meant to be, where it is found nowhere or hardly."""
        if len(group.word) < spelling.MIN_LENGTH:
            return group
        candidates = self.engine.similar(self.connection, group.word)
        if count:
            candidates = [it for it in candidates if it.uses >= _FAR_COMMONER * count]
        found = spelling.best(group.word, candidates)
        if not found:
            return group
        phrases = [phrase for it in found for phrase in self._as_phrases(it)]
        if count:
            return replace(group, alternatives=tuple(dict.fromkeys((*group.alternatives, *phrases))))
        return replace(group, alternatives=tuple(dict.fromkeys(phrases)), corrected=found[0].word)

    def _as_phrases(self, word: Word) -> Sequence[Phrase]:
        return (Phrase((word.stem,)), *synonyms.others((word.word,)))


def _splits(word: str) -> list[tuple[str, str]]:
    """Ways to cut a word in two that could both be words."""
    if not word.isascii() or not 5 <= len(word) <= _JOIN_MAX or word.isdecimal():
        return []
    return [(word[:at], word[at:]) for at in range(2, len(word) - 1)]
