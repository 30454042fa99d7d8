"""The words that ads are found by: what misspelt and half-typed words are looked up in."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from marketplace.domain.search import analysis
from marketplace.domain.search.engines import Word, engine_of
from marketplace.domain.search.units import is_number
from marketplace.models import metadata

_LONGEST = "\U0010ffff"
_words = sa.table("search_words", sa.column("word", sa.Text), sa.column("stem", sa.Text), sa.column("uses", sa.Integer))
# As text: each half-typed word asks it, and building a statement takes longer than running it.
_STARTING = sa.text(
    "SELECT word, stem, uses FROM search_words WHERE word >= :start AND word < :end ORDER BY uses DESC, word LIMIT :most"
)
_LEARN = sa.text("INSERT INTO search_words (word, stem, uses) VALUES (:word, :stem, 1) ON CONFLICT (word) DO NOTHING")

_TELL = sa.text("INSERT INTO search_new_words (word) VALUES (:word) ON CONFLICT (word) DO NOTHING")
# Stands for all words, as after they were counted anew.
_EVERY_WORD = ""
# Beyond so many new words it is quicker to take all of them for new.
_MOST_NEWS = 1_000
_news = metadata.tables["search_new_words"]


def words_of(row: Mapping[str, Any]) -> list[str]:
    """The words of an ad worth knowing: descriptions are left out, because they are long and full of slips."""
    text = " ".join(row[name] for name in ("name", "title", "category", "subcategory", "place", "city", "state"))
    return [word for word in analysis.words(analysis.fold(text)) if len(word) > 1 and not is_number(word)]


def learn(connection: sa.Connection, found: Iterable[str]) -> None:
    """Note words that are not known yet, also for `take_news`; how often each is used is counted at the next rebuild.

    Counting here would make every approval wait for the others that use the same words. Words are taken in one
    order, so that two approvals never wait for each other.
    """
    words = sorted(set(found))
    known = find(connection, words)
    if rows := [{"word": word, "stem": analysis.stem(word)} for word in words if word not in known]:
        connection.execute(_LEARN, rows)
        connection.execute(_TELL, [{"word": row["word"]} for row in rows])


def count(connection: sa.Connection, uses: Mapping[str, int]) -> None:
    """Fill the empty vocabulary."""
    if rows := [{"word": word, "stem": analysis.stem(word), "uses": number} for word, number in uses.items()]:
        connection.execute(sa.insert(_words), rows)
    connection.execute(_TELL, {"word": _EVERY_WORD})


def has_news(connection: sa.Connection) -> bool:
    """Whether there are words that nobody took note of."""
    return connection.scalar(sa.select(_news.c.word).limit(1)) is not None


def take_news(connection: sa.Connection) -> set[str] | None:
    """The words that are new since they were taken last; None for too many to tell. Nobody else takes them again."""
    new = set(connection.scalars(sa.select(_news.c.word).limit(_MOST_NEWS + 1)))
    if _EVERY_WORD in new or len(new) > _MOST_NEWS:
        connection.execute(sa.delete(_news))
        return None
    connection.execute(sa.delete(_news).where(_news.c.word.in_(new)))
    return new


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
