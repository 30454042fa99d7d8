"""Ads that somebody who looks at this one may want to see."""

import math
from functools import lru_cache
from heapq import nsmallest
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.search import analysis
from marketplace.domain.search.cards import cards_of
from marketplace.domain.search.engines import Engine, engine_of
from marketplace.domain.search.live import listings
from marketplace.domain.search.queries import newest
from marketplace.domain.search.terms import Group, Phrase, Terms, filter_token

_CANDIDATES = 150
_WORDS = 12


def related(db: Session, actor: Actor, ad_id: str, *, limit: int = 4) -> list[AdCard]:
    """Live ads of the same category that share words, place and price with a live one, the closest first."""
    connection = db.connection()
    own = connection.execute(sa.select(listings).where(listings.c.ad_id == ad_id)).mappings().first()
    if own is None:
        return []
    engine = engine_of(connection)
    alike = newest(connection, engine, _sharing_words(engine, own), _CANDIDATES)
    found: dict[int, Any] = {row.number: row._mapping for row in alike}
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


def _sharing_words(engine: Engine, own: sa.RowMapping) -> sa.Select:
    words = tuple(dict.fromkeys(analysis.tokens(own["name"])))[:_WORDS]
    groups = (Group("", tuple(Phrase((word,)) for word in words)),) if words else ()
    terms = Terms(groups, filters=(filter_token("c", own["category_id"]),))
    return (
        _columns()
        .select_from(engine.table.join(listings, engine.joins(listings.c.number)))
        .where(engine.matches(terms), engine.number != own["number"])
    )


def _same_shelf(own: sa.RowMapping) -> sa.Select:
    return (
        _columns()
        .where(listings.c.category_id == own["category_id"], listings.c.number != own["number"])
        .order_by(listings.c.published_at.desc(), listings.c.number.desc())
        .limit(_CANDIDATES)
    )


# Ads of a shelf have nearly the same candidates.
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
