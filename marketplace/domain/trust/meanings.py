"""Finds what the words of a message mean, by the list in `rules/words.yaml`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from marketplace.domain.trust.normalise import Word, read

# Shorter pairs of words join to a word of the list by chance.
_MIN_JOINED = 6
_ANY_ENDING = "*"


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
        return cls(frozenset(listed), dict(by_first), dict(by_prefix))

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
