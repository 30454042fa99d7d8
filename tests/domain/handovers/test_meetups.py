"""Meetups of rentals: one for the pickup and one for the return, by the same rules as those of deals."""

from datetime import timedelta

import pytest
from icalendar import Calendar
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Invalid, NotFound, NotSignedIn
from marketplace.domain import chat, handovers, rentals
from marketplace.models import Notification, OutboxMail
from tests import factories
from tests.domain.handovers.conftest import code_of, pick_up

PLACE = "Indiranagar metro station"


def propose(scene, actor=None, *, place=PLACE, **later):
    at = (clock.now() + timedelta(**later or {"hours": 2})).isoformat()
    return handovers.propose_meetup(scene.db, actor or scene.as_buyer, scene.enquiry_id, place, at)


def agree(scene, **later):
    propose(scene, **later)
    return handovers.confirm_meetup(scene.db, scene.as_seller, scene.enquiry_id)


def kinds(scene, account) -> list[str]:
    wanted = select(Notification.kind).where(Notification.account_id == account.id).order_by(Notification.id)
    return list(scene.db.exec(wanted))


def test_anonymous_callers_and_others_are_refused(scene):
    agree(scene)
    for call in (
        lambda actor: propose(scene, actor),
        lambda actor: handovers.confirm_meetup(scene.db, actor, scene.enquiry_id),
        lambda actor: handovers.report_late(scene.db, actor, scene.enquiry_id, 10),
        lambda actor: handovers.report_here(scene.db, actor, scene.enquiry_id),
        lambda actor: handovers.get_meetup_file(scene.db, actor, scene.enquiry_id),
    ):
        with pytest.raises(NotSignedIn):
            call(ANONYMOUS)
        for stranger in (scene.other, factories.seller(scene.db), factories.admin(scene.db)):
            with pytest.raises(NotFound):
                call(factories.actor(stranger))


def test_one_proposes_and_the_other_confirms(scene):
    assert handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id).next_step.who == "both"
    seen = propose(scene)
    assert (seen.meetup_stage, seen.meetup.mine, "confirm_meetup" in seen.moves) == ("pickup", True, False)
    theirs = handovers.get_record(scene.db, scene.as_seller, scene.enquiry_id)
    assert (theirs.next_step.who, "confirm_meetup" in theirs.moves) == ("you", True)
    assert kinds(scene, scene.seller)[-1] == "meetup_proposed"
    with pytest.raises(Conflict, match="other party's turn"):
        handovers.confirm_meetup(scene.db, scene.as_buyer, scene.enquiry_id)
    agreed = handovers.confirm_meetup(scene.db, scene.as_seller, scene.enquiry_id, number=1)
    assert agreed.meetup.confirmed
    for account in (scene.buyer, scene.seller):
        assert kinds(scene, account)[-1] == "meetup_agreed"
    (event,) = Calendar.from_ical(handovers.get_meetup_file(scene.db, scene.as_buyer, scene.enquiry_id)).walk("VEVENT")
    assert (event["location"], event["dtstart"].dt) == (PLACE, agreed.meetup.at)
    with pytest.raises(Conflict, match="already agreed"):
        handovers.confirm_meetup(scene.db, scene.as_seller, scene.enquiry_id)


def test_the_return_has_a_meetup_of_its_own(scene):
    agree(scene)
    pick_up(scene)
    record = handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id)
    assert (record.meetup_stage, record.meetup) == ("return", None)
    later = propose(scene, scene.as_seller, days=3)
    assert (later.meetup.number, later.meetup.at) == (1, scene.day(3))
    handovers.confirm_return(scene.db, scene.as_seller, scene.enquiry_id, code_of(scene))
    over = handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id)
    assert (over.meetup_stage, over.meetup, over.moves, over.next_step) == ("", None, (), None)
    with pytest.raises(Conflict, match="is over"):
        propose(scene)


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        ("", "date and time"),
        ("yesterday", "date and time"),
        ("2026-11-20T11:00", "has passed"),
        ("2026-11-23T12:01", "no later than 23 Nov 2026, 12:00"),
        ("9999-12-31T23:59", "too late"),
    ],
)
def test_a_pickup_is_in_the_time_of_the_booking(scene, at, sentence):
    with pytest.raises(Invalid, match=sentence):
        handovers.propose_meetup(scene.db, scene.as_buyer, scene.enquiry_id, PLACE, at)


