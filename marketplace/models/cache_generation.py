"""The counter and the log that invalidate cached responses."""

from sqlalchemy import BigInteger, Text
from sqlmodel import Field

from marketplace.models.base import Table


class CacheGeneration(Table, table=True):
    """A single row. `number` rises with every commit that changes public data."""

    __tablename__ = "editions"

    id: int = Field(primary_key=True)
    number: int = Field(default=0, sa_type=BigInteger)


class CacheChange(Table, table=True):
    """A commit that changed public data. A commit without a row counts as a change of everything."""

    __tablename__ = "cache_changes"

    number: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    tags: str = Field(sa_type=Text, description="JSON list of what it changed")
