"""Ids, times and buffered rows of the demo; the same seed and time of loading give the same rows."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from sqlmodel import Session, SQLModel
from ulid import ULID

from marketplace.db import bulk

SEED = "chowk"
_BATCH = 20_000


def make_id(rng: Random, moment: datetime) -> str:
    """A ULID that sorts by the moment, with a random part from the seed."""
    return str(ULID.from_bytes(int(moment.timestamp() * 1000).to_bytes(6) + rng.randbytes(10)))


def random_past(now: datetime, rng: Random, days: float) -> datetime:
    """A random time within the last `days` days."""
    return now - timedelta(seconds=rng.uniform(600, days * 86_400))


class Rows:
    """Buffers rows and inserts them in bulk, referenced tables first."""

    def __init__(self, db: Session):
        self._db = db
        self._waiting: dict[str, list[dict[str, Any]]] = {}
        self._defaults: dict[type[SQLModel], dict[str, Any]] = {}

    def add(self, model: type[SQLModel], **values: Any) -> None:
        """Buffer a row; omitted columns get the model's defaults."""
        table = str(model.__tablename__)
        if model not in self._defaults:
            self._waiting[table] = []
            self._defaults[model] = {
                name: field.default
                for name, field in model.model_fields.items()
                if not field.is_required() and field.default_factory is None
            }
        self._waiting[table].append({**self._defaults[model], **values})

    def flush_if_full(self) -> None:
        """Insert the buffered rows if there are many; call it only if all rows that they reference are buffered or stored."""
        if sum(map(len, self._waiting.values())) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Insert the buffered rows."""
        connection = self._db.connection()
        for table in SQLModel.metadata.sorted_tables:
            if waiting := self._waiting.get(table.name):
                bulk.insert(connection, table, waiting)
                waiting.clear()
