"""Finds live ads with nearly the words of a text, for moderators."""

from collections.abc import Mapping

import sqlalchemy as sa
from sqlmodel import Session
from tantivy import Occur, Query, Searcher

from marketplace.domain.search import analysis
from marketplace.domain.search.index_query import numbers, term
from marketplace.domain.search.listing_rows import listings
from marketplace.integrations import search_index

# Words that are looked up: enough to find a copy, few enough for a query in milliseconds.
_WORDS = 40
_FIELDS = ("name", "title", "description")


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
    found = {ad_id: _search(searcher, text, limit + 1) for ad_id, text in texts.items()}
    wanted = {number for listed in found.values() for number in listed}
    if not wanted:
        return {}
    rows = db.connection().execute(
        sa.select(listings.c.number, listings.c.ad_id, listings.c.version_id).where(listings.c.number.in_(wanted))
    )
    by_number = {row.number: (row.ad_id, row.version_id) for row in rows}
    return {
        ad_id: [by_number[each] for each in listed if each in by_number and by_number[each][0] != ad_id][:limit]
        for ad_id, listed in found.items()
    }


def _search(searcher: Searcher, text: str, limit: int) -> list[int]:
    words = list(dict.fromkeys(analysis.tokens(text)))[:_WORDS]
    if not words:
        return []
    any_word = Query.boolean_query([(Occur.Should, term(field, word)) for word in words for field in _FIELDS])
    return list(numbers(searcher, searcher.search(any_word, limit=limit, count=False).hits))
