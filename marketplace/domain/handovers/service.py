"""Pickup and return of a rental, each confirmed with the code that the buyer shows and the seller types."""

from sqlmodel import Session

from marketplace.core import clock, events, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, NotFound
from marketplace.domain import handover_codes, rentals, reviews
from marketplace.domain.handovers import messages, notifications, queries, rules, views
from marketplace.domain.handovers.schemas import RecordView
from marketplace.domain.rentals import messages as rental_messages
from marketplace.i18n.texts import t
from marketplace.models import DealSide, Enquiry, RentalStage


def get_record(db: Session, actor: Actor, enquiry_id: str) -> RecordView:
    """Return the handovers and the condition record of a rental; for its parties.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
    """
    return views.make_record(db, actor, find_enquiry(db, actor, enquiry_id)[0])


def confirm_pickup(db: Session, actor: Actor, enquiry_id: str, code: str) -> RecordView:
    """Confirm that the buyer has what they rent, with the four digits that the buyer shows.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party, or not the seller.
        RuleBroken: a wrong code; it is counted.
        TooMany: too many wrong codes, until the buyer creates a new one.
        Conflict: not booked, picked up already, before its day, or the dates are over.
    """
    enquiry = _use_code(db, actor, enquiry_id, RentalStage.PICKUP, code)
    enquiry.picked_up_at = clock.now()
    return _finish_stage(db, actor, enquiry, "rental_picked_up")


def confirm_return(db: Session, actor: Actor, enquiry_id: str, code: str = "") -> RecordView:
    """Confirm the return likewise. It finishes the rental: both parties can review each other, and days that are left are free.

    If the account of one party is deleted, the other confirms it alone, without a code.

    Raises:
        NotSignedIn, NotFound, Forbidden, RuleBroken, TooMany: as for `confirm_pickup`.
        Conflict: not booked, not picked up yet, or returned already.
    """
    enquiry = _use_code(db, actor, enquiry_id, RentalStage.RETURN, code)
    enquiry.returned_at = clock.now()
    reviews.finish_early(db, enquiry.id)
    rentals.free_days_after_return(db, enquiry, enquiry.returned_at)
    return _finish_stage(db, actor, enquiry, "rental_returned")


def renew_code(db: Session, actor: Actor, enquiry_id: str) -> RecordView:
    """Create a new code for the stage that comes next; the old one no longer works.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party, or not the buyer.
        Conflict: no code can be typed now.
    """
    enquiry, side = lock_enquiry(db, actor, enquiry_id)
    if side is not DealSide.BUYER:
        raise Forbidden(t(rental_messages.NOT_YOUR_MOVE))
    if rules.find_code_stage(enquiry, clock.now(), rentals.find_zone(db, enquiry)) is None:
        raise Conflict(t(messages.NO_CODE))
    handover_codes.renew(db, enquiry)
    events.record(db, "enquiries", enquiry.buyer_id, enquiry.seller_id, subject=enquiry.id)
    return views.make_record(db, actor, enquiry)


def find_enquiry(db: Session, actor: Actor, enquiry_id: str) -> tuple[Enquiry, DealSide]:
    """Load an enquiry of which the actor is a party, and the actor's side.

    Raises:
        NotSignedIn, NotFound: as for `get_record`.
    """
    actor.require(message=t(rental_messages.LOGIN_TO_SEE))
    enquiry = queries.find_enquiry(db, enquiry_id) if ids.is_id(enquiry_id) else None
    side = rules.side_of(enquiry, actor.account_id) if enquiry else None
    if enquiry is None or side is None:
        raise NotFound(t(messages.NO_RENTAL))
    return enquiry, side


def lock_enquiry(db: Session, actor: Actor, enquiry_id: str) -> tuple[Enquiry, DealSide]:
    """Like `find_enquiry`, with a lock on the ad, which serialises changes to the enquiry and its record."""
    existing, side = find_enquiry(db, actor, enquiry_id)
    queries.lock_ad(db, existing.ad_id)
    return queries.find_enquiry(db, enquiry_id) or existing, side


def _use_code(db: Session, actor: Actor, enquiry_id: str, stage: RentalStage, code: str) -> Enquiry:
    enquiry, side = lock_enquiry(db, actor, enquiry_id)
    is_alone = stage is RentalStage.RETURN and bool(queries.list_deleted(db, enquiry.buyer_id, enquiry.seller_id))
    if side is not DealSide.SELLER and not is_alone:
        raise Forbidden(t(rental_messages.NOT_YOUR_MOVE))
    rules.check(rules.find_code_problem(enquiry, stage, clock.now(), rentals.find_zone(db, enquiry)))
    if not is_alone:
        handover_codes.check(db, enquiry, views.derive_code(enquiry, stage), code)
    return enquiry


def _finish_stage(db: Session, actor: Actor, enquiry: Enquiry, kind: str) -> RecordView:
    # The next stage has a code and attempts of its own.
    handover_codes.renew(db, enquiry)
    notifications.notify_both(db, rentals.get_enquiry(db, actor, enquiry.id), kind)
    return views.make_record(db, actor, enquiry)
