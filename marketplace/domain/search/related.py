"""Finds live ads like an ad, for buyers, and with nearly the words of a text, for moderators."""

from collections.abc import Mapping

import sqlalchemy as sa
from sqlmodel import Session
from tantivy import Query

from marketplace.core.actor import Actor
from marketplace.db import tags
from marketplace.domain.ads.schemas import AdCard, AdDetail
from marketplace.domain.listings.rows import listings
from marketplace.domain.price_units import per_day
from marketplace.domain.search import analysis
from marketplace.domain.search.cards import cards_of
from marketplace.domain.search.index_query import boolean, either, find, term, within
from marketplace.domain.search.projection import city_key
from marketplace.integrations import search_index
from marketplace.models import AdStatus

_WORDS = 12
_WEIGHTS = {"subcategory_id": 2.0, "ad_type": 1.5, "city_key": 1.0}
_NAME_WEIGHT, _PRICE_WEIGHT = 4.0, 1.0
# A category is guessed if so many ads, or all of the ads found, agree on it.
_MOST_NEIGHBOURS, _LEAST_NEIGHBOURS = 5, 3
# Words of a text that are looked up: enough to find a copy, few enough for a query in milliseconds.
_TEXT_WORDS = 40
# Characters of a text that have these words: analysing whole texts takes longer than searching.
_TEXT_START = 2_000


def related(db: Session, actor: Actor, ad: AdDetail, *, limit: int = 4) -> list[AdCard]:
    """Find live ads of the same category as a live ad, with similar words, place and price, the most similar first.

    A cached page depends on the found ads alone, so a new ad that fits better may appear there later.
    """
    with tags.about(ad=ad.id) as scope:
        searcher = search_index.get_index().searcher()
        if ad.status != AdStatus.APPROVED or searcher is None:
            return []
        # One more, since the ad itself is the most similar.
        found = cards_of(db, actor, find(searcher, _query(ad), limit + 1))
        cards = [card for card in found if card.id != ad.id][:limit]
        scope.add("ad", *(card.id for card in cards))
    return cards


def guess_category(db: Session, actor: Actor, name: str) -> str:
    """Return the category of the live ads with the most similar names; empty unless they agree."""
    del actor  # live ads are public
    searcher = search_index.get_index().searcher()
    if searcher is None:
        return ""
    neighbours = find(searcher, either(term("name", word) for word in _words(name, _WORDS)), _MOST_NEIGHBOURS)
    if len(neighbours) < _LEAST_NEIGHBOURS:
        return ""
    of_neighbours = sa.select(listings.c.category_id).where(listings.c.number.in_(neighbours))
    found = set(db.connection().scalars(of_neighbours))
    return found.pop() if len(found) == 1 else ""


def _words(text: str, most: int) -> list[str]:
    return list(dict.fromkeys(analysis.tokens(text)))[:most]


def _query(own: AdDetail) -> Query:
    words = _words(own.name, _WORDS)
    preferred = [(term("name", word), _NAME_WEIGHT / len(words)) for word in words]
    values = {"subcategory_id": own.subcategory_id, "ad_type": own.ad_type, "city_key": city_key(own.city)}
    preferred += [(term(field, values[field]), weight) for field, weight in _WEIGHTS.items() if values[field]]
    if own.price_paise:
        price = per_day(own.price_paise, own.price_unit) if own.price_unit else own.price_paise
        preferred.append((within("price_ascending", price // 2, price * 2), _PRICE_WEIGHT))
    category = Query.const_score_query(term("category_id", own.category_id), 0)
    return boolean([category], (Query.const_score_query(query, weight) for query, weight in preferred))


def find_near_texts(db: Session, texts: Mapping[str, str], *, limit: int) -> dict[str, list[tuple[str, str]]]:
    """Find live ads that share the most telling words with each text, the nearest first, with one statement for all.

    Args:
        texts: by the id of an ad, which is left out itself.
        limit: ads for each text.

    Returns:
        By the same ids: ids of ads with those of their live versions; the caller compares the texts.
    """
    searcher = search_index.get_index().searcher()
    if searcher is None:
        return {}
    found: dict[str, list[int]] = {}
    for ad_id, text in texts.items():
        words = _words(text[:_TEXT_START], _TEXT_WORDS)
        any_word = either(term(field, word) for word in words for field in ("name", "title", "description"))
        found[ad_id] = find(searcher, any_word, limit + 1)
    wanted = {number for listed in found.values() for number in listed}
    rows = db.connection().execute(
        sa.select(listings.c.number, listings.c.ad_id, listings.c.version_id).where(listings.c.number.in_(wanted))
    )
    by_number = {row.number: (row.ad_id, row.version_id) for row in rows}
    return {
        ad_id: [by_number[each] for each in listed if each in by_number and by_number[each][0] != ad_id][:limit]
        for ad_id, listed in found.items()
    }
