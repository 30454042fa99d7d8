"""Wanted ads: what buyers look for, which sellers were told, and what sellers offered."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, Index, text
from sqlmodel import Field

from marketplace.models.ads import AdType, PriceUnit
from marketplace.models.base import (
    Table,
    created_field,
    enum_field,
    id_field,
    one_of,
    optional_enum,
    optional_time,
    ref,
    time_field,
)

_NOT_REMINDED = text("expiry_reminded_at IS NULL AND ended_at IS NULL")


class WantedAd(Table, table=True):
    """A buyer's description of what they look for. It is live until it expires or is ended."""

    __tablename__ = "wanted_ads"
    __table_args__ = (
        one_of("ad_type", AdType),
        one_of("price_unit", PriceUnit),
        CheckConstraint("max_price_paise IS NULL OR max_price_paise > 0", name="max_price_positive"),
        Index("ix_wanted_ads_match", "subcategory_id", "ad_type", "expires_at"),
        Index("ix_wanted_ads_reminder", "expires_at", sqlite_where=_NOT_REMINDED, postgresql_where=_NOT_REMINDED),
    )

    id: str = id_field()
    owner_id: str = ref("accounts.id", index=True)
    title: str = Field(max_length=80)
    details: str = Field(default="", max_length=1_000)
    ad_type: AdType = enum_field(AdType, description="of the ads that are looked for")
    subcategory_id: str = ref("subcategories.id")
    max_price_paise: int | None = Field(default=None, sa_type=BigInteger)
    price_unit: PriceUnit | None = optional_enum(PriceUnit, description="of the highest price; None for sale")
    state: str = Field(max_length=120)
    city: str = Field(max_length=120)
    latitude: float = Field(description="of the town, degrees")
    longitude: float
    km_per_longitude: float = Field(description="length of a degree of longitude there, to compute distances in SQL")
    created_at: datetime = created_field()
    expires_at: datetime = time_field()
    expiry_reminded_at: datetime | None = optional_time(description="the owner is told once until it is renewed")
    ended_at: datetime | None = optional_time(description="set by its owner, or by a moderator with a reason")
    ended_reason: str = Field(default="", max_length=500, description="why a moderator ended it")


_UNMAILED = text("mailed_at IS NULL")


class WantedMatch(Table, table=True):
    """A seller who was told of a wanted ad. Nobody is told twice."""

    __tablename__ = "wanted_matches"
    __table_args__ = (
        Index("ix_wanted_matches_unmailed", "seller_id", sqlite_where=_UNMAILED, postgresql_where=_UNMAILED),
        Index("ix_wanted_matches_mailed", "seller_id", "mailed_at"),
    )

    wanted_id: str = Field(foreign_key="wanted_ads.id", primary_key=True, max_length=26)
    seller_id: str = Field(foreign_key="accounts.id", primary_key=True, max_length=26)
    created_at: datetime = created_field()
    mailed_at: datetime | None = optional_time(description="also set when the seller wants no mail")


class WantedAnswer(Table, table=True):
    """An ad that its seller offered to the owner of a wanted ad, once."""

    __tablename__ = "wanted_answers"

    wanted_id: str = Field(foreign_key="wanted_ads.id", primary_key=True, max_length=26)
    ad_id: str = Field(foreign_key="ads.id", primary_key=True, max_length=26, index=True)
    created_at: datetime = created_field()
