"""What appears under the search box while somebody types."""

from urllib.parse import quote

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.search import analysis, vocabulary
from marketplace.domain.search.engines import Engine, engine_of
from marketplace.domain.search.live import categories, listings
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import Suggestion
from marketplace.domain.search.terms import Group, Phrase, Terms

_QUERIES, _CATEGORIES, _ADS = 4, 2, 4
_TRIED = 8


def suggest(db: Session, actor: Actor, q: str) -> list[Suggestion]:
    """Queries that find something, categories, and ads, for a half-typed keyword; nothing for an empty one."""
    del actor  # everyone is offered the same
    words = analysis.words(analysis.clean_query(q))
    if not words:
        return []
    connection = db.connection()
    engine = engine_of(connection)
    return [
        *_queries(connection, engine, words),
        *_categories(connection, words),
        *_ads(connection, engine, words),
    ]


def _queries(connection: sa.Connection, engine: Engine, words: list[str]) -> list[Suggestion]:
    """The typed words with the last one finished, where that finds anything."""
    before = [Group(word, (Phrase((analysis.stem(word),)),)) for word in words[:-1] if word not in analysis.STOP_WORDS]
    found: list[Suggestion] = []
    for word in vocabulary.starting_with(connection, words[-1], limit=_TRIED):
        terms = Terms((*before, Group(word.word, (Phrase((word.stem,)),))))
        if _any(connection, engine, terms):
            text = " ".join((*words[:-1], word.word))
            found.append(Suggestion(kind="query", text=text, link=f"/products/search?keyword={quote(text)}"))
        if len(found) == _QUERIES:
            break
    if found:
        return found
    # Nothing begins like that: offer what a misspelt word was meant to be.
    terms = resolve(connection, engine, " ".join(words))
    if any(group.corrected for group in terms.groups) and _any(connection, engine, terms):
        text = " ".join(group.corrected or group.word for group in terms.groups)
        return [Suggestion(kind="query", text=text, link=f"/products/search?keyword={quote(text)}")]
    return []


def _any(connection: sa.Connection, engine: Engine, terms: Terms) -> bool:
    some = sa.select(sa.literal(1)).select_from(engine.table).where(engine.matches(terms)).limit(1)
    return connection.execute(some).first() is not None


def _categories(connection: sa.Connection, words: list[str]) -> list[Suggestion]:
    statement = (
        sa.select(categories.c.id, categories.c.name)
        .where(categories.c.archived_at.is_(None))
        .order_by(categories.c.position)
    )
    found = []
    for category_id, name in connection.execute(statement):
        own = analysis.words(analysis.fold(name))
        if all(any(mine.startswith(word) for mine in own) for word in words):
            found.append(Suggestion(kind="category", text=name, link=f"/category/{category_id}"))
    return found[:_CATEGORIES]


def _ads(connection: sa.Connection, engine: Engine, words: list[str]) -> list[Suggestion]:
    """The newest ads with these words in their names."""
    groups = [Group(word, (Phrase((analysis.stem(word),)),)) for word in words[:-1] if word not in analysis.STOP_WORDS]
    last = words[-1]
    groups.append(Group(last, (Phrase((last,), prefix=True), Phrase((analysis.stem(last),)))))
    statement = (
        sa.select(listings.c.ad_id, listings.c.name)
        .select_from(engine.table.join(listings, engine.joins(listings.c.number)))
        .where(engine.matches(Terms(tuple(groups)), in_name=True))
        .order_by(engine.number.desc())
        .limit(_ADS)
    )
    return [
        Suggestion(kind="ad", text=name, link=f"/products/{ad_id}") for ad_id, name in connection.execute(statement)
    ]
