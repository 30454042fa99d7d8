"""Runs a search: builds its queries, orders the results, finds similar ads."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import tantivy
from tantivy import Order, Query

from marketplace.domain.places import find_town
from marketplace.domain.search import index_query
from marketplace.domain.search.lexicon import Lexicon
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import SearchQuery, Sort, filter_off
from marketplace.domain.search.terms import Terms
from marketplace.domain.search.understanding import Understood, understand_in
from marketplace.integrations.geocode import Town
from marketplace.models import AdType

# Of ads with the same score, the newest come first: up to 25 pages of 12.
_REORDERED = 300
_RINGS_KM = (2.0, 5.0, 20.0, 80.0, 320.0)
_NEARBY_KM = 30.0
# Orders by a field, as arguments of a search.
BY_FIELD: dict[Sort, dict[str, Any]] = {
    Sort.NEWEST: {"order_by_field": "number", "order": Order.Desc},
    Sort.PRICE_UP: {"order_by_field": "price_ascending", "order": Order.Asc},
    Sort.PRICE_DOWN: {"order_by_field": "price_descending", "order": Order.Desc},
}
_WIDER = (2, 5, 20)


@dataclass(frozen=True, slots=True)
class Plan:
    """A search that is ready to run.

    Attributes:
        lexicon: holds the snapshot of the index that all parts of the search use.
        understood: the query as asked, with the filters from the keyword.
        query: the query to run; it begins at the visitor's town, if nothing else says where to look.
        terms: the words of the keyword.
    """

    lexicon: Lexicon
    understood: Understood
    query: SearchQuery
    terms: Terms

    @property
    def searcher(self) -> tantivy.Searcher:
        """The snapshot of the index."""
        return self.lexicon.searchers[0]

    @property
    def sort(self) -> Sort:
        """The order: as given, or relevance if there are words, or newest."""
        if not self.terms.groups and self.query.sort in (None, Sort.RELEVANCE):
            return Sort.NEWEST
        return self.query.sort or Sort.RELEVANCE

    def without(self, **filters: Any) -> "Plan":
        """A copy of the plan with other filters, e.g. `without(city="")`."""
        return replace(self, query=replace(self.query, **filters))

    def near_city(self) -> "Plan | None":
        """A copy of the plan for the surroundings of its city; None if the position of the city is unknown."""
        town = find_town(self.query.city) if self.query.city else None
        return self.without(city="", lat=town.latitude, lng=town.longitude, radius_km=_NEARBY_KM) if town else None

    def in_larger_circles(self) -> "list[Plan]":
        """Copies of the plan with larger radii, the smallest first; none if it has no radius."""
        radius = self.query.radius_km
        return [] if radius is None else [self.without(radius_km=max(radius, 1) * times) for times in _WIDER]

    def matches(self, *, scored: bool = False) -> Query:
        """The query for ads with every required word that pass all filters.

        Args:
            scored: prefer types, places and featured ads too, which affects only the score and takes time.
        """
        query = index_query.full_match(self.terms)
        if scored:
            query = index_query.with_preferences(query, self.terms, self.understood.prefers, self.query.home)
        return index_query.with_filters(query, self.query)

    def count(self) -> int:
        """Count the matching ads exactly."""
        return index_query.count(self.searcher, self.matches())

    def aggregate(self, aggregations: dict[str, Any]) -> dict[str, Any]:
        """Answer Tantivy's aggregations of the matching ads."""
        return self.searcher.aggregate(self.matches(), aggregations) if aggregations else {}

    def list_numbers(self, offset: int, limit: int | None, after: Mapping[str, Any] | None = None) -> list[int] | None:
        """Numbers of the matching listings in the plan's order; None if it is unknown which ones are after `after`.

        Args:
            limit: None for all of them.
            after: a row of `listings`, which need not match, nor exist; those after it are listed, whatever the offset.
        """
        limit = self.searcher.num_docs if limit is None else limit
        if after is None:
            return self._first(offset + limit)[offset:]
        if not self._has(after["number"]):
            return self._behind(after, limit)
        wanted = 2 * limit
        while True:
            found = self._first(wanted)
            following = found[found.index(after["number"]) + 1 :] if after["number"] in found else []
            if len(following) >= limit or len(found) < wanted:
                return following[:limit]
            wanted *= 4

    def _has(self, number: int) -> bool:
        return bool(self._find(index_query.boolean([self.matches(), index_query.within("number", number, number)]), 1))

    def _behind(self, after: Mapping[str, Any], limit: int) -> list[int] | None:
        """Numbers of the matching listings behind the place of one that is not among them; None by relevance.

        Those with the same price follow, since their order is that of the index: better twice in the list than never.
        """
        if self.sort is Sort.RELEVANCE:
            return None
        if self.sort is Sort.DISTANCE:
            km = kilometres(self.query, after["latitude"], after["longitude"])
            place = (math.inf if km is None else km, -after["number"])
            return [-at[1] for at in self._by_nearness(self.count()) if at > place][:limit]
        rest = {
            Sort.NEWEST: ("number", None, after["number"]),
            Sort.PRICE_UP: ("price_ascending", after["price_up"], None),
            Sort.PRICE_DOWN: ("price_descending", None, -after["price_down"]),
        }[self.sort]
        query = index_query.boolean([self.matches(), index_query.within(*rest)])
        return self._find(query, max(1, limit), **BY_FIELD[self.sort])

    def _first(self, wanted: int) -> list[int]:
        # Tantivy allocates memory for the limit, not for the hits.
        if not (wanted := min(self.searcher.num_docs, wanted)):
            return []
        if self.sort is Sort.RELEVANCE:
            return self._by_relevance(wanted)
        if self.sort is Sort.DISTANCE:
            return self._by_distance(wanted)
        return self._find(self.matches(), wanted, **BY_FIELD[self.sort])

    def list_similar(self, limit: int, *, has_matches: bool) -> list[int]:
        """Ads with most of the words but not all, the best first, within the filters; then more of the same kind.

        Leases follow where the keyword asks for rent; ads around the city follow if it has no matching ad. If there are none
        at all, ads outside the filters are listed.
        """
        # People say "on rent" for a lease by the month too; a filter that they chose is kept.
        is_said = self.query.ad_type is AdType.RENT and any(chip.kind == "type" for chip in self.understood.chips)
        leases = self.without(ad_type=AdType.LEASE) if is_said else None
        found = leases._first(limit) if leases else []
        # For a name, ads of the same kind help more than ads with one of its words: an iPad Air is no air cooler. Without
        # words there are none, as every ad of the kind matches.
        same_kind = self._same_kind(limit) if has_matches and self.terms.groups else []
        partial = self._partial(limit)
        required = self.terms.required
        is_one_name = len(required) == 1 and len(required[0].parts) > 1
        found += [*same_kind, *partial] if is_one_name else [*partial, *same_kind]
        if leases and len(found) < limit:
            found += leases._partial(limit)
        if not has_matches and (near := self.near_city()):
            found += [*near._first(limit), *near._partial(limit)]
        if not (found or has_matches):
            found = self._outside_filters(limit) or self._partial(limit, by_preference=True)
        return list(dict.fromkeys(found))[:limit]

    def _outside_filters(self, limit: int) -> list[int]:
        """Ads in a larger circle, else without a filter that the keyword names, else without all; the type is kept."""
        named = {chip.kind: filter_off(chip.kind) for chip in self.understood.chips if chip.kind != "type"}
        circles = self.in_larger_circles() if named.pop("near", None) else []
        everywhere = {name: value for off in named.values() for name, value in off.items()}
        if circles:
            # A list in order of distance still needs the place.
            everywhere["radius_km"] = None
        wider = [*circles, *(self.without(**off) for off in (*named.values(), everywhere))]
        found = (search(plan, limit) for search in (Plan._first, Plan._partial) for plan in wider)
        return next(filter(None, found), [])

    def _partial(self, limit: int, *, by_preference: bool = False) -> list[int]:
        prefers = self.understood.prefers
        query = index_query.partial_match(self.searcher, self.terms, prefers, by_preference=by_preference)
        return self._find(index_query.with_filters(query, self.query), limit) if query else []

    def _same_kind(self, limit: int) -> list[int]:
        """Ads of the subcategory that most matches are in, newest first, within the filters."""
        kinds = self.aggregate({"": {"terms": {"field": "subcategory_id", "size": 1}}})[""]["buckets"]
        if not kinds:
            return []
        query = index_query.with_filters(index_query.of_subcategory(kinds[0]["key"], self.terms), self.query)
        return self._find(query, limit, **BY_FIELD[Sort.NEWEST])

    def _by_relevance(self, wanted: int) -> list[int]:
        hits = self.searcher.search(self.matches(scored=True), limit=max(wanted, _REORDERED), count=False).hits
        scored = zip((score for score, _ in hits), index_query.numbers(self.searcher, hits), strict=True)
        return [number for _, number in sorted(scored, reverse=True)][:wanted]

    def _by_distance(self, wanted: int) -> list[int]:
        """Nearest first, then ads without a position, newest first."""
        town = town_radius(self.query)
        # Only ads near enough to be among the wanted ones are sorted.
        for ring in sorted({town or _RINGS_KM[0], *(km for km in _RINGS_KM if km > town)}):
            inner = self.without(radius_km=ring)
            if ring >= (self.query.radius_km or math.inf):
                break
            if (total := inner.count()) >= wanted:
                newest = BY_FIELD[Sort.NEWEST]
                return (
                    inner._find(inner.matches(), wanted, **newest) if ring == town else inner._nearest(total)[:wanted]
                )
        return self._nearest(self.count())[:wanted]

    def _nearest(self, total: int) -> list[int]:
        return [-number for _, number in self._by_nearness(total)]

    def _by_nearness(self, total: int) -> list[tuple[float, int]]:
        """Distances and negative numbers of the matching ads, sorted."""
        hits = self.searcher.search(self.matches(), limit=max(1, total), count=False).hits
        addresses = [address for _, address in hits]
        columns = (self.searcher.fast_field_values(name, addresses) for name in ("latitude", "longitude", "number"))
        away = []
        for latitude, longitude, number in zip(*columns, strict=True):
            km = kilometres(self.query, latitude, longitude)
            away.append((math.inf if km is None else km, -int(number or 0)))
        return sorted(away)

    def _find(self, query: Query, limit: int, **order: Any) -> list[int]:
        return index_query.find(self.searcher, query, limit, **order)


