"""Input and read views of ads."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, computed_field

from marketplace.core.numbers import Number
from marketplace.domain.ad_texts import AdTexts
from marketplace.domain.display_names import title_case
from marketplace.domain.views import Photo, PhotoSizes, View
from marketplace.models import PriceUnit


class FieldInput(BaseModel):
    """Input for a dynamic field."""

    field_ref: str = ""
    value: Number = None


class AdDraft(AdTexts):
    """Ad as submitted. Its types are loose on purpose: `rules` validates it with the messages of spec 5.5."""

    model_config = ConfigDict(extra="ignore")

    price: Number = Field(None, description="rupees, before the discount")
    price_unit: str = Field("", description="time that the price is for; empty for the default, and for ads for sale")
    discount: Number = Field(None, description="percent")
    ad_type: str = ""
    category_id: str = ""
    subcategory_id: str = ""
    latitude: Number = None
    longitude: Number = None
    image_ids: list[str] = Field(default_factory=list, description="uploads in order, the cover first")
    ai_photos: bool | str = Field(
        False, description="whether AI made or changed photos, so that they show persons or scenes that aren't real"
    )
    fields: list[FieldInput] = Field(default_factory=list)
    seller_id: str = Field("", description="may differ from the caller only for an admin")


class CardFact(View):
    """A dynamic field on a card."""

    label: str
    text: str


def _omitted_if_empty(default: Any, description: str) -> Any:
    """Return an optional field that is not serialized while it is empty: a page sends dozens of cards to the browser."""
    return Field(default, description=description, exclude_if=lambda value: not value)


class CardView(View):
    """What the card of an ad shows."""

    id: str
    display_name: str = Field(description="the name in title case, for pages and mails")
    title: str = Field(exclude=True)
    ad_type: str
    category_name: str
    amount_text: str = _omitted_if_empty(
        "", "the reduced price for display, without its unit: ₹710, empty without a price"
    )
    unit_text: str = _omitted_if_empty("", "the unit of the price: a day; empty for ads for sale")
    asked_text: str = _omitted_if_empty("", "the original amount for display, only if a discount lowers it")
    location: str = _omitted_if_empty("", "two of place, city and state, empty without any")
    cover: PhotoSizes | None = None
    featured: bool = _omitted_if_empty(False, "whether an administrator promotes it")
    reserved_until: datetime | None = _omitted_if_empty(None, "set while it is reserved for a buyer")
    unconfirmed: bool = _omitted_if_empty(
        False, "whether the seller was asked if it is available, and has not answered"
    )
    is_new: bool = _omitted_if_empty(False, "whether it was published in the last days")
    saved: bool = _omitted_if_empty(False, "whether the reader has it in the wishlist")
    age_text: str = Field(default="", description="how long ago it was published: Yesterday")
    seller_rating: str = _omitted_if_empty("", "of the seller's reviews: ★ 4.8 (12), empty without an average")
    distance_text: str = _omitted_if_empty("", "how far it is from the place that was asked for: 3 km away")
    summary: str = _omitted_if_empty("", "the beginning of its description; only in lists that show it")
    facts: tuple[CardFact, ...] = _omitted_if_empty((), "its first fields; only in lists that show them")
    fact_line: str = Field(
        default="", exclude=True, description="two facts: Year 2018 · Diesel; empty if it is not live"
    )

    @computed_field
    @property
    def line(self) -> str:
        """The line below its name: two facts, or the title where there are none; empty without both."""
        return self.fact_line or self.title


class AdCard(CardView):
    """A live ad in a list. A State that declares it as a `CardView` sends only that part to the browser."""

    name: str = Field(description="as typed")
    title: str
    price_text: str = Field("", description="the reduced price for display: ₹1,50,000 or ₹710 a day, empty without one")
    cover: Photo | None = None
    status: str = "approved"
    seller_id: str
    category_id: str
    subcategory_id: str = ""
    price_paise: int | None = Field(description="after the discount")
    asked_paise: int | None = Field(description="before the discount")
    price_unit: PriceUnit | None = Field(None, description="None for ads for sale")
    discount_percent: float = 0
    city: str = ""
    state: str = ""
    place: str = ""
    paused_until: datetime | None = Field(None, description="when a paused ad is back, if its seller said so")
    published_at: datetime | None = None


class FieldValue(View):
    """A dynamic field on the ad's page."""

    field_ref: str
    label: str
    input_type: str
    value: str = Field("", description="as typed; for file fields the file's URL")
    text: str = Field("", description="the value as people read it: 10 Dec 2026 for a date, 45,000 km")
    unit: str = ""
    file_name: str = ""
    withheld: bool = Field(False, description="there is a file, which the reader may not open")


class OfferedPrice(View):
    """The price of one version of an ad."""

    price_text: str = Field(description="after the discount, for display; empty without a price")
    asked_paise: int | None = Field(description="before the discount")
    price_paise: int | None = Field(description="after the discount")
    price_unit: PriceUnit | None = Field(description="None for ads for sale")
    discount_percent: float


class PendingChange(View):
    """A change of a live or expired ad that waits for review or was rejected. The live version stays."""

    review: str = Field(description="waiting or rejected")
    note: str = Field("", description="why it was rejected")
    before: OfferedPrice = Field(description="of the live version")
    after: OfferedPrice
    fields: tuple[str, ...] = Field((), description="labels of what else would change")


class PostedAd(View):
    """A new ad that waits for its first review, as its seller sees it after posting."""

    id: str
    name: str
    display_name: str = Field(default_factory=lambda view: title_case(view["name"]))
    is_rental: bool
    review_text: str = Field(description="how long reviews usually take")


