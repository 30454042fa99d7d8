"""Matches ads against saved searches: compiled queries are run on a small index of these ads."""

from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass, replace
from threading import Lock
from typing import NamedTuple

import sqlalchemy as sa
import tantivy

from marketplace.core.errors import Invalid
from marketplace.domain.search import index_query, projection
from marketplace.domain.search.lexicon import Lexicon
from marketplace.domain.search.listing_rows import listings
from marketplace.domain.search.params import parse_query
from marketplace.domain.search.plan import Plan
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import SearchQuery
from marketplace.domain.search.understanding import understand_in
from marketplace.integrations import search_index
from marketplace.integrations.search_index import SearchIndex

Params = Mapping[str, str]
Key = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A saved search as a query of the index.

    Attributes:
        query: without the limit on age, which depends on the time.
        filters: as understood from parameters and keyword.
        unknown: words that no ad had; if an ad has one, the search must be compiled again.
        is_uncertain: it depends on similar words too, so any new word makes it necessary to compile it again.
    """

    query: tantivy.Query
    filters: SearchQuery
    unknown: frozenset[str]
    is_uncertain: bool


class AdsToMatch:
    """A few live ads in an index of their own.

    Args:
        ad_ids: ads that are not live are left out.

    Attributes:
        prices: prices in paise of the live ads, by ad id.
        searchers: of all ads and of these; both are used to look up words.
        cities, words: of all ads, including these.
    """

    def __init__(self, connection: sa.Connection, ad_ids: Collection[str]):
        statement = sa.select(listings.c.number, listings.c.ad_id, listings.c.price_paise)
        rows = connection.execute(statement.where(listings.c.ad_id.in_(list(ad_ids)))).all()
        self.prices = {row.ad_id: row.price_paise for row in rows}
        self._ids = {row.number: row.ad_id for row in rows}
        index = SearchIndex()
        writer = index.writer()
        projection.write_listings(connection, writer, self._ids.keys())
        writer.commit()
        index.reload()
        searcher = index.searcher()
        assert searcher is not None
        self.searcher = searcher
        own = search_index.get_index().searcher()
        self.searchers = (own, searcher) if own else (searcher,)
        lexicon = Lexicon(*self.searchers)
        self.cities, self.words = frozenset(lexicon.cities()), lexicon.vocabulary()

    def found_by(self, compiled: Compiled, *, of_any_age: bool = False) -> set[str]:
        """Run a saved search on these ads; returns the ids of those it finds.

        Args:
            of_any_age: ignore the search's limit on age.
        """
        hits = self.searcher.search(compiled.query, limit=max(1, len(self._ids)), count=False).hits
        if not hits:
            return set()
        numbers = [int(it or 0) for it in self.searcher.fast_field_values("number", [at for _, at in hits])]
        days = compiled.filters.posted_within_days
        oldest = 0 if of_any_age or days is None else index_query.oldest_number(days)
        return {self._ids[number] for number in numbers if number >= oldest}


class Match(NamedTuple):
    """The ads that a saved search finds, and its filters as understood."""

    filters: SearchQuery
    ad_ids: set[str]


class Percolator:
    """Compiles saved searches and caches them until new words or cities may change what they mean."""

    def __init__(self) -> None:
        self._compiled: dict[Key, Compiled | None] = {}
        self._cities: frozenset[str] = frozenset()
        self._words: Set[str] = frozenset()
        self._lock = Lock()

    def compile(self, params: Params, ads: AdsToMatch) -> Compiled | None:
        """Compile a saved search; None if it can find nothing.

        Args:
            params: query parameters of the search.
        """
        return self._compile(frozenset(params.items()), ads)

    def match(self, keys: Mapping[str, Key], ads: AdsToMatch) -> dict[str, Match]:
        """Run saved searches on these ads; searches that find none are left out.

        Args:
            keys: parameters by search id; equal parameters are run once.
        """
        ids_by_key: dict[Key, list[str]] = {}
        for search_id, key in keys.items():
            ids_by_key.setdefault(key, []).append(search_id)
        matches: dict[str, Match] = {}
        for key, search_ids in ids_by_key.items():
            compiled = self._compile(key, ads)
            if compiled and (ad_ids := ads.found_by(compiled)):
                matches |= dict.fromkeys(search_ids, Match(compiled.filters, ad_ids))
        return matches

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
        """Drop searches whose meaning new words or cities may have changed."""
        if ads.cities != self._cities:
            # Any keyword may name the new city.
            self._compiled = {}
        elif ads.words is not self._words and (new := ads.words - self._words):
            self._compiled = {
                key: it
                for key, it in self._compiled.items()
                if it and not it.is_uncertain and it.unknown.isdisjoint(new)
            }
        self._cities, self._words = ads.cities, ads.words


def compile_search(params: Params, *searchers: tantivy.Searcher) -> Compiled | None:
    """Compile a saved search; None if its keyword has no word to search for.

    Args:
        searchers: used to look up words; by default the index of all ads.

    Raises:
        Invalid: e.g. it has a distance without a place.
    """
    own = search_index.get_index().searcher()
    lexicon = Lexicon(*(searchers or ([own] if own else [])))
    understood = understand_in(lexicon, parse_query(params))
    query = understood.query
    terms = resolve(lexicon, query.keyword, literal=query.literal)
    if terms.hopeless:
        return None
    plan = Plan(lexicon, replace(query, posted_within_days=None), terms)
    return Compiled(
        query=plan.matches(),
        filters=query,
        unknown=frozenset(lexicon.unknown),
        is_uncertain=lexicon.is_uncertain,
    )


percolator = Percolator()