def make_plan(lexicon: Lexicon, query: SearchQuery) -> Plan:
    """Understand a query, resolve its words, and decide whether the list begins at the visitor's town.

    Raises:
        Invalid: a distance has no place to start from.
    """
    understood = understand_in(lexicon, query)
    terms = resolve(lexicon, understood.query.keyword, literal=query.literal)
    home = home_of(understood.query)
    planned = replace(understood.query, home=home)
    if home and not terms.groups and planned.sort in (None, Sort.RELEVANCE):
        planned = replace(planned, lat=home.latitude, lng=home.longitude, sort=Sort.DISTANCE)
    return Plan(lexicon, understood, planned, terms)


def home_of(query: SearchQuery) -> Town | None:
    """The visitor's town, unless the query or its keyword says where to look."""
    return None if query.lat is not None or query.city else query.home


def kilometres(query: SearchQuery, latitude: float | None, longitude: float | None) -> float | None:
    """The distance of a position from the query's place; None if either is unknown.

    Computed on a plane; the error is under 0.5 % at 200 km.
    """
    if query.lat is None or query.lng is None or latitude is None or longitude is None:
        return None
    north, east = latitude - query.lat, (longitude - query.lng) * math.cos(math.radians(query.lat))
    return max(town_radius(query), index_query.KM_PER_DEGREE * math.hypot(north, east))


def town_radius(query: SearchQuery) -> float:
    """The radius in km in which all ads are equally near: the visitor is somewhere in this town, not at its centre."""
    return query.home.radius_km if query.home else 0
