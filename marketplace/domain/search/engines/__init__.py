"""The text engines behind one interface; the database decides which one serves."""

from sqlalchemy import Connection

from marketplace.domain.search.engines.base import IN_NAME, Document, Engine, Slots, Stored, Word, tallied
from marketplace.domain.search.engines.fts5 import Fts5
from marketplace.domain.search.engines.postgres import Postgres
from marketplace.domain.search.engines.segments import LONGEST_RUN, Lists, LookedUp, Segment, look_up

_ENGINES: dict[str, Engine] = {"sqlite": Fts5(), "postgresql": Postgres()}


def engine_of(connection: Connection) -> Engine:
    """The engine that belongs to the connection's database."""
    return _ENGINES[connection.dialect.name]


__all__ = [
    "IN_NAME",
    "LONGEST_RUN",
    "Document",
    "Engine",
    "Lists",
    "LookedUp",
    "Segment",
    "Slots",
    "Stored",
    "Word",
    "engine_of",
    "look_up",
    "tallied",
]
