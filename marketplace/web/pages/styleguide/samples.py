"""Sample data of the style guide."""

from datetime import UTC, datetime

from marketplace.domain.accounts.schemas import SellerProfile
from marketplace.domain.ads.schemas import AdCard, CardFact, OfferedPrice, PendingChange
from marketplace.domain.display_names import title_case
from marketplace.domain.places import AreaMap, TownMark
from marketplace.domain.ratings import TradeSummary
from marketplace.domain.rentals import DayMark, DayView, MonthView
from marketplace.domain.reviews import ReviewTag, ReviewView
from marketplace.domain.views import Photo
from marketplace.domain.wanted.schemas import WantedView
from marketplace.models import SellerType
from marketplace.web.components.pagination import PageLinks, page_links

COLOURS = (
    "surface",
    "sunken",
    "raised",
    "ink",
    "muted",
    "line",
    "control",
    "accent",
    "accent-strong",
    "accent-soft",
    "on-accent",
    "success",
    "success-soft",
    "warning",
    "warning-soft",
    "danger",
    "danger-soft",
    "on-danger",
    "heart",
    "hero",
    "on-hero",
    "on-hero-muted",
    "awning-1",
    "awning-2",
    "shade",
)


def card(name: str, **values) -> AdCard:
    """Return a sample ad."""
    shared = {
        "id": "01M7YH44H3FVMP4547R0ZWQBC3",
        "title": "",
        "ad_type": "sell",
        "seller_id": "01M7YH44H3FVMP4547R0ZWQBC4",
        "category_id": "01M7YH44H3FVMP4547R0ZWQBC5",
        "category_name": "Furniture",
        "price_paise": 1_850_000,
        "asked_paise": 1_850_000,
        "price_text": "₹18,500",
        "amount_text": "₹18,500",
        "age_text": "Yesterday",
    }
    return AdCard(**{**shared, "name": name, "display_name": title_case(name), **values})


CARDS = [
    card(
        "teak dining table",
        location="Indiranagar, Bengaluru, Karnataka",
        is_new=True,
        summary="Six seats, solid teak, polished last year. A mark of a hot pan on one corner, else as on the day it came.",
        facts=(CardFact(label="Seats", text="6"), CardFact(label="Wood", text="Teak")),
    ),
    card("cycle", location="Koregaon Park, Pune, Maharashtra", distance_text="3 km away", saved=True),
    card("A name so long that it takes two lines and would take three", featured=True, saved=True),
    card(
        "camera", asked_text="₹21,000", price_text="₹18,500", title="Hardly used, with bill", featured=True, is_new=True
    ),
    card("Crane", ad_type="rent", price_text="₹1,200 an hour", amount_text="₹1,200", unit_text="an hour"),
    card("Excavator", ad_type="rent", price_text="", amount_text="", price_paise=None, asked_paise=None),
]


def links(page: int) -> PageLinks:
    """Return sample pagination links."""
    return page_links(page, 12, lambda number: f"?page={number}")


# Number of messages that stay in the log.
SAID_MOST = 5
KINDS = ("success", "error", "warning", "info")
PHOTOS = [Photo(url=f"/sample-{name}.svg", width=800, height=600) for name in ("phone", "phone-back", "phone-box")]
WANTED = WantedView(
    id="sample",
    title="A sofa for two",
    details="With a washable cover, if possible.",
    ad_type="rent",
    category_id="sample",
    category_name="Furniture",
    subcategory_id="sample",
    subcategory_name="Sofas & Chairs",
    max_price_paise=150_000,
    price_unit="month",
    price_text="up to ₹1,500 a month",
    city="Bengaluru",
    state="Karnataka",
    location="Bengaluru, Karnataka",
    status="live",
    created_at=datetime(2026, 3, 1, tzinfo=UTC),
    expires_at=datetime(2026, 3, 31, tzinfo=UTC),
    until_text="Until 31 Mar 2026",
)
SELLER = SellerProfile(
    id="sample",
    name="Nisha Varma",
    display_name="Nisha Varma",
    username="nisha",
    place="Indiranagar",
    shop_name="",
    seller_type=SellerType.PERSON,
    created_at=datetime(2025, 3, 1, tzinfo=UTC),
    since="On Chowk since March 2025",
    live_ads=12,
    live_ads_text="12 live ads",
    reply_text="Usually replies within an hour",
    trade=TradeSummary(average=4.8, average_text="4.8", count=12, text="12 reviews", deals_text="15 completed deals"),
)
REVIEW = ReviewView(
    id="sample",
    writer_name="Ravi I.",
    writer_kind="buyer",
    stars=4,
    stars_text="★★★★☆",
    tags=(ReviewTag(code="as_described", label="As described"), ReviewTag(code="late", label="Late")),
    text="Just as in the photos.",
    created_at=datetime(2026, 3, 1, tzinfo=UTC),
    written_text="1 Mar 2026",
    reply="Enjoy it!",
    replied_text="2 Mar 2026",
)
AREA = AreaMap(
    latitude=12.97,
    longitude=77.6,
    reach=12,
    towns=(
        TownMark(name="Bengaluru", name_x=46, name_y=40, x=46, y=44, reach=24),
        TownMark(name="Whitefield", name_x=78, name_y=52, x=78, y=56, reach=9),
    ),
    scale_km=5,
    scale=18,
)


def _day(number: int) -> DayView:
    mark = DayMark.PAST if number < 4 else list(DayMark)[number % 4]
    words = f"{number} December 2026, {mark.value}"
    return DayView(
        number=number, date=f"2026-12-{number:02}", mark=mark, words=words, today=number == 4, chosen=number == 16
    )


MONTH = MonthView(
    month="2026-12",
    label="December 2026",
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    blanks=(1,),
    days=tuple(_day(number) for number in range(1, 32)),
    tail=(1, 2, 3),
    after="2027-01",
)


def _price(rupees: int) -> OfferedPrice:
    paise = rupees * 100
    return OfferedPrice(
        price_text=f"₹{rupees:,}", asked_paise=paise, price_paise=paise, price_unit=None, discount_percent=0
    )


CHANGE = PendingChange(review="waiting", before=_price(18_500), after=_price(16_000), fields=("Description",))
