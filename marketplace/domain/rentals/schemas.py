"""What dates, enquiries and calendars look like to those who write and read them."""

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from marketplace.domain.views import View
from marketplace.models import EnquiryStatus


class Period(View):
    """Half open: the end is free again."""

    starts_at: datetime
    ends_at: datetime


class PeriodDraft(BaseModel):
    """Dates a seller closes, as typed; an end that is a date alone means to the end of that day."""

    starts_at: str = ""
    ends_at: str = ""


class CalendarDraft(BaseModel):
    """Changes of a calendar; what is None stays as it is."""

    model_config = ConfigDict(extra="ignore")

    timezone: str | None = None
    weekdays: list[int] | None = None
    minimum_minutes: int | None = None
    maximum_minutes: int | None = None
    prices: dict[str, float | int | str | None] | None = Field(
        None, description="rupees by hour, day, week, month; a named one that is None is taken away"
    )
    blocked: list[PeriodDraft] | None = Field(None, description="replaces all closed periods")


class CalendarView(View):
    """An ad's calendar.

    Attributes:
        timezone: IANA name; typed times are in it.
        weekdays: opening days for pickup and drop, 0 is Monday.
        minimum_minutes, maximum_minutes: 0 is no limit.
        busy: periods that can't be had, booked or closed, from now on; touching ones are joined.
        blocked: the closed ones among them, for the owner only.
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
    busy: tuple[Period, ...] = ()
    blocked: tuple[Period, ...] = ()


class DayMark(StrEnum):
    """What can be had of a day: all of it, some, nothing, or no pickup and drop."""

    FREE = "free"
    PART = "part"
    TAKEN = "taken"
    CLOSED = "closed"
    PAST = "past"


class DayView(View):
    """A day of a month; `words` say it in full for those who can't see it."""

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
        blanks, tail: empty places before the first and after the last day.
        before, after: the months beside it, empty where nothing can be booked.
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
    """Some of one unit: two weeks at so much each; `text` is for people."""

    unit: str = Field(description="hour, day, week or month")
    count: int
    each_paise: int
    text: str = ""


class AskedAd(View):
    """An ad that somebody asked dates of."""

    id: str
    name: str


class EnquiryCounts(View):
    """How many enquiries there are by status."""

    all: int = 0
    pending: int = 0
    accepted: int = 0
    declined: int = 0
    cancelled: int = 0


class Quote(View):
    """What dates would cost; `paise` is None where the seller set no prices."""

    pickup_at: datetime
    drop_at: datetime
    paise: int | None = None
    text: str = Field("", description="for people: ₹4,500, empty without prices")
    parts: tuple[QuotePart, ...] = ()


class Availability(View):
    """Whether an ad can be had this moment, and the sentence that says so."""

    available: bool
    message: str


class EnquiryView(View):
    """An enquiry, as one of its two sides or an admin sees it.

    Attributes:
        buyer_email: for the seller and admins only.
        pickup_text, drop_text, created_text: in the ad's zone, for people.
        zone_text: which zone that is, empty for the site's own.
        quoted_text: what the calendar's prices gave when it was sent, empty without.
        answer: the word that came with the last move.
        moves: what the asker may do now: accept, decline, cancel.
    """

    id: str
    ad_id: str
    ad_name: str
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
    answer: str = ""
    moves: tuple[str, ...] = ()
    created_at: datetime
    decided_at: datetime | None = None
