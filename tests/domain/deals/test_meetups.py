"""Meetups of deals: proposals, agreement, reminders, and what the parties say on the way."""

from datetime import UTC, datetime, timedelta

import pytest
from icalendar import Calendar
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import ads, chat, deals
from marketplace.models import DealStatus, Meetup, Notification, Offer, OutboxMail

PLACE = "Indiranagar metro station"


@pytest.fixture
def deal(scene):
    offer = deals.make_offer(scene.db, scene.as_buyer, scene.ad.id, 8000)
    accepted = deals.accept_offer(scene.db, scene.as_seller, offer.id)
    return deals.get_deal(scene.db, scene.as_buyer, accepted.deal_id)


def _propose(scene, deal, actor=None, *, place=PLACE, **later):
    at = (scene.time.now + timedelta(**later or {"hours": 24})).isoformat()
    return deals.propose_meetup(scene.db, actor or scene.as_buyer, deal.id, place, at)


def _agree(scene, deal, **later):
    _propose(scene, deal, **later)
    return deals.confirm_meetup(scene.db, scene.as_seller, deal.id)


def _notices(scene, account):
    return list(
        scene.db.exec(select(Notification).where(Notification.account_id == account.id).order_by(Notification.id))
    )


def _mails(scene, account):
    return list(scene.db.exec(select(OutboxMail).where(OutboxMail.account_id == account.id).order_by(OutboxMail.id)))


def _event(text):
    (event,) = Calendar.from_ical(text).walk("VEVENT")
    return event


def test_anonymous_callers_and_others_are_refused(scene, deal):
    _agree(scene, deal, hours=1)
    writes = (
        lambda actor: _propose(scene, deal, actor),
        lambda actor: deals.confirm_meetup(scene.db, actor, deal.id),
        lambda actor: deals.report_late(scene.db, actor, deal.id, 10),
        lambda actor: deals.report_here(scene.db, actor, deal.id),
    )
    reads = (
        lambda actor: deals.get_calendar(scene.db, actor, deal.id),
        lambda actor: deals.get_meetup_help(scene.db, actor, deal.id),
        lambda actor: deals.find_payment(scene.db, actor, deal.id),
    )
    for call in (*writes, *reads):
        with pytest.raises(NotSignedIn):
            call(ANONYMOUS)
        for actor in (scene.stranger, scene.rival, scene.as_other):
            with pytest.raises(NotFound):
                call(actor)
    for call in writes:
        with pytest.raises(Forbidden):
            call(scene.admin)


def test_one_proposes_and_the_other_confirms(scene, deal):
    seen = _propose(scene, deal)
    assert (seen.status, seen.meetup.place, seen.meetup.mine, seen.meetup.confirmed) == ("reserved", PLACE, True, False)
    assert (seen.next_step.who, "confirm_meetup" in seen.moves) == ("other", False)
    theirs = deals.get_deal(scene.db, scene.as_seller, deal.id)
    assert (theirs.next_step.who, "confirm_meetup" in theirs.moves) == ("you", True)
    assert _notices(scene, scene.seller)[-1].kind == "meetup_proposed"
    with pytest.raises(Conflict, match="other party's turn"):
        deals.confirm_meetup(scene.db, scene.as_buyer, deal.id)
    agreed = deals.confirm_meetup(scene.db, scene.as_seller, deal.id, number=1)
    assert (agreed.status, agreed.meetup.confirmed) == (DealStatus.MEETING, True)
    assert agreed.reserved_until == deal.reserved_until
    for account in (scene.buyer, scene.seller):
        assert _notices(scene, account)[-1].kind == "meetup_agreed"
        event = _event(_mails(scene, account)[-1].attachments[0]["content"])
        assert (event["location"], event["dtstart"].dt) == (PLACE, agreed.meetup.at)
    with pytest.raises(Conflict, match="already agreed"):
        deals.confirm_meetup(scene.db, scene.as_buyer, deal.id)


def test_nobody_confirms_what_they_have_not_seen(scene, deal):
    with pytest.raises(Conflict, match="Nobody has proposed"):
        deals.confirm_meetup(scene.db, scene.as_seller, deal.id)
    _propose(scene, deal)
    _propose(scene, deal, place="Behind the old mill", hours=30)
    with pytest.raises(Conflict, match="newer proposal"):
        deals.confirm_meetup(scene.db, scene.as_seller, deal.id, number=1)
    assert deals.confirm_meetup(scene.db, scene.as_seller, deal.id, number=2).meetup.place == "Behind the old mill"


