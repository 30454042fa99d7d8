"""Resolves the words of a keyword to tokens of the index: synonyms, joined and split words, corrections, categories."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from marketplace.domain.catalog import Catalogue
from marketplace.domain.search import analysis, synonyms, word_lists
from marketplace.domain.search.lexicon import MIN_LENGTH, Lexicon, likeliest
from marketplace.domain.search.terms import Group, NamedCategory, Phrase, Terms, parse_keyword
from marketplace.domain.search.transliteration import is_devanagari, latin, sound
from marketplace.domain.search.units import split_unit, write_number

_PREFIX_WORDS = 12
_JOIN_MAX = 30
# A word that fewer ads have may be misspelt, if another like it is this many times as frequent.
_RARE = 3
_FAR_COMMONER = 20
# Digits of a number that says enough without its unit.
_LONG_NUMBER = 3
# Most words of a term, including stop words: "kapde dhone ki machine".
_NAME_MAX = 5
# "Fridges & Washing Machines" names two things.
_BETWEEN_THINGS = re.compile(r"[,&/]|\band\b")


def resolve(lexicon: Lexicon, keyword: str, *, literal: bool = False) -> Terms:
    """Resolve a keyword to terms. An empty keyword has none; one without a usable word is hopeless.

    Args:
        literal: take the words as typed, without corrections.
    """
    parsed = parse_keyword(keyword, literal=literal, is_name=synonyms.begins_with)
    unwanted = tuple(
        phrase for word in parsed.unwanted for phrase in (Phrase(analysis.phrase(word)), *synonyms.find((word,)))
    )
    # Repeated words count once.
    groups = tuple(dict.fromkeys((*parsed.quoted, *_Resolver(lexicon, parsed.words, literal=literal).groups())))
    is_hopeless = bool(keyword.strip()) and not (groups or parsed.without or unwanted)
    excluded = (*parsed.excluded, *(f"not {word}" for word in parsed.unwanted))
    return Terms(groups, tuple(parsed.without), unwanted, excluded, hopeless=is_hopeless)


class _Resolver:
    """Looks up the words of a keyword."""

    def __init__(self, lexicon: Lexicon, words: Sequence[str], *, literal: bool = False):
        self.literal = literal
        self.lexicon = lexicon
        self.words = words
        self.single: dict[str, Group] = {}

    def groups(self) -> list[Group]:
        """One group for each word or name of several words, in order, without words that only ask."""
        if self.literal:
            return [group for _, group in self._pieces() if group.word not in word_lists.STOP_WORDS]
        skipped = word_lists.STOP_WORDS | word_lists.ASKING
        if skipped.issuperset(self.words):
            # Asking words are kept if the keyword has no others.
            skipped = word_lists.STOP_WORDS
        groups: list[Group] = []
        # Positions of the groups that follow an "or".
        choices: list[int] = []
        is_purpose = False
        for at, group in self._pieces():
            # "Acha" is "accha", which only describes. A name of several words is none of the words below.
            word = "" if " " in group.word else group.searched
            if word in word_lists.OR and groups and at + 1 < len(self.words):
                choices.append(len(groups))
            elif word not in skipped:
                if is_purpose or (word and self._is_place_of_use(at)):
                    group = replace(group, optional=True, is_purpose=True)
                groups.append(group)
            elif groups:
                is_purpose = is_purpose or word in word_lists.PURPOSE
                if word in word_lists.PURPOSE_BEFORE:
                    groups = [replace(each, optional=True, is_purpose=True) for each in groups]
        return _with_preferences(_with_choices(groups, choices))

    def _pieces(self) -> Iterator[tuple[int, Group]]:
        """Position and group of each word, or name of several words."""
        meant = [self._group(word).searched for word in self.words]
        at = 0
        while at < len(self.words):
            group = self._named(self.words, at) or self._joined(at) or self._named(meant, at)
            if group and (_is_describing(group.word) or self.lexicon.count(group.alternatives)):
                said = group.word.split()
                typed = " ".join(self.words[at : at + len(said)])
                parts = tuple(self._group(word) for word in said if word not in word_lists.STOP_WORDS)
                group = replace(group, word=typed, corrected="" if group.word == typed else group.word, parts=parts)
            else:
                group = self._group(self.words[at])
            yield at, group
            at += len(group.word.split())

    def _is_place_of_use(self, at: int) -> bool:
        """Whether the word names a place of use, not an item: "ghar ke liye", "in my office", "hostel room me"."""
        before, after = self.words[at - 1 : at], self.words[at + 1 : at + 2]
        is_placed = word_lists.PREPOSITION.intersection(before) or word_lists.POSTPOSITION.intersection(after)
        return self.words[at] in word_lists.PLACE_OF_USE and bool(is_placed)

    @staticmethod
    def _named(words: Sequence[str], at: int) -> Group | None:
        """Several words that have synonyms together, e.g. "air conditioner"."""
        if words[at] in word_lists.STOP_WORDS:
            return None
        for length in range(min(_NAME_MAX, len(words) - at), 1, -1):
            some = tuple(words[at : at + length])
            said = synonyms.without_particles(some)
            if some[-1] not in word_lists.STOP_WORDS and (others := synonyms.find(said)):
                alternatives = dict.fromkeys((Phrase.of(*said), Phrase.of("".join(said)), *others))
                return Group(" ".join(some), tuple(alternatives))
        return None

    def _joined(self, at: int) -> Group | None:
        """Two words that ads write as one, e.g. "mac book", "ps five"."""
        pair = self.words[at : at + 2]
        joined = "".join((*pair[:1], *map(write_number, pair[1:])))
        if len(pair) < 2 or len(joined) > _JOIN_MAX or joined.isdecimal() or not self.lexicon.is_known(joined):
            return None
        return Group(" ".join(pair), (Phrase.of(joined), Phrase.of(*pair), *synonyms.find((joined,))))

    def _group(self, word: str) -> Group:
        """A word with its synonyms or corrections, and what sounds like it."""
        if word not in self.single:
            group = self._looked_up(word)
            # The phonetic token finds it in the other script too, but does not prove that it is spelled correctly.
            tokens = filter(None, map(analysis.sound_token, (word, group.corrected)))
            alternatives = dict.fromkeys((*group.alternatives, *(Phrase((token,)) for token in tokens)))
            self.single[word] = replace(group, alternatives=tuple(alternatives))
        return self.single[word]

    def _looked_up(self, word: str) -> Group:
        group = Group(word, (Phrase.of(word), *self._wordings(word)))
        never_corrected = (word_lists.STOP_WORDS, word_lists.ASKING, word_lists.DESCRIBING, synonyms.known_words())
        if self.literal or any(word in words for words in never_corrected):
            return group
        if uses := self.lexicon.uses(word):
            # A rare word may be the misspelling of a seller.
            others = self._corrections(word, _FAR_COMMONER * uses) if uses < _RARE else []
            return replace(group, alternatives=(*group.alternatives, *_meanings(others)))
        # No ad has it, so it may be two words, incomplete, or misspelt.
        if apart := self._split(word):
            return replace(group, alternatives=(*group.alternatives, *apart))
        if self.lexicon.count(group.alternatives):
            return group
        if (len(word) > 2 or word == self.words[-1]) and (
            continued := self.lexicon.starting_with(word, limit=_PREFIX_WORDS)
        ):
            return replace(group, alternatives=_meanings(continued))
        if corrections := self._corrections(word):
            return replace(group, alternatives=_meanings(corrections), corrected=corrections[0])
        return group

    def _wordings(self, word: str) -> Iterator[Phrase]:
        """Other spellings and synonyms of a word."""
        yield from synonyms.find((word,))
        if word in word_lists.NUMBERS:
            yield Phrase((write_number(word),), synonym=True)
        if (number := split_unit(word)) and len(number[0]) >= _LONG_NUMBER:
            # "Pulsar 150" is a bike of 150 cc.
            yield Phrase((number[0],), synonym=True)
        if is_devanagari(word):
            spelled = latin(word)
            yield from _meanings([spelled])
            # English words in Devanagari: गैलेक्सी is "Galaxy".
            for like in {spelled, spelled.replace("v", "w"), spelled.replace("ai", "a").replace("ks", "x")}:
                for other in self.lexicon.similar(like):
                    if sound(word) and sound(other) == sound(word):
                        yield Phrase.of(other)

    def _split(self, word: str) -> tuple[Phrase, ...]:
        """Split a word in ways that ads have side by side, or that have synonyms."""
        if not word.isascii() or "." in word or not 4 <= len(word) <= _JOIN_MAX or word.isdecimal():
            return ()
        found: list[Phrase] = []
        for at in range(1, len(word)):
            some = word[:at], word[at:]
            # Between letters and digits, a part may be one character.
            is_apart = min(map(len, some)) >= 2 or word[at - 1].isdecimal() != word[at].isdecimal()
            if not is_apart or not word_lists.STOP_WORDS.isdisjoint(some):
                continue
            if all(self.lexicon.is_known(part) or part.isdecimal() for part in some) or synonyms.find(some):
                found += (Phrase.of(*some), *synonyms.find(some))
        return tuple(found) if found and self.lexicon.count(tuple(found)) else ()

    def _corrections(self, word: str, least_uses: int = 0) -> list[str]:
        """Known words that it may be a misspelling of, the likeliest first."""
        if len(word) < MIN_LENGTH:
            return []
        # Words of our lists are spelled correctly too, even if no ad has them.
        spelled = synonyms.known_words() | word_lists.ASKING | word_lists.DESCRIBING
        similar = self.lexicon.similar(word, [it for it in spelled if it.isascii() and len(it) >= MIN_LENGTH])
        return likeliest(word, {other: uses for other, uses in similar.items() if uses >= least_uses})


def _with_preferences(groups: list[Group]) -> list[Group]:
    """Make describing groups optional, unless there are no others. If all groups are purposes, they count as items."""
    if all(group.is_purpose for group in groups):
        things = [group for group in groups if group.word not in word_lists.PLACE_OF_USE] or groups
        groups = [replace(group, optional=False, is_purpose=False) if group in things else group for group in groups]
    preferring = [replace(group, optional=True) if _is_preference(group) else group for group in groups]
    return groups if all(group.optional for group in preferring) else preferring


def _is_preference(group: Group) -> bool:
    return group.optional or all(_is_describing(choice.searched) for choice in group.choices or (group,))


def _is_describing(words: str) -> bool:
    parts = tuple(words.split())
    return parts in word_lists.DESCRIBING_PHRASES or word_lists.DESCRIBING.issuperset(parts)


def _meanings(words: Iterable[str]) -> tuple[Phrase, ...]:
    """The words with their synonyms."""
    return tuple(phrase for word in words for phrase in (Phrase.of(word), *synonyms.find((word,))))


def _with_choices(groups: list[Group], starts: Iterable[int]) -> list[Group]:
    """Combine the groups on both sides of each "or" into one of which either matches.

    If each side has several required words, it is chosen as a whole: "Honda Activa or TVS Jupiter". Otherwise the choice is
    between the two words next to the "or": "red sofa or chair".

    Args:
        starts: positions of the groups that follow an "or".
    """
    bounds = sorted({0, *starts, len(groups)})
    sides = [groups[start:end] for start, end in pairwise(bounds)]
    required = [[group for group in side if not _is_preference(group)] for side in sides]
    if len(sides) > 1 and all(sum(len(group.word.split()) for group in side) > 1 for side in required):
        parts = tuple(group for side in required for group in side)
        # The words by themselves name categories, and are of use if no ad has a whole side.
        alternatives = tuple(phrase for part in parts for phrase in part.alternatives)
        choice = replace(_either([_all_of(side) for side in required]), alternatives=alternatives, parts=parts)
        return [choice, *(group for group in groups if group not in parts)]
    combined: list[Group] = []
    for side in sides:
        combined += [_either([combined.pop(), side[0]]), *side[1:]] if combined else side
    return combined


def _all_of(groups: Sequence[Group]) -> Group:
    """Combine groups into one that matches ads with all of them."""
    if len(groups) == 1:
        return groups[0]
    side_by_side = Phrase(tuple(token for group in groups for token in group.alternatives[0].tokens))
    return replace(_merged(groups, " ", (side_by_side,)), parts=tuple(groups))


def _either(sides: Sequence[Group]) -> Group:
    """Combine groups into one of which either matches."""
    alternatives = tuple(phrase for group in sides for phrase in group.alternatives)
    choices = tuple(choice for group in sides for choice in (group.choices or (group,)))
    return replace(_merged(sides, " or ", alternatives), choices=choices)


def _merged(groups: Sequence[Group], between: str, alternatives: tuple[Phrase, ...]) -> Group:
    typed = between.join(group.word for group in groups)
    searched = between.join(group.searched for group in groups)
    return Group(typed, alternatives, "" if searched == typed else searched)


def name_categories(catalogue: Catalogue, terms: Terms) -> Terms:
    """Add the categories with a whole part of their name in the keyword, e.g. "Fridges" of "Fridges & Washing Machines".

    So "car" lists cars before a house with a car porch.
    """
    # A purpose names no category: "lamp for the office" is no office.
    things = [group for group in terms.groups if not group.is_purpose] or terms.groups
    tokens = {token for group in things for phrase in group.alternatives for token in phrase.tokens}
    named: list[NamedCategory] = []
    shared: set[str] = set()
    views = [("category_id", view) for view in catalogue.categories.values()]
    views += [("subcategory_id", view) for view in catalogue.subcategories.values()]
    for field, view in views:
        parts = _parts(view.name)
        said = [part for part in parts if part and part <= tokens]
        groups = frozenset(
            at
            for at, group in enumerate(terms.groups)
            if any(part.issuperset(phrase.tokens) for part in said for phrase in group.alternatives)
        )
        if groups:
            named.append(NamedCategory(field, view.id, groups))
        if len(parts) > 1:
            shared.update(*parts)
    return replace(terms, named=tuple(named), shared=frozenset(shared))


@lru_cache(maxsize=2048)
def _parts(name: str) -> tuple[frozenset[str], ...]:
    """The tokens of each part of a name."""
    return tuple(frozenset(analysis.phrase(part)) for part in _BETWEEN_THINGS.split(name.casefold()))
