"""What makes answers quick: the edition of what the public sees, and how many ads lie where."""

from sqlalchemy import BigInteger, Index
from sqlmodel import Field

from marketplace.models.ads import AdType, RowNumber
from marketplace.models.base import Table, enum_field


class Edition(Table, table=True):
    """One row, whose number rises with each commit that changes what the public sees."""

    __tablename__ = "editions"

    id: int = Field(primary_key=True)
    number: int = Field(default=0, sa_type=BigInteger)


class ListingCount(Table, table=True):
    """How many listings a category has of a type: the sum of its rows, which triggers of the database write.

    On SQLite each shelf has one row. On PostgreSQL each statement adds a row of what it changed, so that those who
    publish at the same time never wait for one another; the rows are added up now and then.
    """

    __tablename__ = "listing_counts"
    __table_args__ = (Index("ix_listing_counts_shelf", "category_id", "ad_type"),)

    id: int | None = Field(default=None, primary_key=True, sa_type=RowNumber)
    category_id: str = Field(max_length=26)
    ad_type: AdType = enum_field(AdType)
    count: int = Field(sa_type=BigInteger)
