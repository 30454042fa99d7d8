"""Chance and time for the demo: the same seed and the same moment of loading give the same rows."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from sqlmodel import Session, SQLModel

from marketplace import bulk

SEED = "chowk"
_BATCH = 20_000
# Crockford's alphabet, two letters at a time.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = [first + second for first in _LETTERS for second in _LETTERS]


def make_id(rng: Random, moment: datetime) -> str:
    """A ULID that sorts by the moment, its random part from the seed."""
    number = int(moment.timestamp() * 1000) << 80 | int.from_bytes(rng.randbytes(10), "big")
    return "".join([_PAIRS[number >> shift & 1023] for shift in range(120, -1, -10)])


def before(now: datetime, rng: Random, days: float) -> datetime:
    """Some moment within the last so many days."""
    return now - timedelta(seconds=rng.uniform(600, days * 86_400))


class Rows:
    """Rows waiting to be written, thousands at a time; what others point at is written first."""

    def __init__(self, db: Session):
        self._db = db
        self._waiting: dict[str, list[dict[str, Any]]] = {}
        self._defaults: dict[type[SQLModel], dict[str, Any]] = {}

    def add(self, model: type[SQLModel], **values: Any) -> None:
        """Note a row; columns that are not named get the model's plain defaults."""
        table = str(model.__tablename__)
        if model not in self._defaults:
            self._waiting[table] = []
            self._defaults[model] = {
                name: field.default
                for name, field in model.model_fields.items()
                if not field.is_required() and field.default_factory is None
            }
        self._waiting[table].append({**self._defaults[model], **values})

    def flush_many(self) -> None:
        """Write what waits once it is much; call it only where nothing that waits points at what is not yet noted."""
        if sum(map(len, self._waiting.values())) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        connection = self._db.connection()
        for table in SQLModel.metadata.sorted_tables:
            if waiting := self._waiting.get(table.name):
                bulk.insert(connection, table, waiting)
                waiting.clear()
