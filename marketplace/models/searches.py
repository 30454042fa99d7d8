"""Saved searches and their matches, and the log of changes for the search index."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, BigInteger, Index, text
from sqlmodel import Field

from marketplace.models.base import Table, created_field, enum_field, id_field, one_of, optional_time, ref


class Cadence(StrEnum):
    """The frequency of alert mails."""

    AT_ONCE = "at_once"
    DAILY = "daily"
    WEEKLY = "weekly"


class SavedSearch(Table, table=True):
    """A saved search. Its owner is alerted to new matching ads."""

    __tablename__ = "saved_searches"
    __table_args__ = (one_of("cadence", Cadence),)

    id: str = id_field()
    account_id: str = ref("accounts.id", index=True)
    name: str = Field(max_length=120)
    query: dict = Field(default_factory=dict, sa_type=JSON, description="parameters of the search, by their API names")
    revision: int = Field(default=0, description="grows when the site changes the query")
    followed_id: str | None = Field(
        default=None, max_length=26, index=True, description="the seller whose ads are all that it asks for: a follow"
    )
    cadence: Cadence = enum_field(Cadence, Cadence.DAILY)
    wants_mail: bool = Field(default=True, description="False: alerts on the website only")
    last_mailed_at: datetime | None = optional_time()
    created_at: datetime = created_field()


_UNMAILED = text("mailed_at IS NULL")


class SavedSearchMatch(Table, table=True):
    """An ad that matched a saved search. The owner is alerted once, and again at each new lowest price."""

    __tablename__ = "saved_search_matches"
    __table_args__ = (
        Index("ix_saved_search_matches_unmailed", "search_id", sqlite_where=_UNMAILED, postgresql_where=_UNMAILED),
    )

    search_id: str = Field(foreign_key="saved_searches.id", primary_key=True, max_length=26, ondelete="CASCADE")
    ad_id: str = Field(foreign_key="ads.id", primary_key=True, max_length=26, index=True)
    created_at: datetime = created_field()
    mailed_at: datetime | None = optional_time()
    lowest_told_paise: int | None = Field(
        default=None, sa_type=BigInteger, description="the lowest price of the ad that the owner was told"
    )
    fallen_from_paise: int | None = Field(
        default=None, sa_type=BigInteger, description="the price before a drop that is not mailed yet"
    )


class ListingChange(Table, table=True):
    """A change or deletion of a listing. Search indexers read the rows in order of their ids."""

    __tablename__ = "listing_changes"

    id: int = Field(primary_key=True, sa_type=BigInteger, description="increases in commit order")
    listing_number: int | None = Field(default=None, sa_type=BigInteger, description="None: all listings changed")


class ListingChangeCounter(Table, table=True):
    """A single row with the id of the last change. Locking it makes transactions number their changes in commit order."""

    __tablename__ = "listing_change_counter"

    id: int = Field(primary_key=True)
    last: int = Field(default=0, sa_type=BigInteger)
