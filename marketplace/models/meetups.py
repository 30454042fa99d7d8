"""Where and when the two parties of a deal or a rental meet."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field

from marketplace.models.base import (
    Table,
    created_field,
    enum_field,
    id_field,
    one_of,
    optional_enum,
    optional_ref,
    optional_time,
    time_field,
    withheld_field,
)
from marketplace.models.deals import DealSide
from marketplace.models.rentals import RentalStage


class Meetup(Table, table=True):
    """The newest proposal of a place and a time, and whether the other party has confirmed it.

    A deal has one, a rental one for each stage.
    """

    __tablename__ = "meetups"
    __table_args__ = (
        one_of("proposed_by", DealSide),
        one_of("stage", RentalStage),
        CheckConstraint(
            "(deal_id IS NULL) <> (enquiry_id IS NULL) AND (enquiry_id IS NULL) = (stage IS NULL)",
            name="of_a_deal_or_a_stage",
        ),
        Index("uq_meetups_deal", "deal_id", unique=True),
        Index("uq_meetups_stage", "enquiry_id", "stage", unique=True),
        Index("ix_meetups_reminder", "reminded_at", "at"),
    )

    id: str = id_field()
    deal_id: str | None = optional_ref("deals.id")
    enquiry_id: str | None = optional_ref("enquiries.id")
    stage: RentalStage | None = optional_enum(RentalStage)
    number: int = Field(default=1, description="of the proposal; a new one raises it")
    place: str = Field(max_length=200)
    withheld_from: str | None = withheld_field()
    at: datetime = time_field()
    proposed_by: DealSide = enum_field(DealSide)
    confirmed_at: datetime | None = optional_time()
    reminded_at: datetime | None = optional_time()
    buyer_late_minutes: int = Field(default=0, description="as the buyer said; 0 if not late")
    seller_late_minutes: int = Field(default=0, description="likewise")
    buyer_here_at: datetime | None = optional_time()
    seller_here_at: datetime | None = optional_time()
    updated_at: datetime = created_field()
