"""Input and read views of calendars, enquiries and bookings."""

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from marketplace.domain.display_names import title_case
from marketplace.domain.trust import WarningView
from marketplace.domain.views import Photo, View
from marketplace.models import EnquiryStatus, PriceUnit


class Period(View):
    """Half-open period: the end is free."""

    starts_at: datetime
    ends_at: datetime


class PeriodDraft(BaseModel):
    """A period to close; an end without a time means the end of that day."""

    starts_at: str = ""
    ends_at: str = ""


class CalendarDraft(BaseModel):
    """Changes of a calendar; None leaves a field unchanged."""

    model_config = ConfigDict(extra="ignore")

    timezone: str | None = None
    weekdays: list[int] | None = None
    minimum_minutes: int | None = None
    maximum_minutes: int | None = None
    prices: dict[str, float | int | str | None] | None = Field(
        None, description="rupees by hour, day, week, month, year; a null removes that price"
    )
    deposit: float | int | str | None = Field(None, description="rupees; 0 and an empty text remove it")
    blocked: list[PeriodDraft] | None = Field(None, description="replaces all closed periods")


class CalendarView(View):
    """An ad's calendar.

    Attributes:
        timezone: IANA name; times without an offset are in it.
        weekdays: opening days for pickup and drop, 0 is Monday.
        minimum_minutes, maximum_minutes: 0 means no limit.
        hour_paise, ...: the rates that dates are priced by.
        deposit_paise: paid at pickup and given back at the return; None without one.
        own_unit: the unit whose rate is the price of the ad; None if the ad has no price.
        busy: booked or closed periods from now on; touching ones are joined.
        blocked: the closed periods, for the owner only.
    """

    ad_id: str
    timezone: str
    weekdays: tuple[int, ...]
    minimum_minutes: int = 0
    maximum_minutes: int = 0
    hour_paise: int | None = None
    day_paise: int | None = None
    week_paise: int | None = None
    month_paise: int | None = None
    year_paise: int | None = None
    deposit_paise: int | None = None
    own_unit: PriceUnit | None = None
    busy: tuple[Period, ...] = ()
    blocked: tuple[Period, ...] = ()


class DayMark(StrEnum):
    """Availability of a day: free, partly free, taken, or closed for pickup and drop."""

    FREE = "free"
    PART = "part"
    TAKEN = "taken"
    CLOSED = "closed"
    PAST = "past"


class DayView(View):
    """A day of a month; `words` is the description for screen readers."""

    number: int
    date: str
    mark: DayMark
    words: str
    today: bool = False
    chosen: bool = False


class MonthView(View):
    """A month of an ad's calendar, weeks beginning on Monday.

    Attributes:
        month: like 2026-12.
        blanks, tail: empty cells before the first and after the last day.
        before, after: the neighbouring months, empty if nothing can be booked there.
    """

    month: str
    label: str
    weekdays: tuple[str, ...]
    blanks: tuple[int, ...] = ()
    days: tuple[DayView, ...] = ()
    tail: tuple[int, ...] = ()
    before: str = ""
    after: str = ""


class QuotePart(View):
    """Price of a number of one unit, e.g. two weeks; the texts are for display."""

    unit: str = Field(description="hour, day, week, month or year")
    count: int
    each_paise: int
    text: str = Field(default="", description="2 weeks × ₹4,500")
    cost_text: str = Field(default="", description="₹9,000")


class EnquiredAd(View):
    """An ad in the caller's enquiries."""

    id: str
    name: str


class EnquiryCounts(View):
    """Number of enquiries by status."""

    all: int = 0
    pending: int = 0
    accepted: int = 0
    declined: int = 0
    cancelled: int = 0


class Quote(View):
    """Price of dates; `paise` is None if neither the ad nor its calendar has a price."""

    pickup_at: datetime
    drop_at: datetime
    paise: int | None = None
    text: str = Field("", description="for display: ₹4,500, empty without prices")
    dates_text: str = Field("", description="for display: 8 Dec 2026, 10:00 – 9 Dec 2026, 10:00")
    short_dates_text: str = Field("", description="without the years: 8 Dec, 10:00 – 9 Dec, 10:00")
    covers_text: str = Field("", description="what a day of the price is, for display; empty without days")
    parts: tuple[QuotePart, ...] = ()
    deposit_paise: int | None = Field(None, description="paid at pickup and given back at the return")
    deposit_text: str = ""
    total_text: str = Field("", description="price and deposit, for display; empty without prices")


class Availability(View):
    """Whether an ad is available now, with the message to show."""

    available: bool
    message: str


class EnquiryView(View):
    """An enquiry, as one of its parties or an admin sees it.

    Attributes:
        ad_name: as typed; `ad_display_name` is in title case.
        buyer_email: for the seller and admins only.
        pickup_text, drop_text, created_text: for display, in the ad's time zone.
        zone_text: the ad's time zone, empty for the site's own.
        quoted_text: the price and the deposit when the enquiry was sent, empty without both.
        total_text: price and deposit together, empty without a price.
        answer: the message sent with the last action, empty for a party from which it is withheld.
        warnings: what the answer resembles, the strongest first, if the other party wrote it.
        moves: the actions the reader may take now: accept, decline, cancel.
        picked_up, returned: confirmed by code.
        is_over: it was accepted, and its dates have passed or the return was confirmed: the parties can review each other.
        is_open: it waits for an answer, or is a booking that is not over.
        has_record: it has a page with handover codes and the condition record.
        cover: the first photo of the ad.
    """

    id: str
    ad_id: str
    ad_name: str
    ad_display_name: str = Field(default_factory=lambda view: title_case(view["ad_name"]))
    buyer_id: str
    buyer_name: str
    buyer_email: str = ""
    seller_id: str
    seller_name: str
    pickup_at: datetime
    drop_at: datetime
    timezone: str
    pickup_text: str
    drop_text: str
    created_text: str = ""
    zone_text: str = ""
    status: EnquiryStatus
    quoted_paise: int | None = None
    quoted_text: str = ""
    total_text: str = ""
    deposit_paise: int | None = None
    deposit_text: str = ""
    answer: str = ""
    warnings: tuple[WarningView, ...] = ()
    moves: tuple[str, ...] = ()
    picked_up: bool = False
    returned: bool = False
    is_over: bool = False
    is_open: bool = False
    has_record: bool = False
    cover: Photo | None = None
    created_at: datetime
    decided_at: datetime | None = None
