"""What dates, enquiries and calendars look like to those who write and read them."""

from datetime import datetime

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


class QuotePart(View):
    """Some of one unit: two weeks at so much each."""

    unit: str = Field(description="hour, day, week or month")
    count: int
    each_paise: int


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
    status: EnquiryStatus
    quoted_paise: int | None = None
    quoted_text: str = ""
    answer: str = ""
    moves: tuple[str, ...] = ()
    created_at: datetime
    decided_at: datetime | None = None
