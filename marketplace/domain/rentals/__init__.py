"""Dates of rent and lease ads: what is free, who asks, who decides, and what is booked."""

from marketplace.domain.rentals.availability import check_availability
from marketplace.domain.rentals.calendars import (
    calendar_of,
    describe_rates,
    describe_rules,
    get_calendar,
    quote,
    set_calendar,
)
from marketplace.domain.rentals.closing import close_dates, open_dates, turn_day
from marketplace.domain.rentals.enquiries import (
    count_by_status,
    enquire,
    list_asked_ads,
    list_between,
    list_for_buyer,
    list_for_seller,
)
from marketplace.domain.rentals.feeds import get_feed, has_feed, open_feed, revoke_feed
from marketplace.domain.rentals.months import draw_month, month_of
from marketplace.domain.rentals.moves import accept, cancel, decline, release_account
from marketplace.domain.rentals.rules import list_zones
from marketplace.domain.rentals.schemas import (
    AskedAd,
    Availability,
    CalendarDraft,
    CalendarView,
    DayMark,
    DayView,
    EnquiryCounts,
    EnquiryView,
    MonthView,
    Period,
    PeriodDraft,
    Quote,
    QuotePart,
)

__all__ = [
    "AskedAd",
    "Availability",
    "CalendarDraft",
    "CalendarView",
    "DayMark",
    "DayView",
    "EnquiryCounts",
    "EnquiryView",
    "MonthView",
    "Period",
    "PeriodDraft",
    "Quote",
    "QuotePart",
    "accept",
    "calendar_of",
    "cancel",
    "check_availability",
    "close_dates",
    "count_by_status",
    "decline",
    "describe_rates",
    "describe_rules",
    "draw_month",
    "enquire",
    "get_calendar",
    "get_feed",
    "has_feed",
    "list_asked_ads",
    "list_between",
    "list_for_buyer",
    "list_for_seller",
    "list_zones",
    "month_of",
    "open_dates",
    "open_feed",
    "quote",
    "release_account",
    "revoke_feed",
    "set_calendar",
    "turn_day",
]
