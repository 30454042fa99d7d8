"""Reviews that the two parties of a finished deal or rental write of each other."""

from datetime import datetime

from sqlalchemy import JSON, CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from marketplace.models.base import (
    Table,
    created_field,
    enum_field,
    id_field,
    one_of,
    optional_ref,
    optional_time,
    ref,
    time_field,
)
from marketplace.models.deals import DealSide


class PersonReview(Table, table=True):
    """What one party of a finished deal or rental says of the other. It is sealed until `revealed_at` is set.

    Each side writes at most one for a deal or rental.
    """

    __tablename__ = "reviews"
    __table_args__ = (
        one_of("side", DealSide),
        CheckConstraint("(deal_id IS NULL) <> (enquiry_id IS NULL)", name="one_subject"),
        CheckConstraint("stars BETWEEN 1 AND 5", name="stars_in_range"),
        UniqueConstraint("deal_id", "side"),
        UniqueConstraint("enquiry_id", "side"),
        Index("ix_reviews_about", "about_id", "revealed_at", "id"),
        Index("ix_reviews_sealed", "revealed_at", "reveal_at"),
    )

    id: str = id_field()
    deal_id: str | None = optional_ref("deals.id")
    enquiry_id: str | None = optional_ref("enquiries.id")
    side: DealSide = enum_field(DealSide, description="of the writer")
    writer_id: str = ref("accounts.id", index=True)
    about_id: str = ref("accounts.id")
    stars: int
    tags: list[str] = Field(default_factory=list, sa_type=JSON, description="codes of a fixed list")
    text: str = Field(default="", max_length=1_000)
    reveal_at: datetime = time_field(description="it is revealed then, even if the other side has written none")
    revealed_at: datetime | None = optional_time()
    reply: str = Field(default="", max_length=500, description="of whom it is about")
    replied_at: datetime | None = optional_time()
    removed_at: datetime | None = optional_time()
    removed_by: str | None = optional_ref("accounts.id")
    removed_reason: str = Field(default="", max_length=500, description="for the writer")
    created_at: datetime = created_field()


class TradeTotal(Table, table=True):
    """How many deals and rentals an account has finished, and its revealed reviews, counted as they come."""

    __tablename__ = "trade_totals"

    account_id: str = Field(foreign_key="accounts.id", primary_key=True, max_length=26)
    deals: int = Field(default=0, description="finished deals and rentals")
    reviews: int = 0
    stars: int = Field(default=0, description="the sum of the stars of the reviews")
