"""An account is deleted while one of its enquiries is decided."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlmodel import select

from marketplace.db import database
from marketplace.domain import personal_data, rentals
from marketplace.domain.accounts import attempts
from marketplace.domain.personal_data import erasing
from marketplace.domain.rentals import notifications
from marketplace.models import AdType, Booking, Enquiry, EnquiryStatus
from tests import factories
from tests.domain.rentals.test_parallel import START, shared  # noqa: F401

WAIT_S = 20


@pytest.mark.postgres
@pytest.mark.parametrize("shared", ["postgres"], indirect=True)
@pytest.mark.parametrize("leaver", ["buyer", "seller"])
def test_deletion_and_acceptance_never_deadlock(shared, leaver, monkeypatch):  # noqa: F811
    with database.new_session() as db:
        seller, buyer = factories.seller(db), factories.buyer(db)
        ad = factories.ad(db, seller, factories.category(db), ad_type=AdType.RENT)
        row = Enquiry(
            ad_id=ad.id,
            buyer_id=buyer.id,
            seller_id=seller.id,
            pickup_at=START,
            drop_at=START.replace(day=3),
        )
        factories.save(db, row)
        leaving_actor = factories.actor(buyer if leaver == "buyer" else seller)
        leaving_hash = (buyer if leaver == "buyer" else seller).password_hash
        enquiry_id, accepting_actor = row.id, factories.actor(seller)
    # One transaction locks the account, the other the ad, before either continues.
    meet = threading.Barrier(2, timeout=WAIT_S)
    withdraw, tell = erasing.withdraw, notifications.notify_enquiry_decided

    def held_account(*args):
        meet.wait()
        return withdraw(*args)

    def held_ad(*args, **options):
        if threading.current_thread().name == "accepts":
            meet.wait()
        tell(*args, **options)

    monkeypatch.setattr(attempts, "confirm", lambda *_args: attempts.Proof(leaving_hash, ""))
    monkeypatch.setattr(erasing, "withdraw", held_account)
    monkeypatch.setattr(notifications, "notify_enquiry_decided", held_ad)

    def leave():
        with database.unit_of_work() as db:
            personal_data.delete_account(db, leaving_actor, "irrelevant")

    def accept():
        threading.current_thread().name = "accepts"
        with database.unit_of_work() as db:
            rentals.accept(db, accepting_actor, enquiry_id)

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(leave), pool.submit(accept)]:
            done.result(WAIT_S)
    with database.new_session() as db:
        assert db.exec(select(Enquiry.status)).one() is EnquiryStatus.CANCELLED
        assert db.exec(select(Booking.cancelled_at)).one() is not None
