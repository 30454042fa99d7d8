"""Calendars of rental ads, enquiries, bookings, and records of the condition and the deposit at pickup and return."""

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import JSON, BigInteger, CheckConstraint, Index
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
    withheld_field,
)
from marketplace.models.deals import DealSide


class EnquiryStatus(StrEnum):
    """The status of an enquiry. `domain/rentals` defines who may change it."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"


class RentalStage(StrEnum):
    """The two times at which the parties of a rental meet."""

    PICKUP = "pickup"
    RETURN = "return"


class EntryKind(StrEnum):
    """An entry of a condition record."""

    PHOTO = "photo"
    CONFIRMATION = "confirmation"
    DISAGREEMENT = "disagreement"


class Enquiry(Table, table=True):
    """A buyer's enquiry for dates of a rent or lease ad."""

    __tablename__ = "enquiries"
    __table_args__ = (
        one_of("status", EnquiryStatus),
        CheckConstraint("drop_at > pickup_at", name="drop_after_pickup"),
        Index("ix_enquiries_seller", "seller_id", "id"),
        Index("ix_enquiries_buyer", "buyer_id", "id"),
        Index("ix_enquiries_ad", "ad_id", "status", "pickup_at"),
    )

    id: str = id_field()
    ad_id: str = ref("ads.id")
    buyer_id: str = ref("accounts.id")
    seller_id: str = ref("accounts.id")
    pickup_at: datetime = time_field()
    drop_at: datetime = time_field()
    status: EnquiryStatus = enum_field(EnquiryStatus, EnquiryStatus.PENDING)
    quoted_paise: int | None = Field(
        default=None, sa_type=BigInteger, description="price by the calendar's rates when it was sent"
    )
    deposit_paise: int | None = Field(
        default=None, sa_type=BigInteger, description="the calendar's deposit when it was sent"
    )
    version_id: str | None = optional_ref("ad_versions.id", description="the ad when it was sent, whose terms hold")
    answer: str = Field(default="", max_length=500, description="message with the last change of status")
    answered_by: str | None = optional_ref("accounts.id", description="who wrote it; NULL if the site did")
    withheld_from: str | None = withheld_field()
    decided_at: datetime | None = optional_time()
    picked_up_at: datetime | None = optional_time(description="confirmed with the buyer's code")
    returned_at: datetime | None = optional_time(description="likewise")
    code_number: int = Field(default=1, description="the handover code is derived from it; a new code raises it")
    code_failures: int = Field(default=0, description="wrong attempts at the current code")
    created_at: datetime = created_field()
    updated_at: datetime = created_field()


class Booking(Table, table=True):
    """A booked period. Active bookings of an ad never overlap. An early return ends one early."""

    __tablename__ = "bookings"
    __table_args__ = (
        CheckConstraint("ends_at > starts_at", name="ends_after_start"),
        Index("ix_bookings_ad", "ad_id", "starts_at"),
    )

    id: str = id_field()
    ad_id: str = ref("ads.id")
    enquiry_id: str = ref("enquiries.id", unique=True)
    starts_at: datetime = time_field()
    ends_at: datetime = time_field()
    cancelled_at: datetime | None = optional_time()
    created_at: datetime = created_field()


class AdCalendar(Table, table=True):
    """A seller's availability rules and rates for an ad. Without a row, all dates are available.

    The rate of the ad's own price unit is not used while the ad has a price: that price is the rate.
    """

    __tablename__ = "ad_calendars"

    ad_id: str = Field(foreign_key="ads.id", primary_key=True, max_length=26)
    timezone: str = Field(
        default="Asia/Kolkata", max_length=40, description="IANA name; times are entered in this zone"
    )
    weekdays: list[int] = Field(default_factory=lambda: list(range(7)), sa_type=JSON, description="0 is Monday")
    minimum_minutes: int = 0
    maximum_minutes: int = Field(default=0, description="0: no limit")
    hour_paise: int | None = Field(default=None, sa_type=BigInteger)
    day_paise: int | None = Field(default=None, sa_type=BigInteger)
    week_paise: int | None = Field(default=None, sa_type=BigInteger)
    month_paise: int | None = Field(default=None, sa_type=BigInteger)
    year_paise: int | None = Field(default=None, sa_type=BigInteger)
    deposit_paise: int | None = Field(
        default=None, sa_type=BigInteger, description="paid at pickup and given back at the return"
    )
    updated_at: datetime = created_field()


class CalendarBlock(Table, table=True):
    """A period that the seller has closed."""

    __tablename__ = "calendar_blocks"
    __table_args__ = (Index("ix_calendar_blocks_ad", "ad_id", "starts_at"),)

    id: str = id_field()
    ad_id: str = ref("ads.id")
    starts_at: datetime = time_field()
    ends_at: datetime = time_field()


class CalendarFeed(Table, table=True):
    """The secret URL of an account's booking calendar. It can be revoked."""

    __tablename__ = "calendar_feeds"

    id: str = id_field()
    account_id: str = ref("accounts.id", index=True)
    token_hash: str = Field(max_length=64, unique=True)
    created_at: datetime = created_field()
    revoked_at: datetime | None = optional_time()


class ConditionEntry(Table, table=True):
    """An entry of the condition record of a rental, numbered from 1. `hash` is over the entry before it and this one."""

    __tablename__ = "condition_entries"
    __table_args__ = (one_of("stage", RentalStage), one_of("kind", EntryKind))

    enquiry_id: str = Field(foreign_key="enquiries.id", primary_key=True, max_length=26)
    number: int = Field(primary_key=True)
    stage: RentalStage = enum_field(RentalStage)
    kind: EntryKind = enum_field(EntryKind)
    author_id: str = ref("accounts.id", index=True)
    part: str = Field(default="", max_length=60, description="what the photo shows")
    upload_id: str | None = optional_ref("uploads.id", index=True)
    photo_digest: str = Field(default="", max_length=64, description="of the photo, as stored when it was added")
    note: str = Field(default="", max_length=500, description="erased with the account of its author")
    withheld_from: str | None = withheld_field()
    note_salt: str = Field(default="", max_length=64, description="random; erased with the note")
    note_hash: str = Field(max_length=64, description="of salt and note; it stays, so that the chain stays complete")
    hash: str = Field(max_length=64)
    created_at: datetime = created_field()


class Deposit(Table, table=True):
    """What one party says of the deposit of a rental, given at pickup or back at the return, and whether the other confirms it."""

    __tablename__ = "deposits"
    __table_args__ = (
        one_of("stage", RentalStage),
        one_of("recorded_by", DealSide),
        CheckConstraint("amount_paise >= 0", name="amount_not_negative"),
    )

    enquiry_id: str = Field(foreign_key="enquiries.id", primary_key=True, max_length=26)
    stage: RentalStage = enum_field(RentalStage, primary_key=True)
    number: int = Field(default=1, description="of what was said; it rises when a party says something else")
    amount_paise: int = Field(sa_type=BigInteger)
    paid_on: date
    recorded_by: DealSide = enum_field(DealSide)
    recorded_at: datetime = created_field()
    confirmed_at: datetime | None = optional_time()
