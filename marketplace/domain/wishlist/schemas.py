"""Read view of the wishlist."""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.display_names import title_case
from marketplace.domain.views import View


class WishlistSort(StrEnum):
    """The orders of a wishlist. Ads without a price, and ads that are gone, come last in both orders by price."""

    NEWEST = "newest"
    PRICE_UP = "price_asc"
    PRICE_DOWN = "price_desc"


class SavedAd(View):
    """A saved ad with its current status; `ad` is None once the buyer can't see it."""

    id: str
    buyer_id: str
    ad_id: str
    ad_name: str = Field(description="as typed")
    ad_display_name: str = Field(default_factory=lambda view: title_case(view["ad_name"]))
    saved_at: datetime
    ad: AdCard | None = None


class RemovedAd(View):
    """What was removed from a wishlist, so that it can be put back as it was."""

    id: str
    buyer_id: str
    ad_id: str
    ad_name: str
    saved_paise: int | None
    lowest_told_paise: int | None
    created_at: datetime
