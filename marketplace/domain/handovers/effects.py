"""Observer of running rentals: they go on when the account of one party is deleted, and the other is told."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import accounts, rentals
from marketplace.domain.effects import Dependent, Ending, Observer, Occasion
from marketplace.domain.handovers import notifications, queries, rules
from marketplace.models import DealSide, Enquiry


def _tell(db: Session, enquiry: Enquiry, occasion: Occasion) -> None:
    is_buyer_gone = rules.side_of(enquiry, occasion.subject_id) is DealSide.BUYER
    left = accounts.get_account(db, enquiry.seller_id if is_buyer_gone else enquiry.buyer_id)
    rental = rentals.get_enquiry(db, Actor(left.id, left.kind), enquiry.id)
    notifications.notify_left(db, rental, DealSide.SELLER if is_buyer_gone else DealSide.BUYER)


OBSERVERS = {Dependent.RENTAL: Observer(tells=Ending(queries.list_left, _tell))}
