"""Meetups of rentals: one for the pickup, and one for the return once it was picked up."""

from sqlmodel import Session, and_, col

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict
from marketplace.domain import meetups, rentals
from marketplace.domain.handovers import messages, queries, service, views
from marketplace.domain.handovers.schemas import RecordView
from marketplace.domain.meetups import Meeting
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.models import DealSide, Enquiry, EnquiryStatus


@stores_once
def propose_meetup(db: Session, actor: Actor, enquiry_id: str, place: str, at: str) -> RecordView:
    """Propose where and when to meet for the stage that comes next.

    Args:
        at: ISO 8601; without an offset, it is in the ad's time zone.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
        Conflict: not booked, the rental is over, or the other party has left.
        Invalid, TooMany: as for `meetups.propose`.
    """
    enquiry, side, meeting = _begin(db, actor, enquiry_id)
    meetups.propose(db, actor, meeting, side, place=place, at=at)
    return _finish(db, actor, enquiry)


def confirm_meetup(db: Session, actor: Actor, enquiry_id: str, *, number: object = None) -> RecordView:
    """Agree to the other party's proposal.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
        Conflict: as for `propose_meetup` and `meetups.confirm`.
    """
    enquiry, side, meeting = _begin(db, actor, enquiry_id)
    meetup = meetups.confirm(db, actor, meeting, side, number=number)
    for receiver in (DealSide.BUYER, DealSide.SELLER):
        meetups.notify(db, meeting, meetup, receiver, "meetup_agreed", event=True)
    return _finish(db, actor, enquiry)


def report_late(db: Session, actor: Actor, enquiry_id: str, minutes: object) -> RecordView:
    """Tell the other party that the caller is late.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
        Conflict, Invalid, TooMany: as for `propose_meetup` and `meetups.say_late`.
    """
    enquiry, side, meeting = _begin(db, actor, enquiry_id)
    meetups.say_late(db, actor, meeting, side, minutes=minutes)
    return _finish(db, actor, enquiry)


def report_here(db: Session, actor: Actor, enquiry_id: str) -> RecordView:
    """Tell the other party that the caller has arrived; a repeated call changes nothing.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
        Conflict: as for `propose_meetup` and `meetups.say_here`.
    """
    enquiry, side, meeting = _begin(db, actor, enquiry_id)
    if meetups.say_here(db, meeting, side):
        return _finish(db, actor, enquiry)
    return views.make_record(db, actor, enquiry)


def get_meetup_file(db: Session, actor: Actor, enquiry_id: str) -> str:
    """Return the agreed meetup of the stage that comes next as an iCalendar file; for the parties.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
        Conflict: no meetup is agreed.
    """
    enquiry, side = service.find_enquiry(db, actor, enquiry_id)
    return meetups.get_file(db, _describe(db, enquiry), side)


def remind_meetups(db: Session, *, limit: int = 100) -> int:
    """Remind both parties of meetups of rentals that begin soon; returns the number of meetups."""
    is_running = and_(Enquiry.status == EnquiryStatus.ACCEPTED, col(Enquiry.returned_at).is_(None))
    due = meetups.list_due(db, Enquiry, is_running, limit=limit)
    for ad_id, enquiry_id, stage in due:
        queries.lock_ad(db, ad_id)
        enquiry = queries.find_enquiry(db, enquiry_id)
        if enquiry is not None and stage is not None:
            meetups.remind(db, rentals.describe_meeting(db, enquiry, stage))
    return len(due)


def _begin(db: Session, actor: Actor, enquiry_id: str) -> tuple[Enquiry, DealSide, Meeting]:
    """Lock the rental, and return what the two meet for next."""
    enquiry, side = service.lock_enquiry(db, actor, enquiry_id)
    meeting = _describe(db, enquiry)
    if queries.list_deleted(db, enquiry.buyer_id, enquiry.seller_id):
        raise Conflict(t(messages.ACCOUNT_CLOSED))
    return enquiry, side, meeting


def _describe(db: Session, enquiry: Enquiry) -> Meeting:
    stage = rentals.next_stage(enquiry, clock.now())
    if stage is None:
        raise Conflict(t(messages.NOTHING_TO_MEET_FOR))
    return rentals.describe_meeting(db, enquiry, stage)


def _finish(db: Session, actor: Actor, enquiry: Enquiry) -> RecordView:
    enquiry.updated_at = clock.now()
    db.add(enquiry)
    db.flush()
    events.record(db, "enquiries", enquiry.buyer_id, enquiry.seller_id, subject=enquiry.id)
    return views.make_record(db, actor, enquiry)
