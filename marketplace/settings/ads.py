"""Ads and wanted ads: their life, photos, places and dates, and how they are found."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from marketplace.settings import validators


class AdSettings(BaseModel):
    """Ads and wanted ads: their life, photos, places and dates, and how they are found."""

    ad_lifetime_days: int = Field(60, description="an approved ad expires after this many days")
    expiry_reminder_days: int = Field(
        5, description="the owner is reminded this long before an ad or a wanted ad expires"
    )
    ad_ask_days: int = Field(7, ge=1, description="the seller of an ad quiet for so many days is asked about it")
    ad_ask_every_days: int = Field(3, ge=1, description="a seller with many ads is asked at most once in so many days")
    ad_lower_days: int = Field(10, ge=1, description="a quiet ad without an answer is shown lower from this day on")
    ad_dim_days: int = Field(14, ge=1, description="its card is dimmed from this day on")
    ad_quiet_expiry_days: int = Field(21, ge=1, description="it expires on this day")
    sold_visible_days: int = Field(30, description="the page of a sold ad exists this long, then 410")
    price_drop_days: int = Field(30, description="the page of an ad names a price drop this long")
    new_account_days: int = Field(7, description="moderators are told of costly ads of accounts younger than this")
    costly_rupees: int = Field(25_000, description="price from which such an ad is costly")
    assignment_minutes: int = Field(60, description="a case that a moderator took becomes free again after this")
    new_badge_days: int = Field(7, description="an ad has the New badge this long after its first approval")
    max_images_per_ad: int = Field(12, description="photos of one ad")
    map_rounding_degrees: float = Field(0.01, description="public coordinates are rounded to this grid")
    ad_timezone: Annotated[str, AfterValidator(validators.time_zone)] = Field(
        "Asia/Kolkata", description="time zone of an ad whose seller set none"
    )
    enquiry_horizon_years: int = Field(5, description="how far ahead an enquiry may be")
    wanted_days: int = Field(30, ge=1, description="a wanted ad ends after this many days unless it is renewed")
    wanted_max: int = Field(10, ge=1, description="live wanted ads of one account")
    wanted_radius_km: float = Field(
        50, ge=0, description="sellers with ads this near to the place of a wanted ad see it"
    )
    followers_shown_from: int = Field(3, ge=1, description="followers from which their number is public")
    exact_total_limit: int = Field(10_000, description="totals are exact up to this number")
    saved_searches_max: int = Field(50, description="saved searches of one account")
    search_changes_kept: int = Field(200_000, ge=1, description="changes kept in the log that search indexers read")
    search_poll_s: float = Field(1.0, description="poll interval of the search indexer, seconds")
