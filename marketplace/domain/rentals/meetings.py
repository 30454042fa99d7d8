"""What the two parties of a booking meet for: pickup and return."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import ads, display_names
from marketplace.domain.meetups import Meeting
from marketplace.domain.rentals import lifecycle, messages, queries
from marketplace.i18n.texts import t
from marketplace.models import Enquiry, RentalStage
from marketplace.settings import get_settings


def find_zone(db: Session, enquiry: Enquiry) -> ZoneInfo:
    """Return the time zone in which the dates of an enquiry are shown."""
    return ZoneInfo(queries.zones(db, [enquiry.ad_id]).get(enquiry.ad_id) or get_settings().ad_timezone)


def describe_meeting(db: Session, enquiry: Enquiry, stage: RentalStage) -> Meeting:
    """Describe one meeting of a booking.

    A pickup is possible in the time of the booking, a return from the pickup until some days after the last day; if it is
    late already, some days from now.
    """
    now, zone = clock.now(), find_zone(db, enquiry)
    is_pickup = stage is RentalStage.PICKUP
    late = timedelta(days=get_settings().meetup_extra_days)
    return Meeting(
        enquiry,
        stage=stage,
        earliest=lifecycle.opens_at(enquiry, zone),
        latest=enquiry.drop_at if is_pickup else max(enquiry.drop_at, now) + late,
        zone=zone,
        ad_name=display_names.title_case(ads.list_names(db, [enquiry.ad_id]).get(enquiry.ad_id, "")),
        link=f"/rentals/{enquiry.id}",
        uid=f"{enquiry.id}-{stage}",
        description=t(messages.MEETUP_PICKUP if is_pickup else messages.MEETUP_RETURN),
        over=lifecycle.next_stage(enquiry, now) is not stage,
    )
