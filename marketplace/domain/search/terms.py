"""What a keyword asks for, free of any engine's query language."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from marketplace.domain.search import analysis
from marketplace.domain.search.units import join_units


@dataclass(frozen=True, slots=True)
class Phrase:
    """Tokens that follow each other.

    Attributes:
        prefix: the last token may go on.
    """

    tokens: tuple[str, ...]
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """One thing asked for, in any of its wordings, the best first.

    Attributes:
        word: what was typed for it, folded.
        corrected: the word that was taken instead, if what was typed is found nowhere.
        exact: it stood in quotes.
    """

    word: str
    alternatives: tuple[Phrase, ...]
    corrected: str = ""
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """All groups must be there, and none of the phrases left out.

    Attributes:
        filters: tokens of the index's filter field that must all be there, made by `filter_token`.
        any_of: tokens of that field of which one must be there; empty demands none.
        within: sets of such tokens, of each of which one must be there.
        hopeless: there was a keyword, but nothing in it that an ad could be found by.
    """

    groups: tuple[Group, ...] = ()
    without: tuple[Phrase, ...] = ()
    filters: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    within: tuple[tuple[str, ...], ...] = ()
    hopeless: bool = False

    def __bool__(self) -> bool:
        return bool(self.groups or self.without)


@dataclass(slots=True)
class Typed:
    """A keyword taken apart, before its words are looked up.

    Attributes:
        words: single words in their order.
        quoted: what stood in quotes, with its tokens.
        without: words and quotes that a minus takes out, as tokens.
    """

    words: list[str] = field(default_factory=list)
    quoted: dict[str, tuple[str, ...]] = field(default_factory=dict)
    without: list[tuple[str, ...]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.words or self.quoted or self.without)


# A quote that is never closed ends with the text; a minus counts only where a word begins.
_PART = re.compile(r'(?:(?<=\s)|^)(-?)"([^"]*)(?:"|$)|(\S+)')
# What makes one word of a group may stand in so many parts more: "1000 sq. ft.".
_PARTS_MORE = 2


def take_apart(keyword: str) -> Typed:
    """Words, "quoted phrases" and -words of a keyword; no character means anything else."""
    typed = Typed()
    plain: list[str] = []
    for minus, quoted, word in _PART.findall(analysis.clean_query(keyword)):
        if word and not (word.startswith("-") and len(word) > 1):
            plain.append(word)
            continue
        found = analysis.phrase(quoted or word[1:])[: analysis.MAX_WORDS]
        if found and (minus or word):
            typed.without.append(found)
        elif found:
            typed.quoted[quoted.strip()] = found
    typed.words = _words(plain)[: analysis.MAX_WORDS]
    return typed


def leave_out(keyword: str, group: Group, groups: Iterable[Group] = ()) -> tuple[str, str]:
    """A keyword, folded, without what a group of it stands for, however often it is said, and that as it was typed: "1000 sqft",
    of "i5-1240p" one half.

    Args:
        groups: all of the keyword; a word that is part of another one stays there, as in "sofa set".
    """
    parts = [match[0] for match in _PART.finditer(analysis.clean_query(keyword))]
    if group.exact:
        kept = [part for part in parts if part[0] != '"' or part.strip('" ') != group.word]
        return " ".join(kept), group.word
    wanted = group.word.split()
    longer = [words for other in groups if not other.exact and len(words := other.word.split()) > len(wanted)]
    kept, typed, at = [], "", 0
    while at < len(parts):
        if others := max(_many(parts, at, words) for words in (*longer, [])):
            kept += parts[at : at + others]
            at += others
        elif many := _many(parts, at, wanted):
            some = parts[at : at + many]
            left = _words(some)
            while (start := _place(wanted, left)) is not None:
                left = left[:start] + left[start + len(wanted) :]
            kept += left
            typed = typed or (group.word if left else " ".join(some))
            at += many
        else:
            kept.append(parts[at])
            at += 1
    return " ".join(kept), typed or group.word


def _many(parts: list[str], at: int, wanted: list[str]) -> int:
    """How many parts from there on have the wanted words, of which the first begins there; none where they don't."""
    for many in range(1, len(wanted) + _PARTS_MORE + 1 if wanted else 1):
        some = parts[at : at + many]
        if any(part.startswith(('"', "-")) for part in some):
            return 0
        if _place(wanted, _words(some)) is not None:
            return 0 if _place(wanted, _words(some[1:])) is not None else len(some)
    return 0


def _words(parts: Iterable[str]) -> list[str]:
    return join_units(analysis.words(" ".join(parts)))


def _place(wanted: list[str], said: list[str]) -> int | None:
    """Where in the words the wanted ones stand side by side."""
    starts = range(len(said) - len(wanted) + 1)
    return next((start for start in starts if said[start : start + len(wanted)] == wanted), None)


def filter_token(kind: str, value: str) -> str:
    """A token that no text can contain, because no word begins with an underscore: `_c01ABC...`."""
    return f"_{kind}{value}".lower()


EVERY_AD = "_all"
FEATURED = filter_token("f", "1")