def test_a_new_proposal_undoes_the_agreement(scene, deal):
    first = _agree(scene, deal, hours=1)
    deals.report_late(scene.db, scene.as_buyer, deal.id, 20)
    again = _propose(scene, deal, scene.as_seller, hours=48)
    assert (again.status, again.meetup.number, again.meetup.confirmed) == (DealStatus.RESERVED, 2, False)
    assert again.meetup.buyer_late_minutes == 0
    with pytest.raises(Conflict, match="agree on a place"):
        deals.report_here(scene.db, scene.as_buyer, deal.id)
    with pytest.raises(Conflict):
        deals.get_calendar(scene.db, scene.as_buyer, deal.id)
    moved = deals.confirm_meetup(scene.db, scene.as_buyer, deal.id)
    event = _event(deals.get_calendar(scene.db, scene.as_buyer, deal.id))
    assert event["dtstart"].dt == moved.meetup.at > first.meetup.at
    assert event["sequence"] > 2


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        ("", "enter the date and time"),
        ("tomorrow", "enter the date and time"),
        ("0001-01-01T00:00", "enter the date and time|has passed"),
        ("2026-11-20T06:29:00Z", "has passed"),
        ("2026-11-28T06:31:00Z", "choose a time no later than 28 Nov 2026, 12:00"),
        ("9999-12-31T23:59", "too late"),
    ],
)
def test_odd_times_get_a_sentence(scene, deal, at, sentence):
    with pytest.raises(Invalid, match=sentence) as caught:
        deals.propose_meetup(scene.db, scene.as_buyer, deal.id, PLACE, at)
    assert caught.value.errors[0]["field"] == "at"


@pytest.mark.parametrize("place", ["", " \n\x00 ", "x" * 201])
def test_odd_places_get_a_sentence(scene, deal, place):
    with pytest.raises(Invalid) as caught:
        _propose(scene, deal, place=place)
    assert caught.value.errors[0]["field"] == "place"


def test_a_time_without_an_offset_is_in_the_sites_zone(scene, deal):
    seen = deals.propose_meetup(scene.db, scene.as_buyer, deal.id, PLACE, "2026-11-21T10:00")
    assert seen.meetup.at == datetime(2026, 11, 21, 4, 30, tzinfo=UTC)
    assert seen.meetup.at_text == "21 Nov 2026, 10:00"


def test_a_late_meetup_extends_the_reservation_once(scene, deal):
    waiting = deals.make_offer(scene.db, scene.as_other, scene.ad.id, 9000)
    agreed = _agree(scene, deal, days=8)
    assert agreed.reserved_until == agreed.meetup.at + timedelta(hours=6)
    assert ads.get(scene.db, ANONYMOUS, scene.ad.id).reserved_until == agreed.reserved_until
    assert scene.db.get(Offer, waiting.id).expires_at == agreed.reserved_until + timedelta(hours=48)
    with pytest.raises(Invalid, match="too late"):
        _propose(scene, deal, days=8, minutes=1)
    scene.time.wait(days=6)
    assert deals.expire_deals(scene.db) == 0
    # A new proposal can be agreed; nobody answers it, and the reservation ends.
    _propose(scene, deal, hours=3)
    scene.time.wait(days=3)
    with pytest.raises(Conflict, match="expired"):
        deals.confirm_meetup(scene.db, scene.as_seller, deal.id)
    assert deals.expire_deals(scene.db) == 1


def test_a_time_that_passed_cannot_be_confirmed(scene, deal):
    _propose(scene, deal, hours=1)
    scene.time.wait(hours=2)
    with pytest.raises(Conflict, match="has passed"):
        deals.confirm_meetup(scene.db, scene.as_seller, deal.id)
    seen = deals.get_deal(scene.db, scene.as_seller, deal.id)
    assert ("confirm_meetup" in seen.moves, seen.next_step.who) == (False, "both")


