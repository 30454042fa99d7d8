"""Observers of enquiries and bookings. Those of running rentals are told in `handovers`."""

from functools import partial

from sqlmodel import Session

from marketplace.domain import effects
from marketplace.domain.effects import Dependent, Ending, Observer, Occasion
from marketplace.domain.rentals import enquiry_actions, queries
from marketplace.models import Enquiry, EnquiryStatus


def _end(db: Session, enquiry: Enquiry, occasion: Occasion) -> None:
    reason = effects.explain(occasion.event)
    enquiry_actions.end_by_site(db, enquiry, reason, actor_id=occasion.actor_id, occasion=occasion.key)


OBSERVERS = {
    dependent: Observer(ends=Ending(partial(queries.list_endable, status=status), _end))
    for dependent, status in (
        (Dependent.BOOKING, EnquiryStatus.ACCEPTED),
        (Dependent.ENQUIRY, EnquiryStatus.PENDING),
    )
}
