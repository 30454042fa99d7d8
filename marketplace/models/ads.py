"""Ads with their versions, and the denormalized listings that lists and search show."""

from datetime import datetime
from enum import IntEnum, StrEnum

from sqlalchemy import JSON, BigInteger, CheckConstraint, Index, Integer, UniqueConstraint
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
    ref,
    time_field,
)

# SQLite generates row numbers only for a column of type INTEGER.
RowNumber = BigInteger().with_variant(Integer, "sqlite")


class AdType(StrEnum):
    """The type of offer. `sell` is displayed as Buy."""

    SELL = "sell"
    RENT = "rent"
    LEASE = "lease"


class PriceUnit(StrEnum):
    """The time that the price of an ad for rent or lease is for, the shortest first."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class AdStatus(StrEnum):
    """The status of an ad (API contract, section 4, defines who can see it)."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    PAUSED = "paused"
    SOLD = "sold"
    EXPIRED = "expired"
    DELETED = "deleted"


class QuietStage(IntEnum):
    """How far a live ad has come that its seller does not confirm. Stages follow each other; none is left out."""

    CONFIRMED = 0
    ASKED = 1
    LOWERED = 2
    DIMMED = 3


class Review(StrEnum):
    """The moderation result of a submitted version."""

    WAITING = "waiting"
    APPROVED = "approved"
    REJECTED = "rejected"
    REPLACED = "replaced"


class Ad(Table, table=True):
    """An ad. `live_version_id` is the public version, `submitted_version_id` the one that the seller submitted last."""

    __tablename__ = "ads"
    __table_args__ = (
        one_of("status", AdStatus),
        Index("ix_ads_seller_id_status", "seller_id", "status", "id"),
        Index("ix_ads_review", "review_waiting_since", "id"),
        Index("ix_ads_status_expires_at", "status", "expires_at"),
        Index("ix_ads_reserved_until", "reserved_until"),
        Index("ix_ads_quiet", "status", "quiet_stage", "quiet_since"),
    )

    id: str = id_field()
    seller_id: str = ref("accounts.id")
    status: AdStatus = enum_field(AdStatus, AdStatus.PENDING)
    live_version_id: str | None = Field(default=None, max_length=26, description="an ad_versions.id of this ad")
    submitted_version_id: str | None = Field(default=None, max_length=26, description="an ad_versions.id of this ad")
    versions: int = Field(default=0, description="number of the newest version")
    featured: bool = False
    featured_at: datetime | None = optional_time()
    review_waiting_since: datetime | None = optional_time(description="set while a version waits for an admin")
    review_resubmitted: bool = Field(default=False, description="resubmissions go to the front of the queue")
    first_approved_at: datetime | None = optional_time()
    approved_at: datetime | None = optional_time()
    expires_at: datetime | None = optional_time()
    expiry_reminded_at: datetime | None = optional_time()
    reserved_until: datetime | None = optional_time(description="set while a deal or the seller holds it for a buyer")
    quiet_since: datetime | None = optional_time(description="when the seller last acted on it, or it went live")
    quiet_stage: int = Field(default=0, description="a QuietStage")
    asked_at: datetime | None = optional_time(description="when the seller was last asked whether it is available")
    confirmed_at: datetime | None = optional_time(description="when the seller last said that it is available")
    paused_at: datetime | None = optional_time()
    paused_until: datetime | None = optional_time(description="when it resumes by itself; None for never")
    on_holiday: bool = Field(default=False, description="paused for the holiday of its seller")
    sold_at: datetime | None = optional_time()
    deleted_at: datetime | None = optional_time()
    created_at: datetime = created_field()
    updated_at: datetime = created_field()