class AdDetail(AdTexts, View):
    """An ad in full, as the caller may see it."""

    id: str
    display_name: str = Field(default_factory=lambda view: title_case(view["name"]))
    ai_made: bool = Field(False, description="AI made or changed one of its photos")
    price_paise: int | None
    asked_paise: int | None
    price_unit: PriceUnit | None = None
    price_text: str = ""
    amount_text: str = ""
    unit_text: str = ""
    asked_text: str = ""
    discount_percent: float = 0
    ad_type: str
    status: str
    note: str = Field("", description="why it was rejected; for the owner and admins")
    reason_code: str = ""
    category_id: str
    category_name: str
    subcategory_id: str = ""
    subcategory_name: str = ""
    location: str
    latitude: float | None = None
    longitude: float | None = None
    seller_id: str
    seller_name: str
    images: tuple[Photo, ...] = ()
    fields: tuple[FieldValue, ...] = ()
    featured: bool = False
    reserved_until: datetime | None = None
    paused_until: datetime | None = None
    confirmed_at: datetime | None = Field(None, description="when the seller last said that it is available")
    is_new: bool = False
    saved: bool = False
    mine: bool = False
    takes_calls: bool = True
    version: int = 1
    checked: bool = Field(False, description="an admin approved this version, or all of it but a lower price")
    change: PendingChange | None = Field(
        None, description="set if this version is a change; only its owner and moderators see it"
    )
    created_at: datetime
    updated_at: datetime
    published_at: datetime | None = None
    sold_at: datetime | None = None
    expires_at: datetime | None = None


class AdRow(View):
    """An ad in an owner's or admin's table, in any status.

    For its owner, an ad with a change has the content of the live version; for moderators, that of the submitted one.
    """

    id: str
    name: str
    display_name: str = Field(default_factory=lambda view: title_case(view["name"]))
    title: str
    ad_type: str
    status: str
    note: str
    change: PendingChange | None
    category_name: str
    price_text: str
    amount_text: str
    unit_text: str
    asked_text: str
    price_paise: int | None
    price_unit: PriceUnit | None
    cover: Photo | None = None
    featured: bool
    reserved_until: datetime | None = None
    paused_until: datetime | None = None
    quiet: bool = Field(
        default=False, description="whether the seller was asked if it is available, and has not answered"
    )
    views_text: str = Field(default="", description="how often its page was opened, for display")
    saves_text: str = Field(default="", description="in how many wishlists it is, for display")
    next_step: str = Field(
        default="",
        description="confirm, sold, calendar, renew, resume, relist or edit; empty for a new ad that waits for review",
    )
    seller_id: str
    seller_name: str
    version: int
    created_at: datetime
    waiting_since: datetime | None = None
    assigned_to: str = Field(default="", description="username of the moderator who works on it")
    assigned_to_id: str = ""


class CurrentPrice(View):
    """Price and unit from which the cost of dates is calculated."""

    paise: int | None = Field(description="after the discount")
    unit: PriceUnit | None = Field(description="None for ads for sale")


class AdCounts(View):
    """Number of a seller's ads by status; `featured` counts live ones."""

    all: int = 0
    published: int = 0
    featured: int = 0
    pending: int = 0
    rejected: int = 0
    sold: int = 0
    expired: int = 0
    paused: int = 0


class AdInsights(View):
    """Statistics of an ad for its owner."""

    views: int = 0
    saves: int = 0


class PriceDrop(View):
    """A lower price; the texts are for display, e.g. "₹1,500 a day"."""

    before_text: str
    now_text: str
    since: datetime


class DashboardStats(View):
    """Counts of the seller's dashboard; `messages` are all messages from buyers."""

    total_ads: int
    featured_ads: int
    messages: int


class DashboardAd(View):
    """A live or sold ad on the seller's dashboard.

    Attributes:
        views_text: how often its page was opened, for display.
    """

    card: AdCard
    views_text: str


class ContactDetails(View):
    """Contact details of a seller, shown to one buyer for one ad."""

    phone: str
    whatsapp: str = ""


class Holiday(View):
    """The time for which all ads of a seller are paused.

    Attributes:
        until: None without a holiday.
        until_text: the day on which the ads resume, for display.
        ads: how many ads the call changed.
    """

    until: datetime | None = None
    until_text: str = ""
    ads: int = 0


class AskedAd(View):
    """An ad whose seller is asked whether it is available.

    Attributes:
        days: for how many days the seller has done nothing with it.
    """

    card: AdCard
    days: int


class BulkRefusal(View):
    """An ad on which a bulk action failed, and why; the name is empty if the ad is not the caller's."""

    ad_id: str
    name: str = ""
    reason: str


class BulkReport(View):
    """The result of a bulk action.

    Attributes:
        done: number of ads that were changed.
    """

    done: int
    refused: tuple[BulkRefusal, ...] = ()


class PriceChange(View):
    """What a bulk action would do with the price of an ad.

    Attributes:
        before_text, after_text: after the discount, for display, e.g. "₹710 a day"; `before_text` is empty without a price.
        asked_before_paise, asked_paise: before the discount.
        at_once: whether the price is live at once; otherwise it waits for review.
    """

    ad_id: str
    name: str
    before_text: str
    after_text: str
    asked_before_paise: int | None
    asked_paise: int
    at_once: bool


class PricePreview(View):
    """What a bulk action would do with prices, and the ads that would refuse it."""

    changes: tuple[PriceChange, ...] = ()
    refused: tuple[BulkRefusal, ...] = ()


class SavedDraft(View):
    """Saved form input that was not submitted; `content` is the form's own JSON."""

    ad_id: str = Field("", description="the ad being edited, empty for a new one")
    content: dict[str, Any]
    updated_at: datetime
