"""Matches ads against saved searches: compiled queries are run on a small index of these ads."""

from collections import deque
from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

import sqlalchemy as sa
import tantivy

from marketplace.core.errors import Invalid
from marketplace.domain.listings.rows import listings
from marketplace.domain.search import analysis, cities, index_query, parse_query, projection
from marketplace.domain.search.lexicon import Lexicon
from marketplace.domain.search.plan import make_plan
from marketplace.integrations import search_index
from marketplace.integrations.search_index import SearchIndex
from marketplace.models import PriceUnit

# The parameters of a saved search.
Key = frozenset[tuple[str, str]]
# Parameters that ask for one value of a field of the index, whatever the keyword says.
_FIELDS = {
    "producttype": "ad_type",
    "categoryId": "category_id",
    "subcategoryId": "subcategory_id",
    "sellerId": "seller_id",
    "city": "city_key",
}


class LiveAd(NamedTuple):
    """A live ad; the price is in paise, after the discount."""

    number: int
    id: str
    name: str
    seller_id: str
    price: int | None
    price_unit: PriceUnit | None


@dataclass(frozen=True, slots=True)
class Compiled:
    """A saved search as a query of the index.

    Attributes:
        query: without the limit on age, which depends on the time.
        posted_within_days: the limit on age, as understood from parameters and keyword.
        unknown: words that no ad had; if an ad has one, the search must be compiled again.
        is_uncertain: it depends on similar words too, so any new word makes it necessary to compile it again.
        letters: first letters of the keyword's words, one of which may name a new city.
    """

    query: tantivy.Query
    posted_within_days: int | None
    unknown: frozenset[str]
    is_uncertain: bool
    letters: frozenset[str]


class AdsToMatch:
    """A few live ads in a small index.

    Args:
        ad_ids: ads that are not live are left out.
        version_id: the only ad is matched as it was with this earlier version of it; empty for as it is.

    Attributes:
        ads: the live ads, by id.
        ids: their ids, by number.
        searcher: of the small index, which may have other live ads too.
        numbers: of its listings, by segment and document.
        searchers: of all ads and of the small index; both are used to look up words.
        cities, words: of all ads, including these.
    """

    def __init__(self, connection: sa.Connection, ad_ids: Collection[str], *, version_id: str = ""):
        columns = (listings.c[name] for name in ("number", "ad_id", "name", "seller_id", "price_paise", "price_unit"))
        rows = connection.execute(sa.select(*columns).where(listings.c.ad_id.in_(list(ad_ids))))
        self.ads = {ad.id: ad for ad in (LiveAd(*row) for row in rows)}
        self.ids = {ad.number: ad.id for ad in self.ads.values()}
        if version_id:
            entry = projection.read_entry_as_it_was(connection, version_id)
            entries = [entry | {"number": number} for number in self.ids if entry]
        else:
            entries = projection.read_entries(connection, self.ids.keys())
        self._values = {name: {entry[field] for entry in entries} for name, field in _FIELDS.items()}
        self.searcher = _find_searcher({entry["number"]: entry for entry in entries})
        own = search_index.get_index().searcher()
        # Read once: reading the numbers of the hits takes half as long as each search.
        hits = self.searcher.search(tantivy.Query.all_query(), limit=max(1, self.searcher.num_docs), count=False).hits
        addresses = ((address.segment_ord, address.doc) for _, address in hits)
        self.numbers = dict(zip(addresses, index_query.numbers(self.searcher, hits), strict=True))
        self.searchers = (own, self.searcher) if own else (self.searcher,)
        lexicon = Lexicon(*self.searchers)
        self.cities, self.words = frozenset(lexicon.cities()), lexicon.vocabulary()

    def may_match(self, key: Key) -> bool:
        """Whether an ad has each value that the parameters ask for: most searches need not be compiled to say no."""
        return all(
            (projection.city_key(value) if name == "city" else value) in self._values[name]
            for name, value in key
            if name in self._values
        )


