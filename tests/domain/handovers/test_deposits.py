"""The deposit: one party says how much was given and given back, and when; the other confirms it."""

from datetime import date

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Invalid, NotFound, NotSignedIn
from marketplace.domain import handovers, rentals, waiting
from marketplace.domain.personal_data.service import erase_dormant_account
from marketplace.domain.rentals import CalendarDraft
from marketplace.models import Notification
from tests import factories
from tests.background import run_jobs
from tests.domain.handovers.conftest import pick_up


def record(scene, actor=None, stage="pickup", amount: object = 500, paid_on=""):
    who = actor or scene.as_buyer
    return handovers.record_deposit(scene.db, who, scene.enquiry_id, stage, amount=amount, paid_on=paid_on)


def confirm(scene, actor=None, stage="pickup", number=None):
    return handovers.confirm_deposit(scene.db, actor or scene.as_seller, scene.enquiry_id, stage, number=number)


def test_anonymous_callers_and_others_are_refused(scene):
    record(scene)
    for call in (lambda actor: record(scene, actor), lambda actor: confirm(scene, actor)):
        with pytest.raises(NotSignedIn):
            call(ANONYMOUS)
        for stranger in (scene.other, factories.seller(scene.db), factories.admin(scene.db)):
            with pytest.raises(NotFound):
                call(factories.actor(stranger))


def test_one_says_what_was_given_and_the_other_confirms_it(scene):
    (said,) = record(scene).deposits
    assert (said.amount_text, said.paid_on, said.mine, said.confirmed) == ("₹500", date(2026, 11, 20), True, False)
    told = scene.db.exec(select(Notification).where(Notification.kind == "deposit_given")).one()
    assert (told.account_id, told.values["amount"], told.values["day"]) == (scene.seller.id, "₹500", "20 Nov 2026")
    assert "deposit_pickup" in [row.kind for row in waiting.list_waiting(scene.db, scene.as_seller).items]
    with pytest.raises(Conflict, match="Only the other"):
        confirm(scene, scene.as_buyer)
    (confirmed,) = confirm(scene, number=1).deposits
    assert confirmed.confirmed
    assert "deposit_pickup" not in [row.kind for row in waiting.list_waiting(scene.db, scene.as_seller).items]
    for call in (lambda: confirm(scene), lambda: record(scene, amount=1)):
        with pytest.raises(Conflict, match="confirmed this already"):
            call()


def test_who_does_not_agree_says_something_else(scene):
    record(scene)
    (said,) = record(scene, scene.as_seller, amount=400).deposits
    assert (said.number, said.amount_paise, said.recorded_by) == (2, 400_00, "seller")
    with pytest.raises(Conflict, match="meanwhile"):
        confirm(scene, scene.as_buyer, number=1)
    assert confirm(scene, scene.as_buyer, number=2).deposits[0].confirmed


def test_it_is_given_back_in_whole_or_in_part(scene):
    with pytest.raises(Conflict, match="confirm first what was given"):
        record(scene, stage="return")
    record(scene)
    with pytest.raises(Conflict, match="confirm first what was given"):
        record(scene, stage="return")
    confirm(scene)
    with pytest.raises(Invalid, match="more than the ₹500"):
        record(scene, scene.as_seller, "return", amount=501)
    seen = record(scene, scene.as_seller, "return", amount=0)
    assert seen.deposits[1].kept_text == "₹500 of ₹500 was not given back."
    seen = record(scene, scene.as_seller, "return", amount=450)
    assert seen.deposits[1].kept_text == "₹50 of ₹500 was not given back."
    assert confirm(scene, scene.as_buyer, "return").deposits[1].confirmed


@pytest.mark.parametrize("amount", ["", None, 0, -1, "much", "1e99", 0.001])
def test_odd_amounts_are_refused(scene, amount):
    with pytest.raises(Invalid) as error:
        record(scene, amount=amount)
    assert error.value.errors[0]["field"] == "amount"


@pytest.mark.parametrize("paid_on", ["2026-11-21", "2026-11-19", "today", "0000-00-00", "x" * 99])
def test_odd_days_are_refused(scene, paid_on):
    with pytest.raises(Invalid) as error:
        record(scene, paid_on=paid_on)
    assert error.value.errors[0]["field"] == "paidOn"


def test_nothing_is_given_before_the_day_of_the_pickup(scene):
    later = rentals.enquire(scene.db, scene.as_buyer, scene.ad.id, scene.day(5), scene.day(7))
    with pytest.raises(Conflict, match="not accepted"):
        handovers.record_deposit(scene.db, scene.as_buyer, later.id, "pickup", amount=500)
    rentals.accept(scene.db, scene.as_seller, later.id)
    with pytest.raises(Conflict, match="from 25 Nov 2026"):
        handovers.record_deposit(scene.db, scene.as_buyer, later.id, "pickup", amount=500)
    assert handovers.get_record(scene.db, scene.as_buyer, later.id).deposit_form.stage == ""


def test_what_was_given_is_given_back_after_a_cancellation_too(scene):
    record(scene)
    confirm(scene)
    rentals.cancel(scene.db, scene.as_buyer, scene.enquiry_id)
    assert handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id).deposit_form.stage == "return"
    record(scene, scene.as_seller, "return")
    assert confirm(scene, scene.as_buyer, "return").deposits[1].confirmed


def test_the_form_begins_with_what_was_agreed(scene, rental_scene):
    rentals.set_calendar(scene.db, scene.as_seller, scene.ad.id, CalendarDraft(deposit=2000))
    other = rentals.enquire(scene.db, scene.as_buyer, scene.ad.id, scene.day(4), scene.day(5))
    rentals.accept(scene.db, scene.as_seller, other.id)
    assert handovers.get_record(scene.db, scene.as_buyer, other.id).rental.deposit_text == "₹2,000"
    form = handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id).deposit_form
    assert (form.stage, form.amount, form.day) == ("pickup", "", "2026-11-20")


def test_who_is_left_alone_records_what_was_given_back(scene, monkeypatch):
    pick_up(scene)
    record(scene)
    erase_dormant_account(scene.db, scene.buyer)
    scene.db.commit()
    run_jobs(scene.db)
    assert handovers.get_record(scene.db, scene.as_seller, scene.enquiry_id).deposit_form.stage == "return"
    seen = record(scene, scene.as_seller, "return")
    assert (seen.deposits[1].amount_text, seen.deposits[1].confirmed) == ("₹500", False)
    monkeypatch.setattr(clock, "now", lambda: scene.day(1))
    assert handovers.get_record(scene.db, scene.as_seller, scene.enquiry_id).deposits[1].recorded_by == "seller"
