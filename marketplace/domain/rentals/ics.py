"""iCalendar files (RFC 5545)."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from icalendar import Calendar, Event

from marketplace.domain.rentals import messages
from marketplace.i18n.texts import t
from marketplace.models import Enquiry, EnquiryStatus
from marketplace.settings import get_settings


def make_event(enquiry: Enquiry, ad_name: str, other_name: str) -> Event:
    """Format a booking as an event; a cancelled one replaces the earlier event."""
    settings = get_settings()
    cancelled = enquiry.status is EnquiryStatus.CANCELLED
    event = Event()
    event.add("uid", f"{enquiry.id}@{urlsplit(settings.url).hostname}")
    event.add("sequence", 1 if cancelled else 0)
    event.add("dtstamp", enquiry.updated_at)
    event.add("dtstart", enquiry.pickup_at)
    event.add("dtend", enquiry.drop_at)
    event.add("summary", t(messages.EVENT_SUMMARY, ad=ad_name, site=settings.site_name))
    event.add("description", t(messages.EVENT_DESCRIPTION, other=other_name))
    event.add("url", f"{settings.url}/products/{enquiry.ad_id}")
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    return event


def write(events: Sequence[Event], *, name: str = "") -> str:
    """Format events as the text of an iCalendar file.

    Args:
        name: display name of the feed.
    """
    calendar = Calendar()
    calendar.add("prodid", f"-//{get_settings().site_name}//marketplace//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    if name:
        calendar.add("x-wr-calname", name)
    for event in events:
        calendar.add_component(event)
    return calendar.to_ical().decode()
