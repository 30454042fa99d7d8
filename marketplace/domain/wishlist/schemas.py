"""What a wishlist looks like to its owner."""

from datetime import datetime

from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.views import View


class SavedAd(View):
    """A saved ad with its present status; `ad` is None once the ad is gone for this buyer."""

    id: str
    buyer_id: str
    ad_id: str
    ad_name: str
    saved_at: datetime
    ad: AdCard | None = None
