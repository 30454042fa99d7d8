"""Finds ads related to an ad."""

import sqlalchemy as sa
from sqlmodel import Session
from tantivy import FieldType, Occur, Query

from marketplace.core.actor import Actor
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.search import analysis
from marketplace.domain.search.cards import cards_of
from marketplace.domain.search.index_query import numbers, scored, term, within
from marketplace.domain.search.listing_rows import listings
from marketplace.domain.search.projection import city_key
from marketplace.integrations import search_index

_WORDS = 12
_WEIGHTS = {"subcategory_id": 2.0, "ad_type": 1.5, "city_key": 1.0}
_NAME_WEIGHT, _PRICE_WEIGHT = 4.0, 1.0


def related(db: Session, actor: Actor, ad_id: str, *, limit: int = 4) -> list[AdCard]:
    """Find live ads of the same category with similar words, place and price, the most similar first."""
    own = db.connection().execute(sa.select(listings).where(listings.c.ad_id == ad_id)).mappings().first()
    searcher = search_index.get_index().searcher()
    if own is None or searcher is None:
        return []
    return cards_of(db, actor, numbers(searcher, searcher.search(_query(own), limit=limit, count=False).hits))


def _query(own: sa.RowMapping) -> Query:
    words = list(dict.fromkeys(analysis.tokens(own["name"])))[:_WORDS]
    preferred = [(term("name", word), _NAME_WEIGHT / len(words)) for word in words]
    values = {**own, "city_key": city_key(own["city"])}
    preferred += [(term(field, values[field]), weight) for field, weight in _WEIGHTS.items() if values[field]]
    if own["price_paise"]:
        price = own["price_up"]
        preferred.append((within("price_ascending", FieldType.Integer, price // 2, price * 2), _PRICE_WEIGHT))
    return Query.boolean_query(
        [
            (Occur.Must, scored(term("category_id", own["category_id"]), 0)),
            (Occur.MustNot, term("number", own["number"])),
            *((Occur.Should, scored(query, weight)) for query, weight in preferred),
        ]
    )