def test_nobody_meets_for_a_pickup_a_day_early(scene):
    later = rentals.enquire(scene.db, scene.as_buyer, scene.ad.id, scene.day(5), scene.day(7))
    rentals.accept(scene.db, scene.as_seller, later.id)
    with pytest.raises(Invalid, match="from 25 Nov 2026, 00:00 on"):
        handovers.propose_meetup(scene.db, scene.as_buyer, later.id, PLACE, scene.day(4).isoformat())


def test_a_return_can_be_agreed_when_it_is_late_already(scene, monkeypatch):
    pick_up(scene)
    monkeypatch.setattr(clock, "now", lambda: scene.day(9))
    assert propose(scene, days=3).meetup.at == scene.day(12)
    with pytest.raises(Invalid, match="too late"):
        propose(scene, days=3, minutes=1)


def test_both_are_reminded_once_unless_the_stage_is_over(scene, monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: scene.day(0))
    agree(scene, hours=5)
    assert handovers.remind_meetups(scene.db) == 0
    monkeypatch.setattr(clock, "now", lambda: scene.day(0) + timedelta(hours=4))
    assert handovers.remind_meetups(scene.db) == 1
    assert handovers.remind_meetups(scene.db) == 0
    for account in (scene.buyer, scene.seller):
        assert kinds(scene, account).count("meetup_soon") == 1
    pick_up(scene)
    agree(scene, hours=20)
    handovers.confirm_return(scene.db, scene.as_seller, scene.enquiry_id, code_of(scene))
    monkeypatch.setattr(clock, "now", lambda: scene.day(1) - timedelta(hours=1))
    handovers.remind_meetups(scene.db)
    assert kinds(scene, scene.buyer).count("meetup_soon") == 1


def test_what_is_said_on_the_way_reaches_the_other(scene):
    with pytest.raises(Conflict):
        handovers.report_late(scene.db, scene.as_buyer, scene.enquiry_id, 10)
    agree(scene)
    handovers.report_late(scene.db, scene.as_buyer, scene.enquiry_id, 20)
    seen = handovers.get_record(scene.db, scene.as_seller, scene.enquiry_id)
    assert seen.meetup.other_text == "Ravi Iyer is 20 minutes late."
    handovers.report_here(scene.db, scene.as_buyer, scene.enquiry_id)
    assert kinds(scene, scene.seller)[-1] == "meetup_here"
    with pytest.raises(Conflict, match="already said"):
        handovers.report_late(scene.db, scene.as_buyer, scene.enquiry_id, 5)


def test_a_cancelled_booking_takes_its_meetup_out_of_calendars(scene):
    agree(scene, hours=3)
    rentals.cancel(scene.db, scene.as_buyer, scene.enquiry_id)
    record = handovers.get_record(scene.db, scene.as_seller, scene.enquiry_id)
    assert (record.meetup, record.moves) == (None, ())
    for call in (
        lambda: handovers.get_meetup_file(scene.db, scene.as_buyer, scene.enquiry_id),
        lambda: handovers.confirm_meetup(scene.db, scene.as_seller, scene.enquiry_id),
        lambda: propose(scene),
    ):
        with pytest.raises(Conflict):
            call()
    mails = select(OutboxMail).where(
        OutboxMail.account_id == scene.seller.id, OutboxMail.subject == "Cancelled: Mountain Bike"
    )
    files = scene.db.exec(mails).one().attachments
    assert [file["name"] for file in files] == ["booking.ics", "meetup.ics"]
    (event,) = Calendar.from_ical(files[1]["content"]).walk("VEVENT")
    assert (event["status"], event["location"]) == ("CANCELLED", PLACE)
    assert handovers.remind_meetups(scene.db) == 0


def test_nothing_is_pushed_to_somebody_who_blocked_the_other(scene):
    chat.block(scene.db, scene.as_seller, scene.buyer.id)
    before = kinds(scene, scene.seller)
    propose(scene, place="Pick up or else")
    assert kinds(scene, scene.seller) == before
    assert handovers.get_record(scene.db, scene.as_seller, scene.enquiry_id).meetup is None
    with pytest.raises(Conflict, match="Nobody has proposed"):
        handovers.confirm_meetup(scene.db, scene.as_seller, scene.enquiry_id)
    assert handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id).meetup.place == "Pick up or else"
