"""Offers for ads for sale, and the deals that accepted offers become."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, Index, text
from sqlmodel import Field

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
    withheld_field,
)


class OfferStatus(StrEnum):
    """The status of an offer. `domain/deals` defines who may change it; open waits for the seller, countered for the buyer."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    COUNTERED = "countered"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class OfferAction(StrEnum):
    """A step in the history of an offer."""

    OFFER = "offer"
    ACCEPT = "accept"
    DECLINE = "decline"
    COUNTER = "counter"
    WITHDRAW = "withdraw"
    EXPIRE = "expire"


class DealStatus(StrEnum):
    """The status of a deal. In `meeting`, both have agreed on where and when they meet."""

    RESERVED = "reserved"
    MEETING = "meeting"
    DONE = "done"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class DealSide(StrEnum):
    """Who acted: one of the two parties, or the site."""

    BUYER = "buyer"
    SELLER = "seller"
    SITE = "site"


_LIVE_OFFER = text("status IN ('open', 'countered')")
_ACTIVE_DEAL = text("status IN ('reserved', 'meeting')")
ACTIVE_DEALS = (DealStatus.RESERVED, DealStatus.MEETING)


class Offer(Table, table=True):
    """A buyer's offer for an ad for sale. A buyer has at most one live offer for an ad."""

    __tablename__ = "offers"
    __table_args__ = (
        one_of("status", OfferStatus),
        CheckConstraint("price_paise > 0", name="price_positive"),
        Index(
            "uq_offers_live", "ad_id", "buyer_id", unique=True, sqlite_where=_LIVE_OFFER, postgresql_where=_LIVE_OFFER
        ),
        Index("ix_offers_buyer", "buyer_id", "id"),
        Index("ix_offers_seller", "seller_id", "id"),
        Index("ix_offers_ad", "ad_id", "status", "id"),
        Index("ix_offers_expiry", "status", "expires_at"),
    )

    id: str = id_field()
    ad_id: str = ref("ads.id")
    buyer_id: str = ref("accounts.id")
    seller_id: str = ref("accounts.id")
    price_paise: int = Field(sa_type=BigInteger, description="the price offered last, by either party")
    status: OfferStatus = enum_field(OfferStatus, OfferStatus.OPEN)
    expires_at: datetime = time_field()
    steps: int = Field(default=0, description="number of the last step")
    created_at: datetime = created_field()
    updated_at: datetime = created_field()


class OfferStep(Table, table=True):
    """A step in the history of an offer, numbered from 1."""

    __tablename__ = "offer_steps"
    __table_args__ = (one_of("side", DealSide), one_of("action", OfferAction))

    offer_id: str = Field(foreign_key="offers.id", primary_key=True, max_length=26)
    number: int = Field(primary_key=True)
    side: DealSide = enum_field(DealSide)
    action: OfferAction = enum_field(OfferAction)
    price_paise: int = Field(sa_type=BigInteger)
    message: str = Field(default="", max_length=500)
    withheld_from: str | None = withheld_field()
    created_at: datetime = created_field()


class Deal(Table, table=True):
    """An accepted offer: the ad is reserved until the handover. An ad has at most one active deal."""

    __tablename__ = "deals"
    __table_args__ = (
        one_of("status", DealStatus),
        one_of("ended_by", DealSide),
        CheckConstraint("price_paise > 0", name="price_positive"),
        Index("uq_deals_active", "ad_id", unique=True, sqlite_where=_ACTIVE_DEAL, postgresql_where=_ACTIVE_DEAL),
        Index("ix_deals_buyer", "buyer_id", "id"),
        Index("ix_deals_seller", "seller_id", "id"),
        Index("ix_deals_expiry", "status", "reserved_until"),
    )

    id: str = id_field()
    ad_id: str = ref("ads.id")
    offer_id: str = ref("offers.id", unique=True)
    buyer_id: str = ref("accounts.id")
    seller_id: str = ref("accounts.id")
    price_paise: int = Field(sa_type=BigInteger)
    status: DealStatus = enum_field(DealStatus, DealStatus.RESERVED)
    reserved_until: datetime = time_field()
    code_number: int = Field(default=1, description="the handover code is derived from it; a new code raises it")
    code_failures: int = Field(default=0, description="wrong attempts at the current code")
    reason: str = Field(default="", max_length=500, description="why it was cancelled")
    withheld_from: str | None = withheld_field()
    ended_by: DealSide | None = optional_enum(DealSide)
    ended_at: datetime | None = optional_time()
    created_at: datetime = created_field()
    updated_at: datetime = created_field()
