"""Rentals: calendars, enquiries and bookings of rent and lease ads."""

from marketplace.domain.rentals.availability import check_availability
from marketplace.domain.rentals.calendars import (
    calendar_of,
    describe_rates,
    describe_rules,
    get_calendar,
    quote,
    set_calendar,
)
from marketplace.domain.rentals.closed_dates import close_dates, open_dates, toggle_day
from marketplace.domain.rentals.enquiries import (
    count_by_status,
    enquire,
    get_enquiry,
    list_between,
    list_enquired_ads,
    list_for_buyer,
    list_for_seller,
    list_own_of_ad,
)
from marketplace.domain.rentals.enquiry_actions import (
    accept,
    cancel,
    decline,
    end_by_site,
    expire_enquiries,
    find_free_from,
    free_days_after_return,
)
from marketplace.domain.rentals.feeds import get_feed, has_feed, open_feed, revoke_feed
from marketplace.domain.rentals.lifecycle import next_stage, opens_at
from marketplace.domain.rentals.meetings import describe_meeting, find_zone
from marketplace.domain.rentals.months import draw_month, month_of
from marketplace.domain.rentals.queries import select_trades, zones
from marketplace.domain.rentals.rules import list_zones
from marketplace.domain.rentals.schemas import (
    Availability,
    CalendarDraft,
    CalendarView,
    DayMark,
    DayView,
    EnquiredAd,
    EnquiryCounts,
    EnquiryView,
    MonthView,
    PeriodDraft,
    Quote,
)
from marketplace.domain.rentals.waiting import list_open_trades, list_waiting_enquiries
