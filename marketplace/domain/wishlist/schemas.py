"""Read view of the wishlist."""

from datetime import datetime

from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.views import View


class SavedAd(View):
    """A saved ad with its current status; `ad` is None once the buyer can't see it."""

    id: str
    buyer_id: str
    ad_id: str
    ad_name: str
    saved_at: datetime
    ad: AdCard | None = None
