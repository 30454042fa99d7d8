"""Search, saved searches, and the search index."""

from pydantic import BaseModel, Field


class SearchSettings(BaseModel):
    """Search, saved searches, and the search index."""

    exact_total_limit: int = Field(10_000, description="totals are exact up to this number")
    saved_searches_max: int = Field(50, description="saved searches of one account")
    search_changes_kept: int = Field(200_000, ge=1, description="changes kept in the log that search indexers read")
    search_poll_s: float = Field(1.0, description="poll interval of the search indexer, seconds")
