"""Decisions on enquiries: each is a transition of `lifecycle`, made while holding the ad's lock."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, NotFound
from marketplace.domain import addressed_texts, reviews
from marketplace.domain.addressed_texts import AddressedText
from marketplace.domain.rentals import calendars, lifecycle, local_time, messages, notifications, queries, views
from marketplace.domain.rentals.lifecycle import ACCEPTED, CANCELLED, DECLINED, Side
from marketplace.domain.rentals.schemas import EnquiryView
from marketplace.i18n.texts import t
from marketplace.models import Ad, AdStatus, Booking, Enquiry, EnquiryStatus

_ANSWER_LENGTH = 500
# States of the ad in which its seller can keep what an enquiry asks for. New enquiries need a live ad.
_STILL_PROMISED = (AdStatus.APPROVED, AdStatus.PAUSED, AdStatus.EXPIRED)


def accept(db: Session, actor: Actor, enquiry_id: str, *, word: str = "") -> EnquiryView:
    """Book the dates for the buyer and decline waiting enquiries that overlap them.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party, or not the seller.
        Conflict: already decided, past, or the dates are taken.
    """

    def book(ad: Ad, enquiry: Enquiry) -> None:
        if ad.status not in _STILL_PROMISED:
            raise Conflict(t(messages.NOT_OFFERED))
        if enquiry.drop_at <= clock.now():
            raise Conflict(t(messages.PASSED))
        if queries.list_bookings(db, ad.id, enquiry.pickup_at, enquiry.drop_at):
            raise Conflict(t(messages.TAKEN_MEANWHILE))
        if queries.list_blocks(db, ad.id, enquiry.pickup_at, enquiry.drop_at):
            raise Conflict(t(messages.CLOSED_MEANWHILE))
        _add_booking(db, enquiry)
        reviews.finish_later(db, enquiry_id=enquiry.id, due_at=enquiry.drop_at)
        for overlapping in queries.list_overlapping(db, enquiry):
            _decide(db, overlapping, DECLINED, AddressedText(t(messages.DATES_TAKEN_ANSWER)), by=Side.SELLER)

    return _transition(db, actor, enquiry_id, ACCEPTED, word, book)


def decline(db: Session, actor: Actor, enquiry_id: str, *, word: str = "") -> EnquiryView:
    """Decline a waiting enquiry.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party, or not the seller.
        Conflict: already decided.
    """
    return _transition(db, actor, enquiry_id, DECLINED, word)


def cancel(db: Session, actor: Actor, enquiry_id: str, *, word: str = "") -> EnquiryView:
    """Cancel a waiting enquiry (the buyer) or a booking (either side); booked dates become free.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party, or not allowed for this side.
        Conflict: already decided, past, or picked up.
    """

    def free(_ad: Ad, enquiry: Enquiry) -> None:
        if enquiry.picked_up_at is not None:
            raise Conflict(t(messages.PICKED_UP))
        if enquiry.status is EnquiryStatus.ACCEPTED and enquiry.drop_at <= clock.now():
            raise Conflict(t(messages.PASSED))
        _free_dates(db, enquiry)

    return _transition(db, actor, enquiry_id, CANCELLED, word, free)


def end_by_site(db: Session, enquiry: Enquiry, answer: str, *, actor_id: str | None = None, occasion: str = "") -> None:
    """Cancel a waiting enquiry or a booking that can't take place, and tell both parties; the caller holds the ad's lock.

    Args:
        answer: the reason, in words for both.
        actor_id: the party whose action made it impossible, and who knows of it.
        occasion: as for `content.notify`.

    Raises:
        Conflict: already declined or cancelled.
    """
    lifecycle.check_move(enquiry.status, CANCELLED, Side.SITE)
    _free_dates(db, enquiry)
    side = {enquiry.buyer_id: Side.BUYER, enquiry.seller_id: Side.SELLER}.get(actor_id or "", Side.SITE)
    _decide(db, enquiry, CANCELLED, AddressedText(answer), by=side, reason=answer, occasion=occasion)


def expire_enquiries(db: Session, *, limit: int = 100) -> int:
    """End waiting enquiries whose pickup time has passed and tell both parties; returns their number."""
    due = queries.list_due_enquiries(db, clock.now(), limit)
    for ad_id, enquiry_id in due:
        queries.lock_ad(db, ad_id)
        enquiry = queries.find_enquiry(db, enquiry_id)
        # It was answered while this worker waited for the lock.
        if enquiry is not None and enquiry.status is EnquiryStatus.PENDING:
            end_by_site(db, enquiry, t(messages.UNANSWERED))
    return len(due)


def free_days_after_return(db: Session, enquiry: Enquiry, returned_at: datetime) -> None:
    """Make the days after an early return bookable again; for the domain of handovers, which holds the ad's lock.

    The booking ends with the day of the return, in the time zone of the ad. The enquiry keeps the dates that were agreed.
    """
    booking = queries.find_booking(db, enquiry.id)
    if booking is None:
        return
    zone = ZoneInfo(calendars.find_or_default(db, enquiry.ad_id).timezone)
    free_from = local_time.next_midnight(returned_at, zone)
    if free_from <= booking.starts_at:
        # Picked up and returned before the first day: nothing of the booking is left.
        _free_dates(db, enquiry)
    elif free_from < booking.ends_at:
        booking.ends_at = free_from
    # Calendar apps see from it that the event has changed.
    enquiry.updated_at = returned_at
    db.flush()


def find_free_from(db: Session, enquiry: Enquiry) -> datetime | None:
    """When the days begin that an early return has freed; None if it freed none."""
    booking = queries.find_booking(db, enquiry.id)
    if booking is None or enquiry.returned_at is None:
        return None
    if booking.cancelled_at is not None:
        return booking.starts_at
    return booking.ends_at if booking.ends_at < enquiry.drop_at else None


def _transition(
    db: Session,
    actor: Actor,
    enquiry_id: str,
    target: EnquiryStatus,
    word: str,
    act: Callable[[Ad, Enquiry], None] | None = None,
) -> EnquiryView:
    actor.require()
    existing = queries.find_enquiry(db, enquiry_id)
    if existing is None or (views.side_of(actor, existing) is None and not actor.is_staff):
        raise NotFound(t(messages.NO_ENQUIRY))
    ad = queries.lock_ad(db, existing.ad_id)
    enquiry = queries.find_enquiry(db, enquiry_id) or existing
    side = views.side_of(actor, enquiry)
    lifecycle.check_move(enquiry.status, target, side)
    if act:
        act(ad, enquiry)
    words = addressed_texts.write(db, actor, enquiry, word, most=_ANSWER_LENGTH)
    _decide(db, enquiry, target, words, by=side, writer_id=actor.account_id)
    return views.make_views(db, actor, [enquiry])[0]


def _decide(
    db: Session,
    enquiry: Enquiry,
    target: EnquiryStatus,
    words: AddressedText,
    *,
    by: Side | None,
    writer_id: str | None = None,
    reason: str = "",
    occasion: str = "",
) -> None:
    enquiry.status = target
    enquiry.answer, enquiry.answered_by, enquiry.withheld_from = words.text, writer_id, words.withheld_from
    enquiry.decided_at = enquiry.updated_at = clock.now()
    db.add(enquiry)
    db.flush()
    hidden = queries.is_hidden(db, enquiry)
    notifications.notify_enquiry_decided(db, enquiry, by=by, reason=reason, silently=hidden, occasion=occasion)
    heard = (enquiry.buyer_id,) if hidden else (enquiry.buyer_id, enquiry.seller_id)
    events.record(db, "enquiries", *heard, subject=enquiry.id)


def _add_booking(db: Session, enquiry: Enquiry) -> None:
    booking = Booking(ad_id=enquiry.ad_id, enquiry_id=enquiry.id, starts_at=enquiry.pickup_at, ends_at=enquiry.drop_at)
    try:
        with db.begin_nested():
            db.add(booking)
    except IntegrityError:
        # A database constraint also refuses overlaps, should a writer bypass the lock.
        raise Conflict(t(messages.TAKEN_MEANWHILE)) from None


def _free_dates(db: Session, enquiry: Enquiry) -> None:
    booking = queries.find_booking(db, enquiry.id)
    if booking is not None and booking.cancelled_at is None:
        booking.cancelled_at = clock.now()
        db.flush()
