"""The text engines behind one interface; the database decides which one serves."""

from sqlalchemy import Connection

from marketplace.domain.search.engines.base import Document, Engine, Expected, Slots, Word, tallied
from marketplace.domain.search.engines.fts5 import Fts5
from marketplace.domain.search.engines.postgres import Postgres

_ENGINES: dict[str, Engine] = {"sqlite": Fts5(), "postgresql": Postgres()}


def engine_of(connection: Connection) -> Engine:
    """The engine that belongs to the connection's database."""
    return _ENGINES[connection.dialect.name]


__all__ = ["Document", "Engine", "Expected", "Slots", "Word", "engine_of", "tallied"]
