"""Pickup and return are confirmed with a code that the buyer shows and the seller types."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, NotFound, NotSignedIn, RuleBroken, TooMany
from marketplace.domain import handover_codes, handovers, rentals, reviews
from marketplace.models import AdVersion, Enquiry, Notification, OutboxMail
from tests import factories
from tests.background import run_jobs
from tests.domain.handovers.conftest import code_of, pick_up
from tests.domain.reviews.conftest import say

CONFIRM = [handovers.confirm_pickup, handovers.confirm_return]


@pytest.fixture
def moved(monkeypatch, scene):
    """Move the clock to a day of the scene."""
    return lambda number: monkeypatch.setattr(clock, "now", lambda: scene.day(number))


def wrong(code: str) -> str:
    return "0000" if code != "0000" else "1111"


@pytest.mark.parametrize("confirm", CONFIRM)
def test_only_the_seller_types_the_code(scene, confirm):
    if confirm is handovers.confirm_return:
        pick_up(scene)
    code = code_of(scene)
    with pytest.raises(NotSignedIn):
        confirm(scene.db, ANONYMOUS, scene.enquiry_id, code)
    strangers = (scene.other, factories.seller(scene.db), factories.admin(scene.db))
    for stranger in strangers:
        with pytest.raises(NotFound):
            confirm(scene.db, factories.actor(stranger), scene.enquiry_id, code)
    with pytest.raises(Forbidden):
        confirm(scene.db, scene.as_buyer, scene.enquiry_id, code)


def test_the_buyer_alone_sees_the_code(scene):
    assert len(code_of(scene)) == 4
    assert handovers.get_record(scene.db, scene.as_seller, scene.enquiry_id).code == ""
    for stranger in (scene.other, factories.seller(scene.db), factories.admin(scene.db)):
        with pytest.raises(NotFound):
            handovers.get_record(scene.db, factories.actor(stranger), scene.enquiry_id)
    with pytest.raises(NotSignedIn):
        handovers.get_record(scene.db, ANONYMOUS, scene.enquiry_id)


@pytest.mark.parametrize("enquiry_id", ["", "x", "0" * 26, "\x00", "../"])
def test_an_unknown_enquiry_is_not_found(scene, enquiry_id):
    with pytest.raises(NotFound):
        handovers.get_record(scene.db, scene.as_buyer, enquiry_id)
    with pytest.raises(NotFound):
        handovers.confirm_pickup(scene.db, scene.as_seller, enquiry_id, "1234")


def test_pickup_then_return_finish_the_rental_early(scene, moved):
    moved(1)
    with pytest.raises(Conflict, match="pickup first"):
        handovers.confirm_return(scene.db, scene.as_seller, scene.enquiry_id, code_of(scene))
    first = code_of(scene)
    picked_up = handovers.confirm_pickup(scene.db, scene.as_seller, scene.enquiry_id, f" {first} ")
    assert (picked_up.picked_up_at, picked_up.code_stage, picked_up.rental.is_over) == (scene.day(1), "return", False)
    with pytest.raises(Conflict, match="already"):
        handovers.confirm_pickup(scene.db, scene.as_seller, scene.enquiry_id, first)
    run_jobs(scene.db)
    with pytest.raises(Forbidden):
        reviews.write_review(scene.db, scene.as_buyer, say(enquiry_id=scene.enquiry_id))

    moved(2)
    returned = handovers.confirm_return(scene.db, scene.as_seller, scene.enquiry_id, code_of(scene))
    assert (returned.returned_at, returned.code_stage, returned.rental.is_over) == (scene.day(2), "", True)
    assert code_of(scene) == ""
    run_jobs(scene.db)
    assert reviews.get_exchange(scene.db, scene.as_buyer, scene.enquiry_id).can_write
    asked = select(Notification).where(Notification.kind == "review_asked")
    assert len(scene.db.exec(asked).all()) == 2
    # The end of the dates does not count it again.
    moved(4)
    run_jobs(scene.db)
    assert len(scene.db.exec(asked).all()) == 2


def test_a_late_return_changes_nothing_of_the_end(scene, moved):
    moved(1)
    pick_up(scene)
    moved(5)
    run_jobs(scene.db)
    handovers.confirm_return(scene.db, scene.as_seller, scene.enquiry_id, code_of(scene))
    run_jobs(scene.db)
    assert len(scene.db.exec(select(Notification).where(Notification.kind == "review_asked")).all()) == 2
    subject = reviews.get_exchange(scene.db, scene.as_buyer, scene.enquiry_id)
    assert subject.can_write


def test_without_codes_the_dates_decide(scene, moved):
    moved(3)
    record = handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id)
    assert (record.code, record.code_stage, record.rental.is_over) == ("", "", True)
    with pytest.raises(Conflict, match="dates"):
        handovers.confirm_pickup(scene.db, scene.as_seller, scene.enquiry_id, "1234")
    with pytest.raises(Conflict):
        handovers.renew_code(scene.db, scene.as_buyer, scene.enquiry_id)


def test_five_wrong_codes_need_a_new_one(scene):
    code = code_of(scene)
    for left in range(4, -1, -1):
        with pytest.raises(RuleBroken) as error:
            handovers.confirm_pickup(scene.db, scene.as_seller, scene.enquiry_id, wrong(code))
        assert error.value.commits
        record = handovers.get_record(scene.db, scene.as_seller, scene.enquiry_id)
        assert record.attempts_left == left
    with pytest.raises(TooMany):
        handovers.confirm_pickup(scene.db, scene.as_seller, scene.enquiry_id, code)
    with pytest.raises(Forbidden):
        handovers.renew_code(scene.db, scene.as_seller, scene.enquiry_id)
    renewed = handovers.renew_code(scene.db, scene.as_buyer, scene.enquiry_id)
    assert (renewed.code != code, renewed.attempts_left) == (True, 5)
    assert handovers.confirm_pickup(scene.db, scene.as_seller, scene.enquiry_id, renewed.code).picked_up_at


@pytest.mark.parametrize("typed", ["", "12345", "١٢٣٤", "\x00", "a" * 10_000])
def test_odd_codes_are_wrong_codes(scene, typed):
    with pytest.raises(RuleBroken):
        handovers.confirm_pickup(scene.db, scene.as_seller, scene.enquiry_id, typed)


def test_a_waiting_and_a_cancelled_enquiry_have_no_code(scene):
    waiting = rentals.enquire(scene.db, scene.as_buyer, scene.ad.id, scene.day(7), scene.day(8))
    rentals.cancel(scene.db, scene.as_buyer, scene.enquiry_id)
    for enquiry_id in (waiting.id, scene.enquiry_id):
        record = handovers.get_record(scene.db, scene.as_buyer, enquiry_id)
        assert (record.code, record.stages) == ("", ())
        with pytest.raises(Conflict):
            handovers.confirm_pickup(scene.db, scene.as_seller, enquiry_id, "1234")


def test_what_was_picked_up_is_not_cancelled(scene):
    pick_up(scene)
    for actor in (scene.as_buyer, scene.as_seller):
        with pytest.raises(Conflict, match="picked up"):
            rentals.cancel(scene.db, actor, scene.enquiry_id)
        assert rentals.get_enquiry(scene.db, actor, scene.enquiry_id).moves == ()


def test_both_are_notified_with_a_link_to_the_page(scene):
    pick_up(scene)
    link = f"/rentals/{scene.enquiry_id}"
    sent = scene.db.exec(select(Notification).where(Notification.kind == "rental_picked_up")).all()
    assert {(row.account_id, row.link) for row in sent} == {(scene.buyer.id, link), (scene.seller.id, link)}
    mails = scene.db.exec(select(OutboxMail).where(OutboxMail.subject == "Picked up: Mountain Bike")).all()
    assert {mail.to for mail in mails} == {scene.buyer.email, scene.seller.email}
    accepted = scene.db.exec(select(Notification).where(Notification.kind == "enquiry_accepted")).one()
    assert accepted.link == link


@pytest.mark.parametrize(
    ("at", "opens"),
    [
        # Ten in the morning of 25 November in India, and one in the night.
        (datetime(2026, 11, 25, 4, 30, tzinfo=UTC), "25 Nov 2026, 00:00"),
        (datetime(2026, 11, 24, 19, 30, tzinfo=UTC), "24 Nov 2026, 19:00"),
    ],
)
def test_a_pickup_can_not_be_confirmed_a_day_early(scene, monkeypatch, at, opens):
    later = rentals.enquire(scene.db, scene.as_buyer, scene.ad.id, at, at + timedelta(days=2))
    rentals.accept(scene.db, scene.as_seller, later.id)
    record = handovers.get_record(scene.db, scene.as_buyer, later.id)
    assert (record.code, record.code_stage, record.next_step.until_text) == ("", "", f"The code works from {opens} on")
    code = handover_codes.derive(scene.db.get_one(Enquiry, later.id), later.id, "pickup")
    with pytest.raises(Conflict, match=f"confirm the pickup from {opens} on"):
        handovers.confirm_pickup(scene.db, scene.as_seller, later.id, code)
    with pytest.raises(Conflict):
        handovers.renew_code(scene.db, scene.as_buyer, later.id)
    with pytest.raises(Conflict, match="pickup first"):
        handovers.confirm_return(scene.db, scene.as_seller, later.id, code)
    opens_at = datetime.strptime(opens, "%d %b %Y, %H:%M").replace(tzinfo=ZoneInfo("Asia/Kolkata"))
    monkeypatch.setattr(clock, "now", lambda: opens_at)
    assert handovers.confirm_pickup(scene.db, scene.as_seller, later.id, code).code_stage == "return"


def test_the_terms_are_those_of_the_enquiry(scene, db):
    version = db.get_one(AdVersion, scene.ad.live_version_id)
    version.terms = "No smoking."
    factories.save(db, version)
    for actor in (scene.as_buyer, scene.as_seller):
        assert handovers.get_record(db, actor, scene.enquiry_id).terms == "No smoking."
    newer = AdVersion(**version.model_dump(exclude={"id", "number", "terms"}), number=2, terms="No pets.")
    factories.save(db, newer)
    scene.ad.live_version_id = newer.id
    factories.save(db, scene.ad)
    assert handovers.get_record(db, scene.as_buyer, scene.enquiry_id).terms == "No smoking."
