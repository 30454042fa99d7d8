"""Schemas of wanted ads."""

from typing import Any

from pydantic import Field

from marketplace.api import schemas
from marketplace.domain.wanted import MatchingWanted, WantedView


class _WantedOut(schemas.Out):
    id: str = Field(examples=[schemas.EXAMPLE_ID])
    title: str = Field(examples=["Small fridge for a hostel room"])
    details: str = Field(examples=["Up to 100 litres, not older than five years."])
    producttype: str = Field(
        validation_alias="ad_type", examples=["sell"], description="of the ads that are looked for: sell, rent or lease"
    )
    category_id: schemas.OptionalId
    category_name: str = Field(examples=["Home appliances"])
    subcategory_id: str = Field(examples=[schemas.EXAMPLE_ID])
    subcategory_name: str = Field(examples=["Fridges"])
    max_price: schemas.Rupees = Field(
        validation_alias="max_price_paise", examples=[6000], description="rupees; null for none"
    )
    price_unit: str | None = Field(
        examples=[None],
        description="the time that the highest price is for, the usual one of the category; null for sale",
    )
    city: str = Field(examples=["Pune"])
    state: str = Field(examples=["Maharashtra"])
    created_at: schemas.Timestamp


class WantedOut(_WantedOut):
    """A wanted ad for its owner and for moderators."""

    status: str = Field(examples=["live"], description="live, expired or ended")
    expires_at: schemas.Timestamp
    note: str = Field(validation_alias="ended_reason", description="why a moderator ended it, else empty")


class FittingProductOut(schemas.Out):
    """An ad of the caller that fits a wanted ad."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    name: str = Field(examples=["Haier fridge, 90 litres"])
    offered: bool = Field(description="whether the caller has offered it")


class MatchingWantedOut(_WantedOut):
    """A wanted ad for a seller; it does not say whose it is."""

    products: list[FittingProductOut] = Field(validation_alias="ads", description="the caller's ads that fit")


def dump(view: WantedView | MatchingWanted) -> dict[str, Any]:
    """Serialize a wanted ad for its owner, or for a seller."""
    return (WantedOut if isinstance(view, WantedView) else MatchingWantedOut).dump(view)
