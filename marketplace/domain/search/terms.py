"""The parsed keyword: required, optional and excluded phrases, independent of the index's query language."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from marketplace.domain.search import analysis, word_lists
from marketplace.domain.search.units import join_units, write_counts


@dataclass(frozen=True, slots=True)
class Phrase:
    """Tokens side by side.

    Attributes:
        synonym: whether it is another word for what was typed, not another spelling.
    """

    tokens: tuple[str, ...]
    synonym: bool = False

    @classmethod
    def of(cls, *words: str) -> "Phrase":
        """Return the words as a phrase of stems."""
        return cls(tuple(map(analysis.stem, words)))


@dataclass(frozen=True, slots=True)
class Group:
    """One term of the keyword with its alternatives, the best first.

    Attributes:
        word: what was typed, folded.
        corrected: the word searched instead, if the typed one was misspelt.
        exact: it was in quotes.
        optional: a preference; ads without it match too.
        is_purpose: it says what the thing is for, and counts less than the thing.
        choices: terms of which either matches: "sofa or chair".
        bound: the limit that a number with a unit is, as in "tv bigger than 50 inch".
        parts: the single words of a term with several; ads that have them apart match too.
    """

    word: str
    alternatives: tuple[Phrase, ...]
    corrected: str = ""
    exact: bool = False
    optional: bool = False
    is_purpose: bool = False
    parts: "tuple[Group, ...]" = ()
    choices: "tuple[Group, ...]" = ()
    bound: "Bound | None" = None


class Bound(NamedTuple):
    """The least or the most of a quantity.

    Attributes:
        unit: as `units.UNITS` spells it.
        values: a range as in a filter by a field, `50..` or `..50`.
    """

    unit: str
    values: str


class NamedCategory(NamedTuple):
    """A category or subcategory that the keyword names.

    Attributes:
        field: of the index, `category_id` or `subcategory_id`.
        groups: positions of the groups that name it.
    """

    field: str
    id: str
    groups: frozenset[int]


class NamedCategories(NamedTuple):
    """The categories that the keyword names.

    Attributes:
        shared: tokens of names with several parts; an ad in "Guitars & Keyboards" is one or the other.
    """

    found: tuple[NamedCategory, ...] = ()
    shared: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a keyword: ads match every group that is not optional, and none of the excluded phrases.

    Attributes:
        without: phrases excluded everywhere ("-word").
        unwanted: phrases excluded in name, title and fields, but not in the description ("not word").
        hopeless: the keyword has no word that could find an ad.
        named: categories that the groups name.
    """

    groups: tuple[Group, ...] = ()
    without: tuple[Phrase, ...] = ()
    unwanted: tuple[Phrase, ...] = ()
    hopeless: bool = False
    named: NamedCategories = field(default_factory=NamedCategories)

    @property
    def is_one_name(self) -> bool:
        """Whether one name of several words is all that is required."""
        required = [group for group in self.groups if not group.optional]
        return len(required) == 1 and len(required[0].parts) > 1


@dataclass(slots=True)
class ParsedKeyword:
    """The parts of a keyword, before its words are looked up in the index.

    Attributes:
        words: single words in order.
        quoted: quoted phrases.
        without: words and quoted phrases after a minus.
        unwanted: words after "not" and the like.
    """

    words: list[str] = field(default_factory=list)
    quoted: list[Group] = field(default_factory=list)
    without: list[Phrase] = field(default_factory=list)
    unwanted: list[str] = field(default_factory=list)


# An unclosed quote ends with the text; a minus counts only before a word.
_PART = re.compile(r'(?:(?<=\s)|^)(-?)"([^"]*)(?:"|$)|(\S+)')
# "Don't", "doesn't".
_NEGATIVE_VERB = re.compile(r"(?<=\w)n['’]t\b|\bdont\b")
# How old somebody or something is says nothing that an ad would repeat: "toys for 5 year old".
_AGE = re.compile(r"(?<!\w)\d{1,2}\s*-?\s*(?:years?|yrs?|months?|saal|sal)\s*-?\s*(?=old(?!\w))")
# One word of a group may be written in so many more parts: "1000 sq. ft.".
_PARTS_MORE = 2


