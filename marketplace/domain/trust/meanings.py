"""Finds what the words of a message mean, by the list in `rules/words.yaml`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from marketplace.domain.trust.normalise import Word, read

# Shorter pairs of words join to a word of the list by chance.
_MIN_JOINED = 6
_ANY_ENDING = "*"
# Shortest joined letters that may be several words, and the longest that are tried.
_LEAST_SPELT, _MOST_SPELT = 6, 200
# Shortest word that is found in joined letters, and the length that the found ones have at least on average.
_LEAST_PART, _MEAN_PART = 2, 2.5


@dataclass(frozen=True)
class _Phrase:
    meaning: str
    keys: tuple[str, ...]
    any_ending: bool

    def begins(self, keys: tuple[str, ...], at: int) -> bool:
        """Whether the phrase stands in the keys at this place."""
        found = keys[at : at + len(self.keys)]
        if not self.any_ending:
            return found == self.keys
        return len(found) == len(self.keys) and found[:-1] == self.keys[:-1] and found[-1].startswith(self.keys[-1])


@dataclass(frozen=True)
class Meanings:
    """The list of phrases by meaning, ready for search.

    The work for a message grows with its length only: each word is compared with the phrases that begin with it.
    """

    names: frozenset[str]
    _words: frozenset[str] = field(repr=False)
    _longest: int = field(repr=False)
    _by_first: Mapping[str, Sequence[_Phrase]] = field(repr=False)
    _by_prefix: Mapping[str, Sequence[_Phrase]] = field(repr=False)

    @classmethod
    def make(cls, listed: Mapping[str, Iterable[str]]) -> "Meanings":
        """Prepare phrases; one that ends in a star stands for any ending."""
        by_first, by_prefix = defaultdict(list), defaultdict(list)
        for meaning, texts in listed.items():
            for text in texts:
                keys = tuple(word.key for word in read(text.removesuffix(_ANY_ENDING)))
                phrase = _Phrase(meaning, keys, text.endswith(_ANY_ENDING))
                if keys:
                    (by_prefix if phrase.any_ending and len(keys) == 1 else by_first)[keys[0]].append(phrase)
        phrases = [phrase for found in (*by_first.values(), *by_prefix.values()) for phrase in found]
        words = frozenset(key for phrase in phrases for key in phrase.keys if len(key) >= _LEAST_PART)
        longest = max(map(len, words), default=0)
        return cls(frozenset(listed), words, longest, dict(by_first), dict(by_prefix))

    def split_spelt(self, words: Iterable[Word]) -> list[Word]:
        """Split words that were written letter by letter, with the same gap between words: "s c a n q r"."""
        found: list[Word] = []
        for word in words:
            if word.is_spelt and _LEAST_SPELT <= len(word.key) <= _MOST_SPELT and word.key not in self._words:
                found += [Word(part, part) for part in self._split(word.key)] or [word]
            else:
                found.append(word)
        return found

    def _split(self, letters: str) -> list[str]:
        """Split letters into the fewest words of the list; empty if that is impossible or the words are too short to trust."""
        best: list[list[str] | None] = [[]]
        for end in range(1, len(letters) + 1):
            parts: list[str] | None = None
            for size in range(_LEAST_PART, min(end, self._longest) + 1):
                before = best[end - size]
                if before is not None and (parts is None or len(before) + 1 < len(parts)):
                    word = letters[end - size : end]
                    if word in self._words:
                        parts = [*before, word]
            best.append(parts)
        found = best[-1]
        return found if found and len(letters) >= _MEAN_PART * len(found) else []

    def find(self, words: Sequence[Word]) -> dict[str, str]:
        """The meanings in the words, each with the words where it was found first."""
        keys = tuple(word.key for word in words)
        found: dict[str, str] = {}
        for at, key in enumerate(keys):
            for phrase in self._by_first.get(key, ()):
                if phrase.meaning not in found and phrase.begins(keys, at):
                    found[phrase.meaning] = " ".join(word.written for word in words[at : at + len(phrase.keys)])
            for size in range(1, len(key) + 1):
                for phrase in self._by_prefix.get(key[:size], ()):
                    found.setdefault(phrase.meaning, words[at].written)
            if at + 1 < len(keys) and len(joined := key + keys[at + 1]) >= _MIN_JOINED:
                for phrase in self._by_first.get(joined, ()):
                    if len(phrase.keys) == 1:
                        found.setdefault(phrase.meaning, f"{words[at].written} {words[at + 1].written}")
        return found
