"""The words that ads are found by: what misspelt and half-typed words are looked up in."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from marketplace.domain.search import analysis
from marketplace.domain.search.engines import Word, engine_of

_LONGEST = "\U0010ffff"
_words = sa.table("search_words", sa.column("word", sa.Text), sa.column("stem", sa.Text), sa.column("uses", sa.Integer))
# As text: each half-typed word asks it, and building a statement takes longer than running it.
_STARTING = sa.text(
    "SELECT word, stem, uses FROM search_words WHERE word >= :start AND word < :end ORDER BY uses DESC, word LIMIT :most"
)
_LEARN = sa.text("INSERT INTO search_words (word, stem, uses) VALUES (:word, :stem, 1) ON CONFLICT (word) DO NOTHING")


def words_of(row: Mapping[str, Any]) -> list[str]:
    """The words of an ad worth knowing: descriptions are left out, because they are long and full of slips."""
    text = " ".join(row[name] for name in ("name", "title", "category", "subcategory", "place", "city", "state"))
    return [word for word in analysis.words(analysis.fold(text)) if len(word) > 1 and not word.isdecimal()]


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
        connection.execute(sa.insert(_words), rows)


def find(connection: sa.Connection, words: Collection[str]) -> dict[str, Word]:
    """Those of the words that are known."""
    statement = sa.select(_words).where(engine_of(connection).among(_words.c.word, sorted(words)))
    return {row.word: Word(*row) for row in connection.execute(statement)}


def starting_with(connection: sa.Connection, start: str, *, limit: int) -> list[Word]:
    """Known words that begin so, the most used first."""
    bounds = {"start": start, "end": start + _LONGEST, "most": limit}
    return [Word(*row) for row in connection.execute(_STARTING, bounds)]


def uses_of_stems(connection: sa.Connection, stems: Collection[str]) -> dict[str, int]:
    """How often the words of each stem are used."""
    statement = (
        sa.select(_words.c.stem, sa.func.sum(_words.c.uses))
        .where(engine_of(connection).among(_words.c.stem, sorted(stems)))
        .group_by(_words.c.stem)
    )
    return {stem: int(uses) for stem, uses in connection.execute(statement).all()}