class AdVersion(Table, table=True):
    """A submitted version of an ad's content. Only the moderation decision is changed afterwards."""

    __tablename__ = "ad_versions"
    __table_args__ = (
        UniqueConstraint("ad_id", "number"),
        Index("ix_ad_versions_review", "review", "ad_id"),
        Index("ix_ad_versions_decided_at", "decided_at", "ad_id"),
        one_of("ad_type", AdType),
        one_of("price_unit", PriceUnit),
        one_of("review", Review),
        CheckConstraint("price_paise IS NULL OR price_paise >= 0", name="price_not_negative"),
        CheckConstraint("discount_basis_points BETWEEN 0 AND 10000", name="discount_in_range"),
    )

    id: str = id_field()
    ad_id: str = ref("ads.id")
    number: int
    name: str = Field(max_length=120)
    title: str = Field(default="", max_length=160)
    short_description: str = Field(default="", max_length=300)
    description: str = Field(default="", max_length=10_000)
    terms: str = Field(default="", max_length=5_000)
    price_paise: int | None = Field(default=None, sa_type=BigInteger, description="before the discount")
    price_unit: PriceUnit | None = optional_enum(PriceUnit, description="None for ads for sale, and only for those")
    discount_basis_points: int = Field(default=0, description="hundredths of a percent off the price")
    ad_type: AdType = enum_field(AdType)
    category_id: str = ref("categories.id", index=True)
    subcategory_id: str | None = optional_ref("subcategories.id", index=True)
    state: str = Field(default="", max_length=120)
    city: str = Field(default="", max_length=120)
    place: str = Field(default="", max_length=120)
    latitude: float | None = None
    longitude: float | None = None
    review: Review = enum_field(Review, Review.WAITING)
    reason_code: str = Field(default="", max_length=40)
    note: str = Field(default="", max_length=1_000, description="why it was rejected, for the seller")
    decided_by: str | None = optional_ref("accounts.id")
    decided_at: datetime | None = optional_time()
    created_at: datetime = created_field()


class AdVersionImage(Table, table=True):
    """A photo of a version. Position 0 is the cover."""

    __tablename__ = "ad_version_images"

    version_id: str = Field(foreign_key="ad_versions.id", primary_key=True, max_length=26)
    position: int = Field(primary_key=True)
    upload_id: str = ref("uploads.id", index=True)


class AdVersionValue(Table, table=True):
    """The value of a dynamic field in a version, with the field's label and unit at that time."""

    __tablename__ = "ad_version_values"

    version_id: str = Field(foreign_key="ad_versions.id", primary_key=True, max_length=26)
    field_id: str = Field(foreign_key="field_definitions.id", primary_key=True, max_length=26)
    position: int = 0
    label: str = Field(max_length=80)
    input_type: str = Field(max_length=24)
    text: str = Field(default="", max_length=2_000, description="the value as typed; a date as YYYY-MM-DD")
    number: float | None = Field(default=None, description="for number fields")
    unit: str = Field(default="", max_length=20)
    upload_id: str | None = optional_ref("uploads.id", index=True, description="for file fields")


class AdRead(Table, table=True):
    """The version of an ad that an admin last read through the API. It is used for a decision that names no version."""

    __tablename__ = "ad_reads"

    admin_id: str = Field(foreign_key="accounts.id", primary_key=True, max_length=26)
    ad_id: str = Field(foreign_key="ads.id", primary_key=True, max_length=26)
    version: int = Field(description="number of the version")


class AdDraftSave(Table, table=True):
    """The content of an ad form that the seller has not submitted yet."""

    __tablename__ = "ad_drafts"
    __table_args__ = (UniqueConstraint("seller_id", "ad_key"),)

    id: str = id_field()
    seller_id: str = ref("accounts.id")
    ad_key: str = Field(default="", max_length=26, description="the ad being edited, empty for a new one")
    content: dict = Field(default_factory=dict, sa_type=JSON)
    updated_at: datetime = created_field()


