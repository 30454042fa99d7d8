"""The vocabulary of live ads with frequencies, read from the search index, and the correction of misspelt words by it."""

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache

import tantivy
from rapidfuzz import process
from rapidfuzz.distance import OSA

from marketplace.domain.search import index_query, synonyms
from marketplace.domain.search.terms import Phrase
from marketplace.domain.search.transliteration import metaphone

# Shorter words are not corrected.
MIN_LENGTH = 4
_LETTER = re.compile(r"[^\d.]")
# Shorter sounds fit too many words.
_LEAST_SOUND = 3
# In edits, for ten times as many ads.
_PER_TENFOLD_USE = 0.25
# More edits than `allowed` accepts, for English words in Devanagari, which are spelled by sound.
_MOST_SLIPS = 4


class Lexicon:
    """Looks up the words of a keyword, in the index and in small ones with newer ads.

    Attributes:
        unknown: words looked up that no ad has; a new ad with one of them may change what the keyword means.
        is_uncertain: similar words or words with a prefix were looked up; any new word may change the result.
    """

    def __init__(self, *searchers: tantivy.Searcher):
        self.searchers = searchers
        self.unknown: set[str] = set()
        self.is_uncertain = False

    def uses(self, word: str) -> int:
        """The number of ads that have the word outside the description."""
        uses = sum(searcher.doc_freq("words", word) for searcher in self.searchers)
        if not uses:
            self.unknown.add(word)
        return uses

    def is_known(self, word: str) -> bool:
        """Whether an ad has the word outside the description, or a synonym is searched with it."""
        return self.uses(word) > 0 or word in synonyms.known_words()

    def starting_with(self, start: str, *, limit: int) -> list[str]:
        """Words with this prefix, the most frequent first."""
        self.is_uncertain = True
        uses = Counter[str]()
        for searcher in self.searchers:
            uses.update(dict(searcher.terms_with_prefix("words", start)))
        return sorted(uses, key=lambda word: (-uses[word], word))[:limit]

    def similar(self, word: str, others: Collection[str] = ()) -> dict[str, int]:
        """Words of ads, and of `others`, within a few edits of `word`, with the number of ads."""
        self.is_uncertain = True
        uses = Counter[str]()
        for known in (*(_terms(searcher, "words") for searcher in self.searchers), dict.fromkeys(others, 0)):
            alike = process.extract_iter(word, known.keys(), scorer=OSA.distance, score_cutoff=_MOST_SLIPS)
            uses.update({other: known[other] for other, _, _ in alike})
        return uses

    def vocabulary(self) -> frozenset[str]:
        """All words of live ads."""
        return frozenset().union(*(_terms(searcher, "words") for searcher in self.searchers))

    def cities(self) -> list[str]:
        """The cities of live ads as spelled there, the most frequent last."""
        uses = Counter[str]()
        for searcher in self.searchers:
            uses.update(_terms(searcher, "city"))
        return sorted(sorted(filter(None, uses), reverse=True), key=uses.__getitem__)

    def count(self, phrases: tuple[Phrase, ...]) -> int:
        """Count the ads with any of the phrases."""
        query = index_query.any_of(phrases)
        return sum(index_query.count(searcher, query) for searcher in self.searchers)


# A searcher never changes: it is a snapshot of one commit.
@lru_cache(maxsize=8)
def _terms(searcher: tantivy.Searcher, field: str) -> dict[str, int]:
    return dict(searcher.terms_with_prefix(field, ""))


def allowed(word: str) -> int:
    """Most edits between a typed word and its correction: a longer word may have more."""
    return 1 if len(word) <= 5 else 2 if len(word) <= 9 else 3


def likeliest(word: str, candidates: Mapping[str, int]) -> list[str]:
    """The best corrections of a word, all equally likely.

    Args:
        candidates: known words with the number of ads that have them.
    """
    scored: list[tuple[float, str]] = []
    sound, most = metaphone(word), allowed(word)
    for other, uses in candidates.items():
        slips = OSA.distance(word, other)
        sounds_alike = len(sound) >= _LEAST_SOUND and sound == metaphone(other)
        # Several edits are slips if the first letter is right and not all of them are heard.
        is_slip = slips == 1 or (
            slips <= most and word[0] == other[0] and OSA.distance(sound, metaphone(other)) < slips
        )
        # Another digit means another model, not a slip; 1.5 is not 15.
        if slips and (is_slip or sounds_alike) and _LETTER.sub("", word) == _LETTER.sub("", other):
            if sounds_alike:
                # Many people write as they hear: "ifon", "neckles".
                slips = max(1, slips / 2)
            scored.append((slips - _PER_TENFOLD_USE * math.log10(uses + 1), other))
    scored.sort()
    return [other for score, other in scored if score == scored[0][0]]
