"""Bookings as events of a calendar."""

from datetime import datetime
from typing import TYPE_CHECKING

from marketplace.domain import ics
from marketplace.domain.rentals import messages
from marketplace.i18n.texts import t
from marketplace.models import Enquiry, EnquiryStatus
from marketplace.settings import get_settings

if TYPE_CHECKING:
    from icalendar import Event


def make_event(enquiry: Enquiry, ad_name: str, other_name: str, *, ends_at: datetime | None = None) -> "Event":
    """Format a booking as an event; one that is cancelled or ends earlier replaces the earlier event.

    Args:
        ends_at: of the booking; None for the end that was agreed.
    """
    cancelled = enquiry.status is EnquiryStatus.CANCELLED
    ends_at = ends_at or enquiry.drop_at
    return ics.make_event(
        enquiry.id,
        changed_at=enquiry.updated_at,
        starts_at=enquiry.pickup_at,
        ends_at=ends_at,
        summary=t(messages.EVENT_SUMMARY, ad=ad_name, site=get_settings().site_name),
        description=t(messages.EVENT_DESCRIPTION, other=other_name),
        path=f"/products/{enquiry.ad_id}",
        sequence=1 if cancelled or ends_at != enquiry.drop_at else 0,
        cancelled=cancelled,
    )
