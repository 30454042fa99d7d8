"""Tests of rentals.accept, decline, cancel and end_by_site."""

from datetime import timedelta

import pytest
from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, NotFound, NotSignedIn
from marketplace.domain import chat, effects, rentals
from marketplace.domain.effects import Event, Occasion
from marketplace.models import AdStatus, Booking, Enquiry, EnquiryStatus, Notification, OutboxMail
from tests import factories


@pytest.fixture
def asked(scene):
    return factories.enquiry(scene.db, scene.ad, scene.buyer, scene.day(2), scene.day(5))


def test_strangers_find_nothing(scene, asked):
    for move in (rentals.accept, rentals.decline, rentals.cancel):
        with pytest.raises(NotSignedIn):
            move(scene.db, ANONYMOUS, asked.id)
        for stranger in (scene.other, factories.seller(scene.db)):
            with pytest.raises(NotFound):
                move(scene.db, factories.actor(stranger), asked.id)
        with pytest.raises(NotFound):
            move(scene.db, factories.actor(scene.seller), "rubbish")


def test_an_admin_sees_but_does_not_decide(scene, asked):
    for move in (rentals.accept, rentals.decline, rentals.cancel):
        with pytest.raises(Forbidden):
            move(scene.db, factories.actor(factories.admin(scene.db)), asked.id)


def test_the_buyer_cannot_accept(scene, asked):
    with pytest.raises(Forbidden):
        rentals.accept(scene.db, factories.actor(scene.buyer), asked.id)


def test_accepting_books_and_mails_both_with_a_calendar_file(scene, asked):
    done = rentals.accept(scene.db, factories.actor(scene.seller), asked.id, word=" See you! ")
    assert (done.status, done.answer, done.moves) == (EnquiryStatus.ACCEPTED, "See you!", ("cancel",))
    booking = scene.db.exec(select(Booking)).one()
    assert (booking.starts_at, booking.ends_at) == (asked.pickup_at, asked.drop_at)
    mails = scene.db.exec(select(OutboxMail)).all()
    assert {mail.to for mail in mails} == {scene.buyer.email, scene.seller.email}
    for mail in mails:
        assert "BEGIN:VEVENT" in mail.attachments[0]["content"]
        assert "STATUS:CONFIRMED" in mail.attachments[0]["content"]
    assert scene.db.exec(select(Notification.account_id)).all() == [scene.buyer.id]


def test_overlapping_enquiries_are_declined_with_a_message(scene, asked):
    overlapping = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(4), scene.day(6))
    touching = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(5), scene.day(6))
    before = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(1), scene.day(2))
    rentals.accept(scene.db, factories.actor(scene.seller), asked.id)
    scene.db.expire_all()
    assert (overlapping.status, touching.status, before.status) == ("declined", "pending", "pending")
    assert overlapping.answer.startswith("Sorry")
    with pytest.raises(Conflict):
        rentals.accept(scene.db, factories.actor(scene.seller), overlapping.id)
    rentals.accept(scene.db, factories.actor(scene.seller), touching.id)


def test_dates_taken_meanwhile(scene, asked):
    rentals.accept(scene.db, factories.actor(scene.seller), asked.id)
    late = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(3), scene.day(4))
    with pytest.raises(Conflict, match="just been taken"):
        rentals.accept(scene.db, factories.actor(scene.seller), late.id)


def test_closed_sold_and_past_dates_are_refused(scene, asked, monkeypatch):
    seller = factories.actor(scene.seller)
    blocked = [rentals.PeriodDraft(starts_at="2026-11-23", ends_at="2026-11-23")]
    rentals.set_calendar(scene.db, seller, scene.ad.id, rentals.CalendarDraft(blocked=blocked))
    with pytest.raises(Conflict, match="closed"):
        rentals.accept(scene.db, seller, asked.id)
    rentals.set_calendar(scene.db, seller, scene.ad.id, rentals.CalendarDraft(blocked=[]))
    scene.ad.status = AdStatus.SOLD
    factories.save(scene.db, scene.ad)
    with pytest.raises(Conflict):
        rentals.accept(scene.db, seller, asked.id)
    scene.ad.status = AdStatus.APPROVED
    factories.save(scene.db, scene.ad)
    monkeypatch.setattr(clock, "now", lambda: scene.day(5))
    with pytest.raises(Conflict, match="in the past"):
        rentals.accept(scene.db, seller, asked.id)


def test_an_enquiry_ends_when_its_pickup_time_passes(scene, asked, monkeypatch):
    later = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(7), scene.day(8))
    booked = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(1), scene.day(2))
    rentals.accept(scene.db, factories.actor(scene.seller), booked.id)
    assert rentals.expire_enquiries(scene.db) == 0
    monkeypatch.setattr(clock, "now", lambda: scene.day(2))
    assert rentals.expire_enquiries(scene.db) == 1
    assert (asked.status, later.status, booked.status) == ("cancelled", "pending", "accepted")
    for party in (scene.buyer, scene.seller):
        told = rentals.get_enquiry(scene.db, factories.actor(party), asked.id)
        assert told.answer == "The pickup time has passed without an answer."
        mails = scene.db.exec(select(OutboxMail.text).where(OutboxMail.to == party.email))
        assert any("passed without an answer" in text for text in mails)
    assert rentals.expire_enquiries(scene.db) == 0


