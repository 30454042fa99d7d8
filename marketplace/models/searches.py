"""Searches people saved, and which ads they were told of."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, BigInteger, Index, text
from sqlmodel import Field

from marketplace.models.base import Table, created_field, enum_field, id_field, one_of, optional_time, ref


class Cadence(StrEnum):
    """How often matches are mailed."""

    AT_ONCE = "at_once"
    DAILY = "daily"
    WEEKLY = "weekly"


class SavedSearch(Table, table=True):
    """A search that watches for new ads."""

    __tablename__ = "saved_searches"
    __table_args__ = (one_of("cadence", Cadence),)

    id: str = id_field()
    account_id: str = ref("accounts.id", index=True)
    name: str = Field(max_length=120)
    query: dict = Field(default_factory=dict, sa_type=JSON, description="the search's parameters, wire names")
    watched: dict = Field(default_factory=dict, sa_type=JSON, description="the query as ads are held against it")
    cadence: Cadence = enum_field(Cadence, Cadence.DAILY)
    wants_mail: bool = Field(default=True, description="without it matches are told in the page only")
    last_mailed_at: datetime | None = optional_time()
    created_at: datetime = created_field()


class SavedSearchKey(Table, table=True):
    """A word or a set of filters that every ad a saved search finds has; leads from a new ad to its searches."""

    __tablename__ = "saved_search_keys"

    key: str = Field(max_length=240, primary_key=True)
    search_id: str = Field(
        foreign_key="saved_searches.id", primary_key=True, max_length=26, index=True, ondelete="CASCADE"
    )


class SavedSearchDoubt(Table, table=True):
    """Something that a saved search's reading left open; leads from new words and ads to the searches to read anew."""

    __tablename__ = "saved_search_doubts"

    kind: str = Field(max_length=8, primary_key=True)
    word: str = Field(max_length=120, primary_key=True)
    search_id: str = Field(
        foreign_key="saved_searches.id", primary_key=True, max_length=26, index=True, ondelete="CASCADE"
    )


class NewWord(Table, table=True):
    """A word that ads had for the first time and that no saved search was held against; an empty one stands for all words."""

    __tablename__ = "search_new_words"

    word: str = Field(max_length=80, primary_key=True)


_UNMAILED = text("mailed_at IS NULL")


class SavedSearchMatch(Table, table=True):
    """An ad matched a saved search; each pair is told once, and again whenever the price falls."""

    __tablename__ = "saved_search_matches"
    __table_args__ = (
        Index("ix_saved_search_matches_unmailed", "search_id", sqlite_where=_UNMAILED, postgresql_where=_UNMAILED),
    )

    search_id: str = Field(foreign_key="saved_searches.id", primary_key=True, max_length=26, ondelete="CASCADE")
    ad_id: str = Field(foreign_key="ads.id", primary_key=True, max_length=26, index=True)
    created_at: datetime = created_field()
    mailed_at: datetime | None = optional_time()
    price_paise: int | None = Field(default=None, sa_type=BigInteger, description="the ad's price as known last")
    fallen_from: int | None = Field(
        default=None, sa_type=BigInteger, description="paise; the fall that is to be mailed"
    )
