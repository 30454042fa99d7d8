"""Dates of rent and lease ads: what is free, who asks, who decides, and what is booked."""

from marketplace.domain.rentals.availability import check_availability
from marketplace.domain.rentals.calendars import describe_rates, get_calendar, quote, set_calendar
from marketplace.domain.rentals.enquiries import enquire, list_between, list_for_buyer, list_for_seller
from marketplace.domain.rentals.feeds import get_feed, open_feed, revoke_feed
from marketplace.domain.rentals.moves import accept, cancel, decline, release_account
from marketplace.domain.rentals.schemas import (
    Availability,
    CalendarDraft,
    CalendarView,
    EnquiryView,
    Period,
    PeriodDraft,
    Quote,
    QuotePart,
)

__all__ = [
    "Availability",
    "CalendarDraft",
    "CalendarView",
    "EnquiryView",
    "Period",
    "PeriodDraft",
    "Quote",
    "QuotePart",
    "accept",
    "cancel",
    "check_availability",
    "decline",
    "describe_rates",
    "enquire",
    "get_calendar",
    "get_feed",
    "list_between",
    "list_for_buyer",
    "list_for_seller",
    "open_feed",
    "quote",
    "release_account",
    "revoke_feed",
    "set_calendar",
]