def test_declining(scene, asked):
    done = rentals.decline(scene.db, factories.actor(scene.seller), asked.id, word="Not that week")
    assert (done.status, done.answer) == (EnquiryStatus.DECLINED, "Not that week")
    mail = scene.db.exec(select(OutboxMail)).one()
    assert mail.to == scene.buyer.email
    assert "Not that week" in mail.text
    assert mail.attachments == []


@pytest.mark.parametrize("by", ["buyer", "seller"])
def test_either_side_cancels_a_booking_and_the_dates_are_free(scene, asked, by):
    rentals.accept(scene.db, factories.actor(scene.seller), asked.id)
    done = rentals.cancel(scene.db, factories.actor(getattr(scene, by)), asked.id)
    assert (done.status, done.moves) == (EnquiryStatus.CANCELLED, ())
    assert (
        "STATUS:CANCELLED"
        in scene.db.exec(select(OutboxMail).order_by(OutboxMail.id.desc())).first().attachments[0]["content"]
    )
    again = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(3), scene.day(4))
    assert rentals.accept(scene.db, factories.actor(scene.seller), again.id).status == EnquiryStatus.ACCEPTED


def test_only_the_buyer_cancels_a_waiting_enquiry(scene, asked):
    with pytest.raises(Forbidden):
        rentals.cancel(scene.db, factories.actor(scene.seller), asked.id)
    assert rentals.cancel(scene.db, factories.actor(scene.buyer), asked.id).status == EnquiryStatus.CANCELLED


def test_past_bookings_cannot_be_cancelled(scene, asked, monkeypatch):
    rentals.accept(scene.db, factories.actor(scene.seller), asked.id)
    monkeypatch.setattr(clock, "now", lambda: scene.day(6))
    with pytest.raises(Conflict):
        rentals.cancel(scene.db, factories.actor(scene.buyer), asked.id)


def test_the_database_refuses_overlaps_by_itself(scene, asked):
    rentals.accept(scene.db, factories.actor(scene.seller), asked.id)
    second = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(3), scene.day(4))
    with pytest.raises(IntegrityError), scene.db.begin_nested():
        scene.db.add(Booking(ad_id=scene.ad.id, enquiry_id=second.id, starts_at=scene.day(3), ends_at=scene.day(4)))


def test_a_deleted_account_frees_its_dates(scene, asked):
    waiting = factories.enquiry(scene.db, scene.ad, scene.buyer, scene.day(8), scene.day(9))
    rentals.accept(scene.db, factories.actor(scene.seller), asked.id)
    effects.end_some(scene.db, Occasion(Event.BUYER_DELETED, scene.buyer.id, scene.buyer.id))
    scene.db.expire_all()
    assert {one.status for one in scene.db.exec(select(Enquiry))} == {EnquiryStatus.CANCELLED}
    assert scene.db.exec(select(Booking)).one().cancelled_at
    assert waiting.answer


@pytest.mark.parametrize("booked", [False, True])
def test_the_site_ends_an_enquiry_and_tells_both(scene, asked, booked):
    if booked:
        rentals.accept(scene.db, factories.actor(scene.seller), asked.id, word="Come at ten")
        scene.db.exec(delete(OutboxMail))
        scene.db.exec(delete(Notification))
    rentals.end_by_site(scene.db, asked, "The ad is no longer offered")
    for party in (scene.buyer, scene.seller):
        told = rentals.get_enquiry(scene.db, factories.actor(party), asked.id)
        assert (told.status, told.answer, told.moves) == (EnquiryStatus.CANCELLED, "The ad is no longer offered", ())
    mails = scene.db.exec(select(OutboxMail)).all()
    assert {mail.to for mail in mails} == {scene.buyer.email, scene.seller.email}
    for mail in mails:
        assert "The ad is no longer offered" in mail.text
        assert len(mail.attachments) == booked
        assert all("STATUS:CANCELLED" in file["content"] for file in mail.attachments)
    notices = scene.db.exec(select(Notification)).all()
    assert {notice.account_id for notice in notices} == {scene.buyer.id, scene.seller.id}
    assert {notice.kind for notice in notices} == {"booking_ended" if booked else "enquiry_ended"}
    assert {notice.values["reason"] for notice in notices} == {"The ad is no longer offered"}
    again = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(3), scene.day(4))
    assert rentals.accept(scene.db, factories.actor(scene.seller), again.id).status == EnquiryStatus.ACCEPTED
    with pytest.raises(Conflict):
        rentals.end_by_site(scene.db, asked, "Once more")


def test_a_seller_behind_a_block_is_not_told_that_the_site_ended_an_enquiry(scene, asked):
    chat.block(scene.db, factories.actor(scene.seller), scene.buyer.id)
    rentals.end_by_site(scene.db, asked, "The ad is no longer offered")
    assert scene.db.exec(select(Notification.account_id)).all() == [scene.buyer.id]
    assert scene.db.exec(select(OutboxMail.to)).all() == [scene.buyer.email]


def test_minute_by_minute_neighbours_do_not_overlap(scene):
    minute = timedelta(minutes=1)
    first = factories.enquiry(scene.db, scene.ad, scene.buyer, scene.day(1), scene.day(1) + minute)
    second = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(1) + minute, scene.day(1) + 2 * minute)
    for enquiry in (first, second):
        rentals.accept(scene.db, factories.actor(scene.seller), enquiry.id)
    assert len(scene.db.exec(select(Booking)).all()) == 2
