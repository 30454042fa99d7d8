"""What a keyword asks for, free of any engine's query language."""

import re
from dataclasses import dataclass, field

from marketplace.domain.search import analysis


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
_QUOTES = str.maketrans("“”„‟«»", '""""""')


def take_apart(keyword: str) -> Typed:
    """Words, "quoted phrases" and -words of a keyword; no character means anything else."""
    typed = Typed()
    plain: list[str] = []
    for minus, quoted, word in _PART.findall(analysis.clean_query(keyword).translate(_QUOTES)):
        if word and not (word.startswith("-") and len(word) > 1):
            plain.append(word)
            continue
        found = analysis.phrase(quoted or word[1:])[: analysis.MAX_WORDS]
        if found and (minus or word):
            typed.without.append(found)
        elif found:
            typed.quoted[quoted.strip()] = found
    typed.words = analysis.join_units(analysis.words(" ".join(plain)))[: analysis.MAX_WORDS]
    return typed


def leave_out(keyword: str, group: Group) -> tuple[str, str]:
    """A keyword, folded, without what a group of it stands for, and that as it was typed: "1000 sqft", of "i5-1240p"
    one half.
    """
    parts = [match[0] for match in _PART.finditer(analysis.clean_query(keyword).translate(_QUOTES))]
    if group.exact:
        at = next(
            (at for at, part in enumerate(parts) if part[0] == '"' and part.strip('" ') == group.word), len(parts)
        )
        return " ".join(parts[:at] + parts[at + 1 :]), group.word
    wanted = group.word.split()
    for many in range(1, len(wanted) + 2):
        for at in range(len(parts) - many + 1):
            some = parts[at : at + many]
            said = analysis.join_units(analysis.words(" ".join(some)))
            start = _place(wanted, said)
            if start is None or any(part.startswith(('"', "-")) for part in some):
                continue
            left = said[:start] + said[start + len(wanted) :]
            return " ".join([*parts[:at], *left, *parts[at + many :]]), group.word if left else " ".join(some)
    return " ".join(parts), group.word


def _place(wanted: list[str], said: list[str]) -> int | None:
    """Where in the words the wanted ones stand side by side."""
    starts = range(len(said) - len(wanted) + 1)
    return next((start for start in starts if said[start : start + len(wanted)] == wanted), None)


def filter_token(kind: str, value: str) -> str:
    """A token that no text can contain, because words have no underscore: `_c01ABC...`."""
    return f"_{kind}{value}".lower()


EVERY_AD = "_all"
FEATURED = filter_token("f", "1")
