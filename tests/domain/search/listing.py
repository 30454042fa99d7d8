"""Posting lists as tests make them and look at them."""

from sqlalchemy import text
from sqlmodel import Session

from marketplace.domain import search
from marketplace.domain.search import listed
from marketplace.domain.search.engines import engine_of, segmenting, segments
from marketplace.domain.search.queries import Plan
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import SearchQuery
from marketplace.models import AdStatus, AdVersion


def make(db: Session) -> None:
    segmenting.make_all(db.connection(), engine_of(db.connection()))


def sizes(db: Session) -> list[int | None]:
    return list(db.connection().scalars(text("SELECT ads FROM search_segments ORDER BY first")))


def changes(db: Session) -> int:
    return db.connection().scalar(text("SELECT count(*) FROM search_changes")) or 0


def found(db: Session, keyword: str, **filters) -> list[int] | None:
    """The numbers that lists find; None where they don't tell."""
    connection = db.connection()
    engine = engine_of(connection)
    plan = Plan(SearchQuery(keyword=keyword, **filters), resolve(connection, engine, keyword, literal=True))
    hits = listed.find(connection, engine, plan)
    return None if hits is None else hits.newest()


def indexed(db: Session, *tokens: str) -> int:
    """How many ads the lists of these tokens have together."""
    looked_up = segments.look_up(db.connection(), engine_of(db.connection()), tokens)
    assert looked_up
    return sum(len(lists[token]) for _, lists in looked_up.segments for token in lists)


def withdraw(db: Session, ad) -> None:
    ad.status = AdStatus.SOLD
    db.add(ad)
    search.refresh(db, ad.id)


def rename(db: Session, ad, name: str) -> None:
    version = db.get(AdVersion, ad.live_version_id)
    assert version
    version.name = name
    db.add(version)
    search.refresh(db, ad.id)
