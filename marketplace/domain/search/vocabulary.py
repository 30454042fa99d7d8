"""The words that ads are found by: what misspelt and half-typed words are looked up in."""

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from marketplace.domain.search import analysis

_MIN_LENGTH = 3
_LEARN = sa.text("INSERT INTO search_words (word, stem, uses) VALUES (:word, :stem, 1) ON CONFLICT (word) DO NOTHING")
_COUNT = sa.text("INSERT INTO search_words (word, stem, uses) VALUES (:word, :stem, :uses)")


def words_of(row: Mapping[str, Any]) -> list[str]:
    """The words of an ad worth knowing: descriptions are left out, because they are long and full of slips."""
    text = " ".join(row[name] for name in ("name", "title", "category", "subcategory", "place", "city", "state"))
    found = analysis.words(analysis.fold(text))
    return [word for word in found if len(word) >= _MIN_LENGTH and not word.isdecimal()]


def learn(connection: sa.Connection, found: Iterable[str]) -> None:
    """Note words that are not known yet; how often each is used is counted at the next rebuild.

    Counting here would make every approval wait for the others that use the same words. Words are taken in one
    order, so that two approvals never wait for each other.
    """
    if rows := [{"word": word, "stem": analysis.stem(word)} for word in sorted(set(found))]:
        connection.execute(_LEARN, rows)


def count(connection: sa.Connection, uses: Mapping[str, int]) -> None:
    """Fill the empty vocabulary."""
    if rows := [{"word": word, "stem": analysis.stem(word), "uses": number} for word, number in uses.items()]:
        connection.execute(_COUNT, rows)
