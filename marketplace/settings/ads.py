"""The life of an ad, its photos, its place and its dates."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from marketplace.settings import validators


class AdSettings(BaseModel):
    """The life of an ad, its photos, its place and its dates."""

    ad_lifetime_days: int = Field(60, description="an approved ad expires after this many days")
    expiry_reminder_days: int = Field(5, description="the seller is reminded this long before an ad expires")
    sold_visible_days: int = Field(30, description="the page of a sold ad exists this long, then 410")
    price_drop_days: int = Field(30, description="the page of an ad names a price drop this long")
    new_badge_days: int = Field(7, description="an ad has the New badge this long after its first approval")
    max_images_per_ad: int = Field(12, description="photos of one ad")
    map_rounding_degrees: float = Field(0.01, description="public coordinates are rounded to this grid")
    ad_timezone: Annotated[str, AfterValidator(validators.time_zone)] = Field(
        "Asia/Kolkata", description="time zone of an ad whose seller set none"
    )
    enquiry_horizon_years: int = Field(5, description="how far ahead an enquiry may be")
