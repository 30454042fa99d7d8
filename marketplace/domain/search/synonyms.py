"""Synonyms, read from `synonyms.txt`."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from marketplace.domain.search import analysis, word_lists
from marketplace.domain.search.terms import Phrase
from marketplace.domain.search.units import join_units

_FILE = Path(__file__).with_name("synonyms.txt")
_MAX_WORDS = 3

Wording = tuple[str, ...]


@lru_cache
def _lines() -> tuple[tuple[list[Wording], list[Wording]], ...]:
    """The lines of the file: wordings, and what they are widened to; these are the same list without an arrow."""
    found = []
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        left, arrow, right = line.partition("#")[0].partition("->")
        if sources := _wordings_in(left):
            found.append((sources, _wordings_in(right) if arrow else sources))
    return tuple(found)


def _wordings_in(text: str) -> list[Wording]:
    found = (without_particles(join_units(analysis.words(wording))) for wording in text.split(","))
    return [words for words in found if words]


def without_particles(words: Sequence[str]) -> Wording:
    """Drop stop words, which the index leaves out, and "wala" inside: "pani ki tanki" is searched as "pani tanki"."""
    inside = range(1, len(words) - 1)
    return tuple(
        word
        for at, word in enumerate(words)
        if word not in word_lists.STOP_WORDS and not (at in inside and word in word_lists.BETWEEN)
    ) or tuple(words)


@lru_cache
def _by_tokens() -> dict[tuple[str, ...], tuple[Phrase, ...]]:
    """The phrases to search as well, by the tokens of a wording."""
    found: dict[tuple[str, ...], dict[Phrase, None]] = {}
    sets = {words: sources for sources, targets in _lines() if sources is targets for words in sources}
    for sources, targets in _lines():
        # What is widened to a thing finds its other names too.
        targets = targets if sources is targets else [*targets, *sets.get(targets[0], ())]
        others = [Phrase.of(*words, synonym=True) for words in targets]
        for tokens in (Phrase.of(*words).tokens for words in sources):
            found.setdefault(tokens, {}).update(dict.fromkeys(it for it in others if it.tokens != tokens))
    return {tokens: tuple(others) for tokens, others in found.items()}


def find(words: Sequence[str]) -> tuple[Phrase, ...]:
    """The synonyms of these words together."""
    return _by_tokens().get(Phrase.of(*words).tokens, ())


def begins_with(words: Sequence[str]) -> bool:
    """Whether a longer wording begins with these two words: "bina gear" names something, although "bina" says no."""
    tokens = Phrase.of(*words).tokens
    return any(len(known) > 1 and known[:2] == tokens for known in _by_tokens())


def continuing(words: Sequence[str]) -> list[tuple[int, Wording]]:
    """Wordings that the end of `words` begins, one of each set, with the number of words already typed.

    The last word may be incomplete if it is the only one of the wording, or if the wording's first word is complete.
    """
    found: dict[frozenset[Wording], tuple[int, Wording]] = {}
    for begun in range(min(_MAX_WORDS, len(words)), 0, -1):
        *whole, half = words[-begun:]
        for wording, meaning in _offered().items():
            if len(wording) >= begun and wording[: begun - 1] == tuple(whole) and wording[begun - 1].startswith(half):
                is_begun = len(wording) == 1 or whole or wording[0] == half
                if is_begun and Phrase.of(*words[-begun:]).tokens not in meaning:
                    found.setdefault(meaning, (begun, wording))
    return list(found.values())


@lru_cache
def _offered() -> dict[Wording, frozenset[Wording]]:
    """Wordings with the tokens of all that mean the same, without those only left of an arrow, which may be misspelt."""
    targets = dict.fromkeys(words for _, targets in _lines() for words in targets)
    return {
        words: frozenset((Phrase.of(*words).tokens, *(it.tokens for it in others)))
        for words in targets
        if (others := find(words))
    }


@lru_cache
def known_words() -> frozenset[str]:
    """All words that are searched, and single ones that are widened; they are never corrected."""
    some = (wording for sources, targets in _lines() for wording in (*targets, *(it for it in sources if len(it) == 1)))
    return frozenset(word for wording in some for word in wording)
