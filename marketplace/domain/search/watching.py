"""From a new ad to the searches it matches: each search waits under keys that every ad it finds has."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import sqlalchemy as sa

from marketplace.domain.search import analysis, live, ranges, synonyms, vocabulary
from marketplace.domain.search.engines import Document
from marketplace.domain.search.indexing import documents
from marketplace.domain.search.params import parse_query, to_params
from marketplace.domain.search.queries import Plan, filter_tokens
from marketplace.domain.search.ranking import has
from marketplace.domain.search.terms import Group, Phrase, Terms, take_apart

_KEYED = "tcsupf"
_FIELDS = ("name", "title", "shelf", "body")


def words_of(keyword: str) -> Terms:
    """What a saved keyword asks for: stems and other wordings only, so that it means the same next year."""
    typed = take_apart(keyword)
    groups = [Group(" ".join(tokens), (Phrase(tokens),)) for tokens in typed.quoted]
    groups += [
        Group(word, (Phrase((analysis.stem(word),)), *synonyms.others((word,))))
        for word in typed.words
        if word not in analysis.STOP_WORDS
    ]
    return Terms(tuple(groups), tuple(Phrase(tokens) for tokens in typed.without))


def stored(plan: Plan) -> dict[str, Any]:
    """A plan as JSON."""
    return {
        "query": to_params(plan.query),
        "groups": [[list(phrase.tokens) for phrase in group.alternatives] for group in plan.terms.groups],
        "without": [list(phrase.tokens) for phrase in plan.terms.without],
    }


def restored(watched: dict[str, Any]) -> Plan:
    """The plan that `stored` kept."""
    groups = tuple(Group("", tuple(Phrase(tuple(tokens)) for tokens in group)) for group in watched["groups"])
    without = tuple(Phrase(tuple(tokens)) for tokens in watched["without"])
    return Plan(parse_query(watched["query"]), Terms(groups, without))


def keys_of(connection: sa.Connection, plan: Plan) -> list[str]:
    """What the search waits under: the wordings of its rarest word, else all its plain filters together."""
    if not plan.terms.groups:
        return [_filter_key(filter_tokens(plan.query))]
    firsts = [{phrase.tokens[0] for phrase in group.alternatives} for group in plan.terms.groups]
    uses = vocabulary.uses_of_stems(connection, {token for tokens in firsts for token in tokens})
    rarest = min(firsts, key=lambda tokens: sum(uses.get(token, 0) for token in tokens))
    return sorted(f"w{token}" for token in rarest)


def keys_of_ad(document: Document) -> list[str]:
    """Every key that a search which finds this ad may wait under."""
    words = {token for name in _FIELDS for token in getattr(document, name)}
    filters = [token for token in document.filters if token[1] in _KEYED]
    sets = (chosen for size in range(len(filters) + 1) for chosen in combinations(filters, size))
    return [*(f"w{word}" for word in sorted(words)), *(_filter_key(chosen) for chosen in sets)]


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

    def matches(self, plan: Plan) -> bool:
        """Whether the search finds this ad; the same answer as its statement gives."""
        terms, query = plan.terms, plan.query
        return (
            self.filters.issuperset(filter_tokens(query))
            and all(any(map(self._has, group.alternatives)) for group in terms.groups)
            and not any(map(self._has, terms.without))
            and ranges.hold(query, self.listing, self.values)
        )

    def _has(self, phrase: Phrase) -> bool:
        return any(has(tokens, phrase) for tokens in self.fields)