def parse_keyword(
    keyword: str, *, literal: bool = False, is_name: Callable[[Sequence[str]], bool] = lambda _words: False
) -> ParsedKeyword:
    """Split a keyword into words, "quoted phrases" and -words; there are no other operators.

    Args:
        is_name: whether two words begin a name, so that the first is no negation: "no broker".
        literal: treat "not" and "without" as plain words.
    """
    parsed = ParsedKeyword()
    plain: list[str] = []
    for minus, quoted, word in _PART.findall(_NEGATIVE_VERB.sub(" not", analysis.clean_query(keyword))):
        if word and not (word.startswith("-") and len(word) > 1):
            plain.append(word)
            continue
        found = analysis.phrase(quoted or word[1:])[: analysis.MAX_WORDS]
        if found and (minus or word):
            parsed.without.append(Phrase(found))
        elif found:
            parsed.quoted.append(Group(quoted.strip(), (Phrase(found),), exact=True))
    parsed.words = _words(plain if literal else [_AGE.sub("", " ".join(plain))])[: analysis.MAX_WORDS]
    if not literal:
        _move_negations(parsed, is_name)
    return parsed


def _move_negations(parsed: ParsedKeyword, is_name: Callable[[Sequence[str]], bool]) -> None:
    """Move negated words from `words` to `unwanted`."""
    kept: list[str] = []
    is_negated = False
    for at, word in enumerate(parsed.words):
        if word in word_lists.NOT and not is_name(parsed.words[at : at + 2]):
            is_negated = True
        elif word in word_lists.NOT_AFTER and kept:
            parsed.unwanted.append(kept.pop())
        elif is_negated and word not in (word_lists.STOP_WORDS | word_lists.ASKING | word_lists.OR):
            parsed.unwanted.append(word)
            is_negated = False
        elif not is_negated:
            kept.append(word)
    # A negation at the end negates nothing.
    parsed.words = kept if kept or parsed.unwanted else parsed.words
    parsed.unwanted = [word for word in parsed.unwanted if analysis.phrase(word)]


def remove_group(keyword: str, group: Group, groups: Iterable[Group] = ()) -> tuple[str, str]:
    """Remove every occurrence of a group from a keyword.

    Args:
        groups: all groups of the keyword; words that are part of a longer group, as in "sofa set", stay.

    Returns:
        The folded keyword without the group, and the group as it was typed.
    """
    parts = [match[0] for match in _PART.finditer(analysis.clean_query(keyword))]
    if group.exact:
        kept = [part for part in parts if part[0] != '"' or part.strip('" ') != group.word]
        return " ".join(kept), group.word
    wanted = group.word.split()
    longer = [words for other in groups if not other.exact and len(words := other.word.split()) > len(wanted)]
    kept, typed, at = [], "", 0
    while at < len(parts):
        others = max((_count_parts(parts[at:], words) for words in longer), default=0)
        count = others or _count_parts(parts[at:], wanted)
        some = parts[at : at + max(1, count)]
        at += len(some)
        if count and not others:
            left = _words(some)
            while (start := _find(wanted, left)) is not None:
                left = left[:start] + left[start + len(wanted) :]
            typed = typed or (group.word if left else " ".join(some))
            some = left
        kept += some
    return " ".join(kept), typed or group.word


def _count_parts(parts: list[str], wanted: list[str]) -> int:
    """The number of parts that the wanted words take up at the start; 0 if they are not there."""
    for count in range(1, min(len(parts), len(wanted) + _PARTS_MORE) + 1):
        if parts[count - 1].startswith(('"', "-")):
            return 0
        if _find(wanted, _words(parts[:count])) is not None:
            return 0 if _find(wanted, _words(parts[1:count])) is not None else count
    return 0


def _words(parts: Iterable[str]) -> list[str]:
    return join_units(analysis.words(write_counts(" ".join(parts))))


def _find(wanted: list[str], words: list[str]) -> int | None:
    """The position of the wanted words side by side; None if they are not."""
    starts = range(len(words) - len(wanted) + 1)
    return next((start for start in starts if words[start : start + len(wanted)] == wanted), None)
