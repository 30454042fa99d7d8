"""What appears under the search box while somebody types."""

from typing import NamedTuple
from urllib.parse import quote

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.search import analysis, vocabulary
from marketplace.domain.search.completing import Typed
from marketplace.domain.search.engines import Engine, engine_of
from marketplace.domain.search.live import categories, listings, subcategories
from marketplace.domain.search.queries import newest, some
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import Suggestion
from marketplace.domain.search.terms import Group, Phrase, Terms

_CATEGORIES, _ADS = 3, 4
_TRIED = 6
# Of the newest ads so many are looked through to see whether a name is frequent.
_GLANCE = 1_000
# How many ads of one name are passed over to find others.
_ALIKE = 4


class Shelf(NamedTuple):
    """A category, or a subcategory with where it stands; `words` are those of its own name."""

    name: str
    link: str
    words: tuple[str, ...]


def suggest(db: Session, actor: Actor, q: str) -> list[Suggestion]:
    """Queries that find something, categories, and ads, for a half-typed keyword; nothing for an empty one."""
    del actor  # everyone is offered the same
    words = analysis.words(analysis.clean_query(q))
    if not words:
        return []
    connection = db.connection()
    engine = engine_of(connection)
    typed = Typed(connection, engine, words)
    if (prices := typed.prices()) is not None:
        return list(map(_query, prices))
    shelves, ads = _shelves(connection), _ads(connection, engine, words)
    shelved = {word for shelf in shelves for word in shelf.words}
    queries = _queries(typed, shelved, [ad.text for ad in ads])
    return [*map(_query, queries), *_categories(shelves, words), *ads]


def _queries(typed: Typed, shelved: set[str], names: list[str]) -> list[str]:
    """Keywords that begin as typed and find something.

    Args:
        names: of ads that have the typed words.
    """
    if found := typed.in_towns() or typed.finished(shelved, names) or typed.otherwise():
        return found
    # Nothing begins like that: what a misspelt word was meant to be, or what is found by its sound.
    terms = resolve(typed.connection, typed.engine, " ".join(typed.words))
    is_whole = bool(terms.groups) and terms.groups[-1].word.endswith(typed.words[-1])
    is_mended = any(group.corrected for group in terms.groups)
    if (is_whole or is_mended) and _any(typed.connection, typed.engine, terms):
        return [" ".join(group.corrected or group.word for group in terms.groups)]
    return []


def _query(text: str) -> Suggestion:
    return Suggestion(kind="query", text=text, link=f"/products/search?keyword={quote(text)}")


def _any(connection: sa.Connection, engine: Engine, terms: Terms) -> bool:
    statement = sa.select(sa.literal(1)).select_from(engine.table).where(engine.matches(terms))
    return bool(some(connection, engine, statement))


def _shelves(connection: sa.Connection) -> list[Shelf]:
    """Categories in their order, then subcategories."""
    above, below = categories, subcategories
    tops = sa.select(above.c.id, above.c.name).where(above.c.archived_at.is_(None)).order_by(above.c.position)
    nested = (
        sa.select(above.c.id, below.c.id, below.c.name)
        .join(above, above.c.id == below.c.category_id)
        .where(above.c.archived_at.is_(None), below.c.archived_at.is_(None))
        .order_by(above.c.position, below.c.position)
    )
    return [
        *(Shelf(name, f"/category/{top}", _words(name)) for top, name in connection.execute(tops)),
        *(
            Shelf(name, f"/category/{top}?subcategoryId={own}", _words(name))
            for top, own, name in connection.execute(nested)
        ),
    ]


def _words(name: str) -> tuple[str, ...]:
    return tuple(analysis.words(analysis.fold(name)))


def _categories(shelves: list[Shelf], words: list[str]) -> list[Suggestion]:
    """Shelves with all the typed words in their names; one whose name begins so comes first."""
    fitting = [shelf for shelf in shelves if all(any(own.startswith(word) for own in shelf.words) for word in words)]
    fitting.sort(key=lambda shelf: not shelf.words[0].startswith(words[0]))
    return [Suggestion(kind="category", text=shelf.name, link=shelf.link) for shelf in fitting[:_CATEGORIES]]


def _ads(connection: sa.Connection, engine: Engine, words: list[str]) -> list[Suggestion]:
    """The newest ads with these words in their names, of those that are called the same only one."""
    groups = [Group(word, (Phrase((analysis.stem(word),)),)) for word in words[:-1] if word not in analysis.STOP_WORDS]
    groups.append(Group(words[-1], _begun(connection, words[-1])))
    statement = (
        sa.select(listings.c.ad_id, listings.c.name)
        .select_from(engine.table.join(listings, engine.joins(listings.c.number)))
        .where(engine.matches(Terms(tuple(groups)), in_name=True))
    )
    found: dict[str, Suggestion] = {}
    # Where none of the newest has them, all that do are sorted sooner than looked for day by day.
    are_few = not engine.newest_first and not some(connection, engine, statement, glance=_GLANCE, further=False)
    for ad_id, name in newest(connection, engine, statement, _ADS * _ALIKE, are_few=are_few):
        found.setdefault(analysis.fold(name), Suggestion(kind="ad", text=name, link=f"/products/{ad_id}"))
    return list(found.values())[:_ADS]


def _begun(connection: sa.Connection, last: str) -> tuple[Phrase, ...]:
    """What a half-typed word may become; after its first letter, the most used words only: the others are too many."""
    own = Phrase((analysis.stem(last),))
    if len(last) > 1:
        return Phrase((last,), prefix=True), own
    return tuple({own, *(Phrase((it.stem,)) for it in vocabulary.starting_with(connection, last, limit=_TRIED))})
