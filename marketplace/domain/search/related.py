"""Finds ads related to an ad."""

import sqlalchemy as sa
from sqlmodel import Session
from tantivy import FieldType, Occur, Query

from marketplace.core.actor import Actor
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.search import analysis
from marketplace.domain.search.cards import cards_of
from marketplace.domain.search.listing_rows import listings
from marketplace.domain.search.projection import city_key
from marketplace.integrations import search_index
from marketplace.integrations.search_index import SCHEMA

_WORDS = 12
_WEIGHTS = {"subcategory_id": 2.0, "ad_type": 1.5, "city_key": 1.0}
_NAME_WEIGHT, _PRICE_WEIGHT = 4.0, 1.0


def related(db: Session, actor: Actor, ad_id: str, *, limit: int = 4) -> list[AdCard]:
    """Find live ads of the same category with similar words, place and price, the most similar first."""
    own = db.connection().execute(sa.select(listings).where(listings.c.ad_id == ad_id)).mappings().first()
    searcher = search_index.get_index().searcher()
    if own is None or searcher is None:
        return []
    hits = searcher.search(_query(own), limit=limit, count=False).hits
    numbers = searcher.fast_field_values("number", [address for _, address in hits])
    return cards_of(db, actor, [int(number or 0) for number in numbers])


def _query(own: sa.RowMapping) -> Query:
    words = list(dict.fromkeys(analysis.tokens(own["name"])))[:_WORDS]
    preferred = [(_term("name", word), _NAME_WEIGHT / len(words)) for word in words]
    values = {**own, "city_key": city_key(own["city"])}
    preferred += [(_term(field, values[field]), weight) for field, weight in _WEIGHTS.items() if values[field]]
    if own["price_paise"]:
        price = own["price_up"]
        near = Query.range_query(
            SCHEMA, "price_ascending", FieldType.Integer, lower_bound=price // 2, upper_bound=price * 2
        )
        preferred.append((near, _PRICE_WEIGHT))
    return Query.boolean_query(
        [
            (Occur.Must, Query.const_score_query(_term("category_id", own["category_id"]), 0)),
            (Occur.MustNot, _term("number", own["number"])),
            *((Occur.Should, Query.const_score_query(query, weight)) for query, weight in preferred),
        ]
    )


def _term(field: str, value: str | int) -> Query:
    return Query.term_query(SCHEMA, field, value)