def test_both_are_reminded_once(scene, deal):
    _agree(scene, deal, hours=24)
    assert deals.remind_meetups(scene.db) == 0
    scene.time.wait(hours=22)
    assert deals.remind_meetups(scene.db) == 1
    assert deals.remind_meetups(scene.db) == 0
    for account in (scene.buyer, scene.seller):
        assert [one.kind for one in _notices(scene, account)].count("meetup_soon") == 1
        assert PLACE in _mails(scene, account)[-1].text


def test_a_meetup_agreed_at_short_notice_needs_no_reminder(scene, deal):
    _agree(scene, deal, hours=1)
    assert deals.remind_meetups(scene.db) == 0


def test_late_and_here_are_told_to_the_other(scene, deal):
    _agree(scene, deal, hours=24)
    assert not {"late", "here"} & set(deals.get_deal(scene.db, scene.as_buyer, deal.id).moves)
    with pytest.raises(Conflict, match="You can say this from"):
        deals.report_here(scene.db, scene.as_buyer, deal.id)
    scene.time.wait(hours=23)
    mails = len(_mails(scene, scene.seller))
    late = deals.report_late(scene.db, scene.as_buyer, deal.id, "15")
    assert late.meetup.own_text == "You have said that you are 15 minutes late."
    assert deals.get_deal(scene.db, scene.as_seller, deal.id).meetup.other_text == "Ravi Iyer is 15 minutes late."
    here = deals.report_here(scene.db, scene.as_buyer, deal.id)
    deals.report_here(scene.db, scene.as_buyer, deal.id)
    assert {"late", "here"} & set(here.moves) == set()
    assert deals.get_deal(scene.db, scene.as_seller, deal.id).meetup.other_text == "Ravi Iyer has arrived."
    assert [one.kind for one in _notices(scene, scene.seller)][-2:] == ["meetup_late", "meetup_here"]
    assert len(_mails(scene, scene.seller)) == mails
    with pytest.raises(Conflict, match="that you have arrived"):
        deals.report_late(scene.db, scene.as_buyer, deal.id, 15)


@pytest.mark.parametrize("minutes", [None, "", "soon", 0, -5, 1.5, 181, True, "9" * 70])
def test_odd_minutes_get_a_sentence(scene, deal, minutes):
    _agree(scene, deal, hours=1)
    with pytest.raises(Invalid, match="from 1 to 180"):
        deals.report_late(scene.db, scene.as_buyer, deal.id, minutes)


def test_a_cancelled_deal_takes_the_meetup_out_of_the_calendar(scene, deal):
    agreed = _agree(scene, deal)
    deals.cancel_deal(scene.db, scene.as_buyer, deal.id, "Found another")
    event = _event(_mails(scene, scene.seller)[-1].attachments[0]["content"])
    assert (event["status"], event["dtstart"].dt) == ("CANCELLED", agreed.meetup.at)
    with pytest.raises(Conflict, match="cancelled"):
        _propose(scene, deal)


def test_the_code_works_from_both_states(scene, deal):
    _agree(scene, deal)
    assert deals.renew_code(scene.db, scene.as_buyer, deal.id).status is DealStatus.MEETING
    code = deals.get_deal(scene.db, scene.as_buyer, deal.id).code
    assert deals.hand_over(scene.db, scene.as_seller, deal.id, code).status is DealStatus.DONE
    with pytest.raises(Conflict, match="already done"):
        _propose(scene, deal)


def test_nothing_is_pushed_to_somebody_who_blocked_the_other(scene, deal):
    chat.block(scene.db, scene.as_seller, scene.buyer.id)
    before = len(_notices(scene, scene.seller)), len(_mails(scene, scene.seller))
    _propose(scene, deal, place="Pick up or else")
    assert (len(_notices(scene, scene.seller)), len(_mails(scene, scene.seller))) == before
    assert scene.db.exec(select(Meetup.place)).one() == "Pick up or else"


def test_help_names_localities_and_no_positions(scene, deal):
    found = deals.get_meetup_help(scene.db, scene.as_buyer, deal.id)
    assert found.tips
    assert all(isinstance(place, str) and not any(char.isdigit() for char in place) for place in found.places)
    deals.cancel_deal(scene.db, scene.as_buyer, deal.id, "Found another")
    assert deals.get_meetup_help(scene.db, scene.as_buyer, deal.id).tips == ()
