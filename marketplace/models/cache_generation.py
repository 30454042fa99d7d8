"""The counter that invalidates cached responses."""

from sqlalchemy import BigInteger
from sqlmodel import Field

from marketplace.models.base import Table


class CacheGeneration(Table, table=True):
    """A single row. `number` rises with every commit that changes public data, so older cached responses are stale."""

    __tablename__ = "editions"

    id: int = Field(primary_key=True)
    number: int = Field(default=0, sa_type=BigInteger)
