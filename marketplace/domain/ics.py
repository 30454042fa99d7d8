"""iCalendar files (RFC 5545)."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from marketplace.settings import get_settings

if TYPE_CHECKING:
    from icalendar import Event


def make_event(
    uid: str,
    *,
    changed_at: datetime,
    starts_at: datetime,
    ends_at: datetime,
    summary: str,
    description: str,
    path: str,
    place: str = "",
    sequence: int = 0,
    cancelled: bool = False,
) -> "Event":
    """Build an event.

    Args:
        uid: stays the same through all changes, so that calendars replace the event.
        path: path on this site.
        sequence: rises with each change.
    """
    # Loaded by the first calendar, like below, because it takes megabytes.
    from icalendar import Event

    settings = get_settings()
    event = Event()
    event.add("uid", f"{uid}@{urlsplit(settings.url).hostname}")
    event.add("sequence", sequence)
    event.add("dtstamp", changed_at)
    event.add("dtstart", starts_at)
    event.add("dtend", ends_at)
    event.add("summary", summary)
    event.add("description", description)
    if place:
        event.add("location", place)
    event.add("url", settings.url + path)
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    return event


def write(events: Sequence["Event"], *, name: str = "") -> str:
    """Format events as the text of an iCalendar file.

    Args:
        name: display name of the feed.
    """
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", f"-//{get_settings().site_name}//marketplace//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    if name:
        calendar.add("x-wr-calname", name)
    for event in events:
        calendar.add_component(event)
    return calendar.to_ical().decode()
