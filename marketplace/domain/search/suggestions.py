"""What appears under the search box while somebody types."""

from itertools import islice
from typing import NamedTuple
from urllib.parse import quote

import sqlalchemy as sa
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.search import analysis, places, synonyms, vocabulary
from marketplace.domain.search.engines import Engine, Word, engine_of
from marketplace.domain.search.live import categories, listings, subcategories
from marketplace.domain.search.queries import newest
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import Suggestion
from marketplace.domain.search.terms import Group, Phrase, Terms

_QUERIES, _CATEGORIES, _ADS = 4, 3, 4
_CONSIDERED, _TRIED = 32, 6
# How many ads of one name are passed over to find others.
_ALIKE = 4
# "cameras in p": a place is meant, not another thing.
_BEFORE_PLACES = {"in", "near", "at", "around"}


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
    shelves, ads = _shelves(connection), _ads(connection, engine, words)
    shelved = {word for shelf in shelves for word in shelf.words}
    return [
        *_queries(connection, engine, words, shelved, [ad.text for ad in ads]),
        *_categories(shelves, words),
        *ads,
    ]


def _queries(
    connection: sa.Connection, engine: Engine, words: list[str], shelved: set[str], names: list[str]
) -> list[Suggestion]:
    """The typed words with the last one finished, where that finds anything.

    Args:
        names: of ads that have the typed words.
    """
    before = [Group(word, (Phrase((analysis.stem(word),)),)) for word in words[:-1] if word not in analysis.STOP_WORDS]
    is_place = len(words) > 1 and words[-2] in _BEFORE_PLACES
    if is_place:
        shelved = set()
    said = {phrase.tokens[0] for group in before for phrase in group.alternatives}
    named: list[str] = []
    mentioned: list[str] = []
    finished = _finished(connection, words[-1], shelved)
    if is_place:
        towns = {word for town in places.by_words(connection) for word in town}
        finished = [word for word in finished if word.word in towns] or finished
    for word in finished[:_TRIED]:
        terms = Terms((*before, Group(word.word, (Phrase((word.stem,)),))))
        if word.stem in said:
            continue
        if _any(connection, engine, terms, in_name=not is_place and word.word not in shelved):
            named.append(word.word)
        elif word.word not in shelved and _any(connection, engine, terms):
            mentioned.append(word.word)
        if len(named) == _QUERIES:
            break
    if before and not named:
        # Of many words that begin so, what the ads go on with is none of the most used: "samsung ga".
        named = _going_on(names, words[-1])
    if found := list(dict.fromkeys((*named, *mentioned)))[:_QUERIES]:
        return [_query(" ".join((*words[:-1], word))) for word in found]
    if other := _by_other_names(connection, engine, before, words):
        return other
    # Nothing begins like that: offer what a misspelt word was meant to be.
    terms = resolve(connection, engine, " ".join(words))
    if any(group.corrected for group in terms.groups) and _any(connection, engine, terms):
        return [_query(" ".join(group.corrected or group.word for group in terms.groups))]
    return []


def _going_on(names: list[str], start: str) -> list[str]:
    """Words of the names that begin so, each thing once."""
    found = {analysis.stem(word): word for name in names for word in _words(name) if word.startswith(start)}
    return list(found.values())


def _by_other_names(
    connection: sa.Connection, engine: Engine, before: list[Group], words: list[str]
) -> list[Suggestion]:
    """What no ad is called, but people call it so: "almi" is an almirah, which finds wardrobes."""
    meant = (
        word
        for word in synonyms.starting_with(words[-1])[:_TRIED]
        if _any(connection, engine, Terms((*before, Group(word, synonyms.others((word,))))))
    )
    return [_query(" ".join((*words[:-1], word))) for word in islice(meant, _QUERIES)]


def _query(text: str) -> Suggestion:
    return Suggestion(kind="query", text=text, link=f"/products/search?keyword={quote(text)}")


def _finished(connection: sa.Connection, start: str, shelved: set[str]) -> list[Word]:
    """What the half-typed word may become, each thing once: first what shelves are called, then what is used most.

    Somebody who types "sof" wants sofas more often than what is sold "softly used", and one of "sofa" and "sofas".
    """
    found: dict[str, Word] = {}
    for word in vocabulary.starting_with(connection, start, limit=_CONSIDERED):
        best = found.get(word.stem)
        if best is None or word.word == start or (word.word in shelved and best.word not in {start, *shelved}):
            found[word.stem] = word
    return sorted(found.values(), key=lambda word: (word.word != start, word.word not in shelved))


def _any(connection: sa.Connection, engine: Engine, terms: Terms, *, in_name: bool = False) -> bool:
    found = engine.matches(terms, in_name=True) if in_name else engine.matches(terms)
    some = sa.select(sa.literal(1)).select_from(engine.table).where(found).limit(1)
    return connection.execute(some).first() is not None


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
    for ad_id, name in newest(connection, engine, statement, _ADS * _ALIKE):
        found.setdefault(analysis.fold(name), Suggestion(kind="ad", text=name, link=f"/products/{ad_id}"))
    return list(found.values())[:_ADS]


def _begun(connection: sa.Connection, last: str) -> tuple[Phrase, ...]:
    """What a half-typed word may become; after its first letter, the most used words only: the others are too many."""
    own = Phrase((analysis.stem(last),))
    if len(last) > 1:
        return Phrase((last,), prefix=True), own
    return tuple({own, *(Phrase((it.stem,)) for it in vocabulary.starting_with(connection, last, limit=_TRIED))})
