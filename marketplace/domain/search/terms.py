"""The parsed keyword: required, optional and excluded phrases, independent of the index's query language."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from marketplace.domain.search import analysis, word_lists
from marketplace.domain.search.units import join_units


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
        parts: the single words of a term with several; ads that have them apart match too, except where there are choices.
    """

    word: str
    alternatives: tuple[Phrase, ...]
    corrected: str = ""
    exact: bool = False
    optional: bool = False
    is_purpose: bool = False
    parts: "tuple[Group, ...]" = ()
    choices: "tuple[Group, ...]" = ()


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
        excluded: both as a keyword says them.
        hopeless: the keyword has no word that could find an ad.
        named: categories that the groups name.
    """

    groups: tuple[Group, ...] = ()
    without: tuple[Phrase, ...] = ()
    unwanted: tuple[Phrase, ...] = ()
    excluded: tuple[str, ...] = ()
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
        excluded: the same as typed.
        unwanted: words after "not" and the like.
    """

    words: list[str] = field(default_factory=list)
    quoted: list[Group] = field(default_factory=list)
    without: list[Phrase] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)
    unwanted: list[str] = field(default_factory=list)


# An unclosed quote ends with the text; a minus counts only before a word.
_PART = re.compile(r'(?:(?<=\s)|^)(-?)"([^"]*)(?:"|$)|(\S+)')
# How old or how long says nothing that an ad would repeat: "toys for 5 year old", "treadmill for 3 months".
_DURATION = re.compile(r"(?<!\w)\d{1,2}\s*-?\s*(?:years?|yrs?|months?|weeks?|days?|saal|sal|mahin[ae]|din)(?!\w)")
# "Don't", "doesn't".
_NEGATIVE_VERB = re.compile(r"(?<=\w)n['’]t\b|\bdont\b")


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
            parsed.excluded.append(word or f'-"{quoted}"')
        elif found:
            parsed.quoted.append(Group(quoted.strip(), (Phrase(found),), exact=True))
    parsed.words = _words(plain if literal else [_DURATION.sub("", " ".join(plain))])[: analysis.MAX_WORDS]
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
            # "Samsung ke alawa".
            kept = kept[:-1] if kept[-1] in word_lists.STOP_WORDS and kept[:-1] else kept
            parsed.unwanted.append(kept.pop())
        elif is_negated and word not in (word_lists.STOP_WORDS | word_lists.ASKING | word_lists.OR):
            # "iPhone 13 not 13 mini" says 13 again only to name the mini.
            if analysis.stem(word) not in map(analysis.stem, kept):
                parsed.unwanted.append(word)
                is_negated = False
        elif not is_negated:
            kept.append(word)
    # A negation at the end negates nothing.
    parsed.words = kept if kept or parsed.unwanted else parsed.words
    parsed.unwanted = [word for word in parsed.unwanted if analysis.phrase(word)]


def _words(parts: Iterable[str]) -> list[str]:
    return join_units(analysis.words(" ".join(parts)))
