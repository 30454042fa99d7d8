"""Observers of enquiries and bookings. Running rentals have none: what is outside is still to be returned."""

from collections.abc import Callable

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import accounts, ads, effects
from marketplace.domain.effects import Dependent, Event, Observer, Occasion
from marketplace.domain.rentals import enquiry_actions, queries
from marketplace.models import AccountStatus, Enquiry, EnquiryStatus

_ACCOUNT_EVENTS = (Event.SELLER_SUSPENDED, Event.BUYER_SUSPENDED)


def _list(db: Session, occasion: Occasion, status: EnquiryStatus) -> list[Enquiry]:
    if occasion.event not in _ACCOUNT_EVENTS:
        return queries.list_open_for_ad(db, occasion.subject_id, status, clock.now())
    if accounts.get_account(db, occasion.subject_id).status is not AccountStatus.SUSPENDED:
        return []  # restored before the job ran
    ad_ids = queries.list_ads_with_open(db, occasion.subject_id, clock.now(), effects.STEP)
    # All locks come first: until then, others may change what is read below.
    ads.lock_all(db, ad_ids)
    found = queries.list_open_enquiries(db, occasion.subject_id, ad_ids, clock.now(), limit=effects.STEP)
    return [enquiry for enquiry in found if enquiry.status is status]


def _end(status: EnquiryStatus) -> Callable[[Session, Occasion], int]:
    def end(db: Session, occasion: Occasion) -> int:
        found = _list(db, occasion, status)
        for enquiry in found:
            enquiry_actions.end_by_site(db, enquiry, effects.explain(occasion.event), actor_id=occasion.actor_id)
        return len(found)

    return end


def _count(status: EnquiryStatus) -> Callable[[Session, Occasion], int]:
    return lambda db, occasion: len(queries.list_open_for_ad(db, occasion.subject_id, status, clock.now()))


OBSERVERS = {
    Dependent.BOOKING: Observer(counts=_count(EnquiryStatus.ACCEPTED), ends=_end(EnquiryStatus.ACCEPTED)),
    Dependent.ENQUIRY: Observer(counts=_count(EnquiryStatus.PENDING), ends=_end(EnquiryStatus.PENDING)),
}
