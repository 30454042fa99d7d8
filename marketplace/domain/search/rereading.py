"""Saved searches are read anew once ads have words or towns that their reading did not know."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select

from marketplace.domain.search import doubts, vocabulary
from marketplace.domain.search.doubts import Doubt
from marketplace.domain.search.engines import engine_of
from marketplace.domain.search.params import parse_query
from marketplace.domain.search.queries import Plan
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.understanding import understand_in
from marketplace.domain.search.watching import WatchedAd, keys_of, stored
from marketplace.errors import Invalid
from marketplace.models import SavedSearch, metadata

AT_ONCE = 200
# Any number, the same in every process: who reads searches on PostgreSQL shares this lock, who reads them anew has it alone.
_READING_LOCK = 7_202_613
_TOGETHER = sa.text("SELECT pg_advisory_xact_lock_shared(:lock)")
_ALONE = sa.text("SELECT pg_advisory_xact_lock(:lock)")
_keys, _doubts = metadata.tables["saved_search_keys"], metadata.tables["saved_search_doubts"]


class Read(NamedTuple):
    """A saved search as it is read today, and what is open about that."""

    plan: Plan
    doubts: set[Doubt]


_Known = dict[frozenset[tuple[str, str]], Read | None]


def read(connection: sa.Connection, params: Mapping[str, str]) -> Read:
    """What a search with these parameters waits for once it is saved."""
    understood = understand_in(connection, parse_query(params))
    query = understood.query
    terms = resolve(connection, engine_of(connection), query.keyword, literal=query.literal)
    return Read(Plan(query, terms), doubts.doubts_of(connection, understood, terms))


def write(connection: sa.Connection, search_id: str, found: Read, *, keys: bool = True) -> None:
    """Keep what a search waits under, and what is open about it; nothing of it may be there yet.

    Args:
        keys: False where those that are there stay.
    """
    if keys:
        rows = [{"key": key, "search_id": search_id} for key in keys_of(connection, found.plan)]
        connection.execute(sa.insert(_keys), rows)
    if found.doubts:
        rows = [{"kind": kind, "word": word, "search_id": search_id} for kind, word in sorted(found.doubts)]
        connection.execute(sa.insert(_doubts), rows)


def hold_readings(connection: sa.Connection, *, alone: bool = False) -> None:
    """Wait, until this transaction ends, with reading searches anew; call it before anything of a search is locked.

    A search that is being saved has looked at the words, but can't be seen by whoever tells searches of a new one. On
    SQLite there is one writer at a time anyway.

    Args:
        alone: to read them anew, while nobody else reads or holds one.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_ALONE if alone else _TOGETHER, {"lock": _READING_LOCK})


def renew(db: Session, ad: WatchedAd, *, in_steps: bool = False) -> int:
    """Read anew the searches that new words, or a live ad, may mean something else to; call it before the ad is held
    against searches.

    Args:
        in_steps: read some only, where there are many.

    Returns:
        How many were read where more wait; else 0.
    """
    connection = db.connection()
    city = ad.listing["city"]
    if not (vocabulary.has_news(connection) or doubts.unread(connection, 1)) and not doubts.touched_by_ad(
        connection, ad.document, city
    ):
        hold_readings(connection)
        return 0
    hold_readings(connection, alone=True)
    _spread_news(connection)
    known: _Known = {}
    while waiting := doubts.unread(connection, AT_ONCE):
        _read_anew(db, waiting, known)
        if in_steps and len(waiting) == AT_ONCE:
            return len(waiting)
    touched = sorted(doubts.touched_by_ad(connection, ad.document, city))
    for start in range(0, len(touched), AT_ONCE):
        _read_anew(db, touched[start : start + AT_ONCE], known)
    return 0


def _spread_news(connection: sa.Connection) -> None:
    """Mark the searches that the new words concern."""
    new = vocabulary.take_news(connection)
    if new is None:
        doubts.mark_all(connection)
    elif new:
        doubts.mark(connection, doubts.touched_by_words(connection, new))


def _read_anew(db: Session, search_ids: Collection[str], known: _Known) -> None:
    """Replace what these searches wait for and under by what they are read as now.

    Args:
        known: what was read already; many people ask for the same.
    """
    connection = db.connection()
    own = select(SavedSearch).where(col(SavedSearch.id).in_(search_ids)).order_by(col(SavedSearch.id))
    rows = db.exec(own.with_for_update(key_share=True).execution_options(populate_existing=True)).all()
    _forget(connection, _doubts, search_ids)
    for row in rows:
        asked = frozenset(row.query.items())
        if asked not in known:
            known[asked] = _found(connection, row.query)
        if (found := known[asked]) is None:
            continue
        watched = stored(found.plan)
        changed = watched != row.watched
        if changed:
            row.watched = watched
            db.add(row)
            _forget(connection, _keys, [row.id])
        write(connection, row.id, found, keys=changed)
    db.flush()


def _found(connection: sa.Connection, params: Mapping[str, str]) -> Read | None:
    """What the search is read as; None where that can't be told any more, so that it stays what it was."""
    try:
        found = read(connection, params)
    except Invalid:
        return None
    return None if found.plan.terms.hopeless else found


def _forget(connection: sa.Connection, table: sa.Table, search_ids: Iterable[str]) -> None:
    connection.execute(sa.delete(table).where(table.c.search_id.in_(list(search_ids))))
