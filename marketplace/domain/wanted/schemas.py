"""Input and read views of wanted ads."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from marketplace.core.numbers import Number
from marketplace.domain.views import Photo, View


class WantedDraft(BaseModel):
    """A wanted ad as submitted; `rules` validates it.

    Attributes:
        max_price: rupees.
    """

    model_config = ConfigDict(extra="ignore")

    title: str = ""
    details: str = ""
    ad_type: str = ""
    subcategory_id: str = ""
    max_price: Number = None
    city: str = ""
    state: str = ""


class WantedFacts(View):
    """What every reader of a wanted ad sees.

    Attributes:
        price_text: "up to ₹15,000 a month", empty without a highest price.
        price_unit: the unit that the category usually has; None for sale.
    """

    id: str
    title: str
    details: str
    ad_type: str
    category_id: str
    category_name: str
    subcategory_id: str
    subcategory_name: str
    max_price_paise: int | None
    price_unit: str | None
    price_text: str
    city: str
    state: str
    location: str
    created_at: datetime


class WantedView(WantedFacts):
    """A wanted ad as its owner and moderators see it.

    Attributes:
        status: live, expired or ended.
        until_text: the day on which it ends, or ended.
        ended_reason: why a moderator ended it.
    """

    status: str
    expires_at: datetime
    until_text: str
    ended_reason: str = ""


class FittingAd(View):
    """An ad of the seller that fits a wanted ad; `offered` if it was offered to the buyer."""

    id: str
    name: str
    price_text: str
    offered: bool
    cover: Photo | None = None


class MatchingWanted(WantedFacts):
    """A wanted ad as a seller with fitting ads sees it: nothing in it says who the buyer is.

    Attributes:
        posted_text: how long ago, for display.
        ads: the seller's fitting ads, the newest first.
    """

    posted_text: str
    ads: tuple[FittingAd, ...] = ()