# Ads are matched as a batch first and then one by one, unchanged mostly: the batch's index serves for each.
_recent: deque[tuple[dict[int, projection.Entry], tantivy.Searcher]] = deque(maxlen=4)


def _find_searcher(entries: dict[int, projection.Entry]) -> tantivy.Searcher:
    """A searcher of an index with these entries: of a recent one that has them, else of a new one."""
    for known, searcher in tuple(_recent):
        if entries.items() <= known.items():
            return searcher
    index = SearchIndex()
    writer = index.writer()
    writer.add(entries.values())
    writer.commit()
    index.reload()
    searcher = index.searcher()
    assert searcher is not None
    _recent.appendleft((entries, searcher))
    return searcher


class Percolator:
    """Compiles saved searches and caches them until new words or cities may change what they mean."""

    def __init__(self) -> None:
        self._compiled: dict[Key, Compiled | None] = {}
        self._cities: frozenset[str] = frozenset()
        self._words: Set[str] = frozenset()
        self._lock = Lock()

    def find(self, key: Key, ads: AdsToMatch, *, of_any_age: bool = False) -> set[str]:
        """Run a saved search on these ads; returns the ids of those it finds.

        Args:
            of_any_age: ignore the search's limit on age.
        """
        if not ads.may_match(key) or (compiled := self._compile(key, ads)) is None:
            return set()
        hits = ads.searcher.search(compiled.query, limit=max(1, ads.searcher.num_docs), count=False).hits
        numbers = ads.ids.keys() & {ads.numbers[address.segment_ord, address.doc] for _, address in hits}
        days = compiled.posted_within_days
        oldest = 0 if of_any_age or days is None else index_query.oldest_number(days)
        return {ads.ids[number] for number in numbers if number >= oldest}

    def match(self, keys: Mapping[str, Key], ads: AdsToMatch) -> dict[str, set[str]]:
        """Run saved searches by id on these ads; searches that find none are left out."""
        # Equal searches are run once.
        found = {key: self.find(key, ads) for key in set(keys.values())}
        return {search_id: found[key] for search_id, key in keys.items() if found[key]}

    def _compile(self, key: Key, ads: AdsToMatch) -> Compiled | None:
        with self._lock:
            self._invalidate(ads)
            if key in self._compiled:
                return self._compiled[key]
        try:
            made = compile_search(dict(key), *ads.searchers)
        except Invalid:
            made = None
        with self._lock:
            self._compiled[key] = made
        return made

    def _invalidate(self, ads: AdsToMatch) -> None:
        """Drop searches whose meaning new words, or cities that came or went, may have changed."""
        new = frozenset() if ads.words is self._words else ads.words - self._words
        letters = frozenset() if ads.cities is self._cities else cities.first_letters(ads.cities ^ self._cities)
        if new or letters:
            self._compiled = {
                key: it
                for key, it in self._compiled.items()
                if it
                and not (it.is_uncertain and new)
                and it.unknown.isdisjoint(new)
                and it.letters.isdisjoint(letters)
            }
        self._cities, self._words = ads.cities, ads.words


def compile_search(params: Mapping[str, str], *searchers: tantivy.Searcher) -> Compiled | None:
    """Compile a saved search; None if its keyword has no word to search for.

    Args:
        searchers: used to look up words; by default the index of all ads.

    Raises:
        Invalid: e.g. it has a distance without a place.
    """
    if not searchers and (own := search_index.get_index().searcher()):
        searchers = (own,)
    lexicon = Lexicon(*searchers)
    plan = make_plan(lexicon, parse_query(params))
    if plan.terms.hopeless:
        return None
    return Compiled(
        query=plan.without(posted_within_days=None).matches(),
        posted_within_days=plan.query.posted_within_days,
        unknown=frozenset(lexicon.unknown),
        is_uncertain=lexicon.is_uncertain,
        letters=frozenset(word[0] for word in analysis.words(analysis.clean_query(params.get("keyword", "")))),
    )


percolator = Percolator()
