"""Finds ads related to an ad."""

import math
from functools import lru_cache
from heapq import nsmallest
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session
from tantivy import Occur, Query

from marketplace.core.actor import Actor
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.search import analysis
from marketplace.domain.search.cards import cards_of
from marketplace.domain.search.listing_rows import listings
from marketplace.integrations import search_index
from marketplace.integrations.search_index import SCHEMA

_CANDIDATES = 150
_WORDS = 12


def related(db: Session, actor: Actor, ad_id: str, *, limit: int = 4) -> list[AdCard]:
    """Find live ads of the same category with similar words, place and price, the most similar first."""
    connection = db.connection()
    own = connection.execute(sa.select(listings).where(listings.c.ad_id == ad_id)).mappings().first()
    if own is None:
        return []
    statement = _columns().where(listings.c.number.in_(_sharing_words(own)))
    found: dict[int, Any] = {row.number: row._mapping for row in connection.execute(statement)}
    if len(found) < _CANDIDATES // 2:
        for row in connection.execute(_same_shelf(own)).mappings():
            found.setdefault(row["number"], row)
    best = nsmallest(limit, found.values(), key=lambda row: (-_closeness(row, own), -row["number"]))
    return cards_of(db, actor, [row["number"] for row in best])


def _columns() -> sa.Select:
    return sa.select(
        listings.c.number,
        listings.c.name,
        listings.c.ad_type,
        listings.c.subcategory_id,
        listings.c.city,
        listings.c.price_paise,
    )


def _sharing_words(own: sa.RowMapping) -> list[int]:
    """Numbers of listings in the same category that share words of the name."""
    searcher = search_index.get_index().searcher()
    words = list(dict.fromkeys(analysis.tokens(own["name"])))[:_WORDS]
    if searcher is None or not words:
        return []
    query = Query.boolean_query(
        [
            (Occur.Must, Query.const_score_query(Query.term_query(SCHEMA, "category_id", own["category_id"]), 0)),
            (
                Occur.Must,
                Query.boolean_query([(Occur.Should, Query.term_query(SCHEMA, "name", word)) for word in words]),
            ),
            (Occur.MustNot, Query.term_query(SCHEMA, "number", own["number"])),
        ]
    )
    hits = searcher.search(query, limit=_CANDIDATES, count=False).hits
    return [int(it or 0) for it in searcher.fast_field_values("number", [address for _, address in hits])]


def _same_shelf(own: sa.RowMapping) -> sa.Select:
    return (
        _columns()
        .where(listings.c.category_id == own["category_id"], listings.c.number != own["number"])
        .order_by(listings.c.published_at.desc(), listings.c.number.desc())
        .limit(_CANDIDATES)
    )


# Ads of a subcategory have nearly the same candidates.
@lru_cache(maxsize=4096)
def _words_of(name: str) -> frozenset[str]:
    return frozenset(analysis.tokens(name))


def _closeness(row: sa.RowMapping, own: sa.RowMapping) -> float:
    words, theirs = _words_of(own["name"]), _words_of(row["name"])
    shared = len(words & theirs)
    score = 4 * shared / (len(words) + len(theirs) - shared or 1)
    score += 2 * (row["subcategory_id"] == own["subcategory_id"])
    score += 1.5 * (row["ad_type"] == own["ad_type"])
    score += 1 * bool(own["city"] and row["city"] == own["city"])
    if row["price_paise"] and own["price_paise"]:
        score += max(0.0, 1 - abs(math.log(row["price_paise"] / own["price_paise"])))
    return score
