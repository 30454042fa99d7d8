"""From a new ad to the searches it matches: each search waits under keys that every ad it finds has."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import sqlalchemy as sa

from marketplace.domain.search import live, ranges, vocabulary
from marketplace.domain.search.engines import Document
from marketplace.domain.search.indexing import city_key, documents
from marketplace.domain.search.params import parse_query, to_params
from marketplace.domain.search.queries import Plan, filter_tokens
from marketplace.domain.search.ranking import has
from marketplace.domain.search.schemas import SearchQuery
from marketplace.domain.search.terms import Group, Phrase, Terms, filter_token

_KEYED = "tcsupf"
_BESIDE = "tp"
_FIELDS = ("name", "title", "shelf", "body")


def stored(plan: Plan) -> dict[str, Any]:
    """A plan as JSON."""
    return {
        "query": to_params(plan.query),
        "groups": [[list(phrase.tokens) for phrase in group.alternatives] for group in plan.terms.groups],
        "without": [list(phrase.tokens) for phrase in plan.terms.without],
    }


def restored(watched: dict[str, Any]) -> Plan:
    """The plan that `stored` kept; its words are among the terms, not in the query."""
    groups = tuple(Group("", tuple(Phrase(tuple(tokens)) for tokens in group)) for group in watched["groups"])
    without = tuple(Phrase(tuple(tokens)) for tokens in watched["without"])
    return Plan(query_of(watched), Terms(groups, without))


def query_of(watched: dict[str, Any]) -> SearchQuery:
    """The filters of a plan that `stored` kept."""
    return _filters_of(_params(watched))[0]


def _params(watched: dict[str, Any]) -> frozenset[tuple[str, str]]:
    return frozenset((name, value) for name, value in watched["query"].items() if name != "keyword")


@lru_cache(maxsize=10_000)
def _filters_of(params: frozenset[tuple[str, str]]) -> tuple[SearchQuery, tuple[str, ...]]:
    # Many people want the same: a town, a price, a type.
    query = parse_query(dict(params))
    return query, tuple(filter_tokens(query))


def keys_of(connection: sa.Connection, plan: Plan) -> list[str]:
    """What the search waits under: the wordings of its rarest word, each with its town and type; else all plain filters."""
    if not plan.terms.groups:
        return [_filter_key(filter_tokens(plan.query))]
    firsts = [{phrase.tokens[0] for phrase in group.alternatives} for group in plan.terms.groups]
    uses = vocabulary.uses_of_stems(connection, {token for tokens in firsts for token in tokens})
    rarest = min(firsts, key=lambda tokens: sum(uses.get(token, 0) for token in tokens))
    beside = _beside(filter_tokens(plan.query))
    return sorted(f"w{token}{beside}" for token in rarest)


def keys_of_ad(document: Document) -> list[str]:
    """Every key that a search which finds this ad may wait under."""
    words = {token for name in _FIELDS for token in getattr(document, name)}
    filters = [token for token in document.filters if token[1] in _KEYED]
    beside = sorted({_beside(chosen) for chosen in _subsets(filters)})
    return [*(f"w{word}{those}" for word in sorted(words) for those in beside), *map(_filter_key, _subsets(filters))]


def _subsets(tokens: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return (chosen for size in range(len(tokens) + 1) for chosen in combinations(tokens, size))


def _beside(tokens: Iterable[str]) -> str:
    """The town and the type among the filters: most searches name one, and most ads are elsewhere."""
    return "".join(sorted(token for token in tokens if token[1] in _BESIDE))


def _filter_key(tokens: Iterable[str]) -> str:
    return "f" + "".join(sorted(tokens))


class WatchedAd:
    """A live ad, read once, to hold searches against."""

    def __init__(self, connection: sa.Connection, ad_id: str):
        number = connection.scalar(sa.select(live.listings.c.number).where(live.listings.c.ad_id == ad_id))
        self.is_live = number is not None
        if number is None:
            return
        rows = connection.execute(live.texts_of(number)).mappings().all()
        (self.document,) = documents(connection, rows)
        row = connection.execute(sa.select(live.listings).where(live.listings.c.number == number)).mappings().one()
        self.listing: dict[str, Any] = dict(row)
        self.values = {
            row.field_id: row
            for row in connection.execute(
                sa.select(live.listing_values).where(live.listing_values.c.listing_number == number)
            )
        }
        self.filters = frozenset(self.document.filters)
        self.fields: list[Sequence[str]] = [getattr(self.document, name) for name in _FIELDS]
        self.words = frozenset(token for field in self.fields for token in field)

    def matches(self, watched: dict[str, Any]) -> bool:
        """Whether the search that `stored` kept finds this ad; the same answer as its statement gives.

        Most of those that are asked don't, for a word, a type or a town, so this comes before their filters are read.
        """
        chosen = watched["query"]
        if (
            not all(any(map(self._has, group)) for group in watched["groups"])
            or chosen.get("producttype", self.listing["ad_type"]) != self.listing["ad_type"]
            or ("city" in chosen and filter_token("p", city_key(chosen["city"])) not in self.filters)
        ):
            return False
        query, filters = _filters_of(_params(watched))
        return (
            self.filters.issuperset(filters)
            and not any(map(self._has, watched["without"]))
            and ranges.hold(query, self.listing, self.values)
        )

    def _has(self, tokens: Sequence[str]) -> bool:
        if len(tokens) == 1:
            return tokens[0] in self.words
        phrase = Phrase(tuple(tokens))
        return self.words.issuperset(tokens) and any(has(field, phrase) for field in self.fields)
