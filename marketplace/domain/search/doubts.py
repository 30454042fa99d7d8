"""What the reading of a saved search left open, so that new words and new ads lead to the searches they change.

A search is read with the words and towns that ads have when it is saved. A word that hardly any ad has may turn out to be
misspelt, half typed, two words in one, or a town. Each such possibility is a doubt: a kind and a word to find it by.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

import sqlalchemy as sa
from rapidfuzz import process
from rapidfuzz.distance import OSA

from marketplace.domain.search import analysis, places, resolving, spelling, town_names, vocabulary
from marketplace.domain.search.engines import Document, engine_of
from marketplace.domain.search.terms import Terms, take_apart
from marketplace.domain.search.transliteration import is_devanagari, sound
from marketplace.domain.search.understanding import Understood
from marketplace.models import metadata

Doubt = tuple[str, str]

UNREAD: Doubt = ("unread", "")
# A word that may be a slip for a new one, or its beginning.
_OPEN = "open"
# A word that settles something as soon as it is known.
_EXACT = "exact"
# Words of which the first ad that has them changes what is looked for.
_TOKENS = "tokens"
# Where a town is named once there are ads in one of that name.
_TOWN = "town"
_LONGEST = 120
_TOWN_WORDS = 3
# The most slips that `spelling` takes for one word, and one more where both sound alike.
_MOST_SLIPS = 4
_PREFIX_MIN = 2
_doubts = metadata.tables["saved_search_doubts"]
_MARK = sa.text(
    "INSERT INTO saved_search_doubts (kind, word, search_id) VALUES (:kind, :word, :search_id) "
    "ON CONFLICT (kind, word, search_id) DO NOTHING"
)
# SQLite takes ON for a join's where no WHERE stands before it.
_MARK_ALL = sa.text(
    "INSERT INTO saved_search_doubts (kind, word, search_id) SELECT :kind, :word, id FROM saved_searches WHERE true "
    "ON CONFLICT (kind, word, search_id) DO NOTHING"
)


def doubts_of(connection: sa.Connection, understood: Understood, terms: Terms) -> set[Doubt]:
    """What is open about a search that was understood so, with what its keyword's rest asks for."""
    query = understood.query
    words = take_apart(query.keyword).words
    found = {(_EXACT, left + right) for left, right in pairwise(words)}
    found |= {(_OPEN, word) for word in words if is_devanagari(word)}
    settled = {phrase.tokens for group in terms.groups for phrase in group.alternatives if len(phrase.tokens) > 1}
    waiting = resolving.unsettled(connection, engine_of(connection), query.keyword, literal=query.literal)
    for word, phrases in waiting.items():
        found.add((_OPEN, word))
        found |= {(_TOKENS, " ".join(it.tokens[:2])) for it in phrases if it.tokens not in settled}
    if not query.literal:
        found.update(_about_towns(connection, words))
    # A town that is taken for misspelt is so only as long as no ad has the word.
    towns = {word for kind, said in understood.said if kind in ("city", "near") for word in said.split()}
    found |= {(_EXACT, word) for word in towns - analysis.STOP_WORDS}
    return {(kind, word) for kind, word in found if len(word) <= _LONGEST}


def _about_towns(connection: sa.Connection, words: Sequence[str]) -> Iterator[Doubt]:
    """Where these words would name a town."""
    for start in town_names.starts_of_names(words, _TOWN_WORDS):
        name = words[start : start + _TOWN_WORDS]
        yield from ((_TOWN, " ".join(name[:length])) for length in range(1, len(name) + 1))
    sure, ends = town_names.misspelt_words(words)
    known = vocabulary.find(connection, sure | ends) if sure or ends else {}
    yield from ((_like(word, sure=word in sure), word) for word in sorted(sure | ends) if word not in known)


def _like(name: str, *, sure: bool) -> str:
    """The kind of words that may be slips for a town; its first letter is never one."""
    return f"{'in' if sure else 'end'}:{name[0]}"


def touched_by_words(connection: sa.Connection, new: Collection[str]) -> set[str]:
    """The searches whose open words may be meant for these new ones, or that these settle."""
    of_kind = sa.select(_doubts.c.word).distinct().where(_doubts.c.kind == _OPEN)
    met = _meant(list(connection.scalars(of_kind)), new)
    return _searches(connection, {_OPEN: met, _EXACT: set(new)})


def touched_by_ad(connection: sa.Connection, document: Document, city: str) -> set[str]:
    """The searches that read otherwise as soon as there is this ad, whatever words are new."""
    tokens: set[str] = set()
    for field in (document.name, document.title, document.shelf, document.body):
        tokens |= {*field, *(f"{left} {right}" for left, right in pairwise(field))}
    names = places.names_of(city) if city else []
    wanted = {_TOKENS: tokens, _TOWN: {" ".join(name[:_TOWN_WORDS]) for name in names}}
    plain = [name[0] for name in names if len(name) == 1]
    kinds = {_like(name, sure=sure): sure for name in plain for sure in (True, False)}
    if kinds:
        alike = sa.select(_doubts.c.kind, _doubts.c.word).distinct().where(_doubts.c.kind.in_(kinds))
        for kind, word in connection.execute(alike):
            if any(town_names.is_like(word, name, sure=kinds[kind]) for name in plain):
                wanted.setdefault(kind, set()).add(word)
    return _searches(connection, wanted)


def unread(connection: sa.Connection, most: int) -> list[str]:
    """Searches that must be read before anything is held against them."""
    waiting = sa.select(_doubts.c.search_id).where(_doubts.c.kind == UNREAD[0])
    return list(connection.scalars(waiting.order_by(_doubts.c.search_id).limit(most)))


def mark(connection: sa.Connection, search_ids: Iterable[str]) -> None:
    """Let these searches be read anew."""
    if rows := [{"kind": UNREAD[0], "word": UNREAD[1], "search_id": search_id} for search_id in sorted(search_ids)]:
        connection.execute(_MARK, rows)


def mark_all(connection: sa.Connection) -> None:
    """Let all searches be read anew."""
    connection.execute(_MARK_ALL, {"kind": UNREAD[0], "word": UNREAD[1]})


def _searches(connection: sa.Connection, wanted: dict[str, set[str]]) -> set[str]:
    among = engine_of(connection).among
    each = [
        sa.select(_doubts.c.search_id).where(_doubts.c.kind == kind, among(_doubts.c.word, sorted(words)))
        for kind, words in wanted.items()
        if words
    ]
    return set(connection.scalars(sa.union_all(*each))) if each else set()


def _meant(waiting: Sequence[str], new: Iterable[str]) -> set[str]:
    """Those of the words that may be the beginning of a new one, or a slip for it."""
    known = set(waiting)
    heard = [word for word in waiting if is_devanagari(word)]
    met: set[str] = set()
    for word in new:
        met |= known.intersection(word[:end] for end in range(_PREFIX_MIN, len(word) + 1))
        met |= {other for other in heard if sound(other) and sound(other) == sound(word)}
        near = process.extract_iter(word, waiting, scorer=OSA.distance, score_cutoff=_MOST_SLIPS)
        met |= {other for other, slips, _ in near if len(other) >= spelling.MIN_LENGTH and slips <= _most(other, word)}
    return met


def _most(word: str, meant: str) -> int:
    return spelling.allowed(word, meant) + (bool(sound(word)) and sound(word) == sound(meant))
