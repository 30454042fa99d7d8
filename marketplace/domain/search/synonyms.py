"""Different words for the same thing, read from `synonyms.txt`."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from marketplace.domain.search import analysis
from marketplace.domain.search.terms import Phrase
from marketplace.domain.search.units import join_units

_FILE = Path(__file__).with_name("synonyms.txt")
_ONE_WAY = "->"
MAX_WORDS = 3

Wording = tuple[str, ...]


@lru_cache
def _lines() -> tuple[tuple[list[Wording], list[Wording]], ...]:
    """Each line of the file: wordings, each as its words, and those that they are widened to."""
    found = []
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        left, arrow, right = line.partition("#")[0].partition(_ONE_WAY)
        if sources := _wordings_in(left):
            found.append((sources, _wordings_in(right) if arrow else sources))
    return tuple(found)


def _wordings_in(text: str) -> list[Wording]:
    found = (join_units(analysis.words(analysis.fold(wording))) for wording in text.split(","))
    return [tuple(words) for words in found if words]


def _phrase(wording: Wording) -> Phrase:
    return Phrase(tuple(map(analysis.stem, wording)))


@lru_cache
def _wordings() -> dict[tuple[str, ...], tuple[Phrase, ...]]:
    """Each wording's tokens with the other wordings of its sets."""
    found: dict[tuple[str, ...], dict[Phrase, None]] = {}
    for sources, targets in _lines():
        for source in map(_phrase, sources):
            others = (target for target in map(_phrase, targets) if target != source)
            found.setdefault(source.tokens, {}).update(dict.fromkeys(others))
    return {tokens: tuple(others) for tokens, others in found.items()}


def others(words: Sequence[str]) -> tuple[Phrase, ...]:
    """Other wordings of these words, none if they stand in no set."""
    return _wordings().get(tuple(map(analysis.stem, words)), ())


def starting_with(start: str) -> list[str]:
    """Words that stand for something else by themselves and begin so, one of each set, as the file has them."""
    found: dict[frozenset[Phrase], str] = {}
    for (*more, word), others_ in _typed().items():
        if not more and word.startswith(start):
            found.setdefault(frozenset((*others_, Phrase((analysis.stem(word),)))), word)
    return list(found.values())


def going_on(words: Sequence[str]) -> list[tuple[int, Wording]]:
    """Wordings of several words that the last of these words begin, each with how many of them do.

    The last word may be half of one where the wording's first word is whole.
    """
    found = []
    for begun in range(min(MAX_WORDS, len(words)), 0, -1):
        *whole, half = words[-begun:]
        for wording in _typed():
            if len(wording) > 1 and len(wording) >= begun and wording[: begun - 1] == tuple(whole):
                own = wording[begun - 1]
                if own == half or (whole and own.startswith(half)):
                    found.append((begun, wording))
    return found


@lru_cache
def _typed() -> dict[Wording, tuple[Phrase, ...]]:
    """As `_wordings`, by the words as they are written."""
    wordings = (wording for sources, _ in _lines() for wording in sources)
    return {words: found for words in wordings if (found := others(words))}


@lru_cache
def known_words() -> frozenset[str]:
    """Every word of the file, which no spelling check needs to doubt."""
    return frozenset(word for line in _lines() for wordings in line for wording in wordings for word in wording)
