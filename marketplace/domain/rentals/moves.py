"""Deciding on enquiries: each move is one row of the table in `lifecycle`, made under the ad's lock."""

from collections.abc import Callable

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace import clock, events
from marketplace.actor import Actor
from marketplace.domain.rentals import letters, lifecycle, messages, queries, views
from marketplace.domain.rentals.lifecycle import ACCEPTED, CANCELLED, DECLINED, Side
from marketplace.domain.rentals.schemas import EnquiryView
from marketplace.errors import Conflict, NotFound
from marketplace.models import Ad, AdStatus, Booking, Enquiry, EnquiryStatus
from marketplace.texts import t

_WORD_LENGTH = 500


def accept(db: Session, actor: Actor, enquiry_id: str, *, word: str = "") -> EnquiryView:
    """Book the dates for the buyer, and decline the waiting enquiries that overlap them, with a kind word.

    Raises:
        NotSignedIn, NotFound, Forbidden: no party, or not the seller.
        Conflict: decided already, over, or the dates were taken meanwhile.
    """

    def book(ad: Ad, enquiry: Enquiry) -> None:
        if ad.status is not AdStatus.APPROVED:
            raise Conflict(t(messages.NOT_OFFERED))
        if enquiry.drop_at <= clock.now():
            raise Conflict(t(messages.PASSED))
        if queries.list_bookings(db, ad.id, enquiry.pickup_at, enquiry.drop_at):
            raise Conflict(t(messages.TAKEN_MEANWHILE))
        if queries.list_blocks(db, ad.id, enquiry.pickup_at, enquiry.drop_at):
            raise Conflict(t(messages.CLOSED_MEANWHILE))
        _add_booking(db, enquiry)
        for rival in queries.list_rivals(db, enquiry):
            _settle(db, rival, DECLINED, t(messages.KIND_WORD), by=Side.SELLER)

    return _move(db, actor, enquiry_id, ACCEPTED, word, book)


def decline(db: Session, actor: Actor, enquiry_id: str, *, word: str = "") -> EnquiryView:
    """Say no to a waiting enquiry.

    Raises:
        NotSignedIn, NotFound, Forbidden: no party, or not the seller.
        Conflict: decided already.
    """
    return _move(db, actor, enquiry_id, DECLINED, word)


def cancel(db: Session, actor: Actor, enquiry_id: str, *, word: str = "") -> EnquiryView:
    """Take a waiting enquiry back (the buyer), or call a booking off (either side); booked dates are free again.

    Raises:
        NotSignedIn, NotFound, Forbidden: no party, or not this side's move.
        Conflict: decided already, or over.
    """

    def free(_ad: Ad, enquiry: Enquiry) -> None:
        if enquiry.status is EnquiryStatus.ACCEPTED and enquiry.drop_at <= clock.now():
            raise Conflict(t(messages.PASSED))
        _free_dates(db, enquiry)

    return _move(db, actor, enquiry_id, CANCELLED, word, free)


def release_account(db: Session, account_id: str) -> None:
    """Cancel all that an account still has open, on either side, when it leaves; for the accounts domain."""
    for enquiry in queries.list_open_enquiries(db, account_id, clock.now()):
        queries.lock_ad(db, enquiry.ad_id)
        side = Side.BUYER if enquiry.buyer_id == account_id else Side.SELLER
        _free_dates(db, enquiry)
        _settle(db, enquiry, CANCELLED, t(messages.LEFT_WORD), by=side)


def _move(
    db: Session,
    actor: Actor,
    enquiry_id: str,
    target: EnquiryStatus,
    word: str,
    act: Callable[[Ad, Enquiry], None] | None = None,
) -> EnquiryView:
    actor.require()
    found = queries.find_enquiry(db, enquiry_id)
    if found is None or (views.side_of(actor, found) is None and not actor.is_admin):
        raise NotFound(t(messages.NO_ENQUIRY))
    ad = queries.lock_ad(db, found.ad_id)
    enquiry = queries.find_enquiry(db, enquiry_id) or found
    side = views.side_of(actor, enquiry)
    lifecycle.check_move(enquiry.status, target, side)
    if act:
        act(ad, enquiry)
    _settle(db, enquiry, target, word.replace("\x00", "").strip()[:_WORD_LENGTH], by=side)
    return views.make_views(db, actor, [enquiry])[0]


def _settle(db: Session, enquiry: Enquiry, target: EnquiryStatus, word: str, *, by: Side | None) -> None:
    enquiry.status = target
    enquiry.answer = word
    enquiry.decided_at = enquiry.updated_at = clock.now()
    db.add(enquiry)
    db.flush()
    letters.tell_settled(db, enquiry, by=by)
    events.record(db, "enquiries", enquiry.buyer_id, enquiry.seller_id, subject=enquiry.id)


def _add_booking(db: Session, enquiry: Enquiry) -> None:
    booking = Booking(ad_id=enquiry.ad_id, enquiry_id=enquiry.id, starts_at=enquiry.pickup_at, ends_at=enquiry.drop_at)
    try:
        with db.begin_nested():
            db.add(booking)
    except IntegrityError:
        # The database refuses overlaps by itself, should a writer ever pass by the lock.
        raise Conflict(t(messages.TAKEN_MEANWHILE)) from None


def _free_dates(db: Session, enquiry: Enquiry) -> None:
    booking = queries.find_booking(db, enquiry.id)
    if booking is not None and booking.cancelled_at is None:
        booking.cancelled_at = clock.now()
        db.flush()