class Listing(Table, table=True):
    """A live ad, denormalized for lists and search. It is written with the ad and can be rebuilt from it.

    A row exists while the ad is listed: the ad is approved and its seller active.
    """

    __tablename__ = "listings"
    __table_args__ = (
        UniqueConstraint("ad_id"),
        one_of("ad_type", AdType),
        one_of("price_unit", PriceUnit),
        Index("ix_listings_newest", "published_at", "number"),
        Index("ix_listings_type_newest", "ad_type", "published_at", "number"),
        Index("ix_listings_price_up", "price_up", "number"),
        Index("ix_listings_price_down", "price_down", "number"),
        Index("ix_listings_type_price_up", "ad_type", "price_up", "number"),
        Index("ix_listings_type_price_down", "ad_type", "price_down", "number"),
        Index("ix_listings_category_newest", "category_id", "ad_type", "published_at", "number"),
        Index("ix_listings_shelf_newest", "category_id", "published_at", "number"),
        Index("ix_listings_featured_newest", "featured", "published_at", "number"),
        Index("ix_listings_seller_newest", "seller_id", "published_at"),
        Index("ix_listings_subcategory_newest", "subcategory_id", "published_at", "number"),
    )

    number: int | None = Field(default=None, primary_key=True, sa_type=RowNumber, description="key in the search index")
    ad_id: str = ref("ads.id")
    version_id: str = ref("ad_versions.id")
    seller_id: str = ref("accounts.id")
    ad_type: AdType = enum_field(AdType)
    category_id: str = ref("categories.id")
    subcategory_id: str | None = optional_ref("subcategories.id")
    name: str = Field(max_length=120)
    title: str = Field(default="", max_length=160)
    asked_paise: int | None = Field(default=None, sa_type=BigInteger, description="before the discount")
    price_paise: int | None = Field(default=None, sa_type=BigInteger, description="after the discount")
    price_unit: PriceUnit | None = optional_enum(PriceUnit)
    price_up: int = Field(
        sa_type=BigInteger,
        description="sort key for ascending price, for rentals the price per day; ads without a price are last",
    )
    price_down: int = Field(
        sa_type=BigInteger, description="sort key for descending price; ads without a price are last"
    )
    discount_basis_points: int = 0
    state: str = Field(default="", max_length=120)
    city: str = Field(default="", max_length=120)
    place: str = Field(default="", max_length=120)
    latitude: float | None = None
    longitude: float | None = None
    fact_line: str = Field(default="", max_length=26, description="two facts on its card: Year 2018 · Diesel")
    featured: bool = False
    reserved_until: datetime | None = optional_time()
    quiet_stage: int = Field(default=0, description="a QuietStage")
    cover_digest: str = Field(default="", max_length=64)
    cover_width: int = 0
    cover_height: int = 0
    cover_ai_made: bool = False
    published_at: datetime = time_field(
        description="the sort key for newest first: the first approval, or earlier for an ad that nobody confirms"
    )
    approved_at: datetime | None = optional_time(description="time of the first approval")


class ListingCount(Table, table=True):
    """Number of live listings per category and ad type: the sum of `count` over the matching rows.

    Database triggers write the rows. SQLite keeps one row for each pair. On PostgreSQL every statement inserts a row with its
    change, so that concurrent publishers never wait for a row lock; the job `catalog.add_up_counts` merges the rows.
    """

    __tablename__ = "listing_counts"
    __table_args__ = (Index("ix_listing_counts_shelf", "category_id", "ad_type"),)

    id: int | None = Field(default=None, primary_key=True, sa_type=RowNumber)
    category_id: str = Field(max_length=26)
    ad_type: AdType = enum_field(AdType)
    count: int = Field(sa_type=BigInteger)


class AdViewCount(Table, table=True):
    """How often the page of an ad was opened in a browser, by anyone but its owner and admins."""

    __tablename__ = "ad_view_counts"

    ad_id: str = Field(foreign_key="ads.id", primary_key=True, max_length=26)
    count: int = Field(default=0, sa_type=BigInteger)


class ContactReveal(Table, table=True):
    """A buyer was shown the seller's phone number on an ad."""

    __tablename__ = "contact_reveals"
    __table_args__ = (UniqueConstraint("ad_id", "buyer_id"),)

    id: str = id_field()
    ad_id: str = ref("ads.id")
    buyer_id: str = ref("accounts.id", index=True)
    created_at: datetime = created_field()
