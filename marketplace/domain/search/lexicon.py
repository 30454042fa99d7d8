"""The vocabulary of live ads with frequencies, read from the search index."""

from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

import tantivy
from rapidfuzz import process
from rapidfuzz.distance import OSA

from marketplace.domain.search import analysis, index_query
from marketplace.domain.search.terms import Phrase

# More edits than `spelling.allowed` accepts, for English words in Devanagari, which are spelled by sound.
_MOST_SLIPS = 4


class Word(NamedTuple):
    """A word, its stem, and the number of ads that have it outside the description."""

    word: str
    stem: str
    uses: int


class Lexicon:
    """Looks up the words of a keyword.

    Args:
        searchers: of the index, and of a small index with newer ads.

    Attributes:
        unknown: words looked up that no ad has; a new ad with one of them may change what the keyword means.
        is_uncertain: similar words or words with a prefix were looked up; any new word may change the result.
    """

    def __init__(self, *searchers: tantivy.Searcher):
        self.searchers = searchers
        self.unknown: set[str] = set()
        self.is_uncertain = False
        self._counts: dict[tuple[Phrase, ...], int] = {}

    def find(self, words: Collection[str]) -> dict[str, Word]:
        """Look up words; words that no ad has are left out."""
        found = {}
        for word in words:
            if uses := sum(searcher.doc_freq("words", word) for searcher in self.searchers):
                found[word] = Word(word, analysis.stem(word), uses)
            else:
                self.unknown.add(word)
        return found

    def starting_with(self, start: str, *, limit: int) -> list[Word]:
        """Words with this prefix, the most frequent first."""
        self.is_uncertain = True
        uses = Counter[str]()
        for searcher in self.searchers:
            uses.update(dict(searcher.terms_with_prefix("words", start)))
        found = sorted(uses.items(), key=lambda it: (-it[1], it[0]))
        return [Word(word, analysis.stem(word), count) for word, count in found[:limit]]

    def similar(self, word: str) -> list[Word]:
        """Words within a few edits of `word`."""
        self.is_uncertain = True
        uses = Counter[str]()
        for searcher in self.searchers:
            known = _words(searcher)
            alike = process.extract_iter(word, known.keys(), scorer=OSA.distance, score_cutoff=_MOST_SLIPS)
            uses.update({other: known[other] for other, _, _ in alike})
        return [Word(other, analysis.stem(other), count) for other, count in uses.items()]

    def vocabulary(self) -> frozenset[str]:
        """All words of live ads."""
        return frozenset().union(*(_words(searcher) for searcher in self.searchers))

    def cities(self) -> list[str]:
        """The cities of live ads as spelled there, the most frequent last."""
        uses = Counter[str]()
        for searcher in self.searchers:
            uses.update(_cities(searcher))
        by_name = sorted(filter(None, uses), reverse=True)
        return sorted(by_name, key=uses.__getitem__)

    def count(self, phrases: tuple[Phrase, ...]) -> int:
        """Count the ads with any of the phrases."""
        if phrases not in self._counts:
            query = index_query.any_of(phrases)
            self._counts[phrases] = sum(index_query.count(searcher, query) for searcher in self.searchers)
        return self._counts[phrases]


# A searcher never changes: it is a snapshot of one commit.
@lru_cache(maxsize=4)
def _words(searcher: tantivy.Searcher) -> dict[str, int]:
    return dict(searcher.terms_with_prefix("words", ""))


@lru_cache(maxsize=4)
def _cities(searcher: tantivy.Searcher) -> dict[str, int]:
    return dict(searcher.terms_with_prefix("city", ""))
