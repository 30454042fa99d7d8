"""Different words for the same thing, read from `synonyms.txt`."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from marketplace.domain.search import analysis
from marketplace.domain.search.terms import Phrase

_FILE = Path(__file__).with_name("synonyms.txt")
_ONE_WAY = "->"
MAX_WORDS = 3


@lru_cache
def _wordings() -> dict[tuple[str, ...], tuple[Phrase, ...]]:
    """Each wording's tokens with the other wordings of its sets."""
    found: dict[tuple[str, ...], dict[Phrase, None]] = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if not text:
            continue
        left, arrow, right = text.partition(_ONE_WAY)
        sources, targets = _phrases(left), _phrases(right if arrow else left)
        for source in sources:
            others = found.setdefault(source.tokens, {})
            others.update(dict.fromkeys(target for target in targets if target != source))
    return {tokens: tuple(others) for tokens, others in found.items()}


def _phrases(text: str) -> list[Phrase]:
    phrases = [tuple(analysis.stem(word) for word in _words(wording)) for wording in text.split(",")]
    return [Phrase(tokens) for tokens in phrases if tokens]


def _words(wording: str) -> list[str]:
    return analysis.join_units(analysis.words(analysis.fold(wording)))


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


@lru_cache
def _typed() -> dict[tuple[str, ...], tuple[Phrase, ...]]:
    """As `_wordings`, by the words as they are written."""
    wordings = (
        tuple(_words(wording))
        for line in _FILE.read_text(encoding="utf-8").splitlines()
        for wording in line.partition("#")[0].partition(_ONE_WAY)[0].split(",")
    )
    return {words: found for words in wordings if (found := others(words))}


@lru_cache
def known_words() -> frozenset[str]:
    """Every word of the file, which no spelling check needs to doubt."""
    return frozenset(
        word
        for line in _FILE.read_text(encoding="utf-8").splitlines()
        for wording in line.partition("#")[0].replace(_ONE_WAY, ",").split(",")
        for word in _words(wording)
    )
