"""The parsed keyword: required, optional and excluded phrases, independent of the index's query language."""

import re
from collections.abc import Callable, Sequence
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
    def of(cls, *words: str, synonym: bool = False) -> "Phrase":
        """Return the words as a phrase of stems."""
        return cls(tuple(map(analysis.stem, words)), synonym)


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

    @property
    def searched(self) -> str:
        """The word as it is searched: corrected if it was misspelt, in quotes if it was."""
        return f'"{self.word}"' if self.exact else self.corrected or self.word


class NamedCategory(NamedTuple):
    """A category or subcategory that the keyword names.

    Attributes:
        field: of the index, `category_id` or `subcategory_id`.
        groups: positions of the groups that name it.
    """

    field: str
    id: str
    groups: frozenset[int]


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a keyword: ads match every group that is not optional, and none of the excluded phrases.

    Attributes:
        without: phrases excluded everywhere ("-word").
        unwanted: phrases excluded in name, title and fields, but not in the description ("not word").
        excluded: both as a keyword says them.
        hopeless: the keyword has no word that could find an ad.
        named: categories that the groups name.
        shared: tokens of category names with several parts; an ad in "Guitars & Keyboards" is one or the other.
    """

    groups: tuple[Group, ...] = ()
    without: tuple[Phrase, ...] = ()
    unwanted: tuple[Phrase, ...] = ()
    excluded: tuple[str, ...] = ()
    hopeless: bool = False
    named: tuple[NamedCategory, ...] = ()
    shared: frozenset[str] = frozenset()

    @property
    def corrected(self) -> str:
        """The corrected keyword; empty if nothing was misspelt."""
        is_misspelt = any(group.corrected for group in self.groups)
        return " ".join(group.searched for group in self.groups) if is_misspelt else ""

    @property
    def required(self) -> list[Group]:
        """The groups that are not optional."""
        return [group for group in self.groups if not group.optional]


@dataclass(slots=True)
class ParsedKeyword:
    """The parts of a keyword, before its words are looked up in the index.

    Attributes:
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
    text = " ".join(plain)
    words = join_units(analysis.words(text if literal else _DURATION.sub("", text)))[: analysis.MAX_WORDS]
    parsed.words, parsed.unwanted = (words, []) if literal else _negated(words, is_name)
    return parsed


def _negated(words: list[str], is_name: Callable[[Sequence[str]], bool]) -> tuple[list[str], list[str]]:
    """The words that are wanted, and those that are not."""
    kept: list[str] = []
    unwanted: list[str] = []
    skipped = word_lists.STOP_WORDS | word_lists.ASKING | word_lists.OR
    is_negated = False
    for at, word in enumerate(words):
        if word in word_lists.NOT and not is_name(words[at : at + 2]):
            is_negated = True
        elif word in word_lists.NOT_AFTER and kept:
            # "Samsung ke alawa".
            if kept[-1] in word_lists.STOP_WORDS and kept[:-1]:
                kept.pop()
            unwanted.append(kept.pop())
        elif not is_negated:
            kept.append(word)
        # "iPhone 13 not 13 mini" says 13 again only to name the mini.
        elif word not in skipped and analysis.stem(word) not in map(analysis.stem, kept):
            unwanted.append(word)
            is_negated = False
    # A negation at the end negates nothing.
    return kept if kept or unwanted else words, [word for word in unwanted if analysis.phrase(word)]
