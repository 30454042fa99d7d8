"""However many act at once, a code is used once and a record has one end: on SQLite and PostgreSQL."""

from datetime import timedelta

from marketplace.core import clock
from marketplace.db import database
from marketplace.domain import handovers, rentals
from marketplace.models import Account, AdType, Enquiry
from marketplace.settings import get_settings
from tests import factories
from tests.domain.deals.test_parallel import PARALLEL, _call_at_once
from tests.domain.rentals.test_parallel import shared

__all__ = ["shared"]


def _booked():
    """A rental: the seller, the buyer, the id of the enquiry, and the code."""
    with database.new_session() as db:
        seller, buyer = factories.seller(db), factories.buyer(db)
        ad = factories.ad(db, seller, factories.category(db), ad_type=AdType.RENT)
        as_seller, as_buyer = factories.actor(seller), factories.actor(buyer)
        now = clock.now()
        asked = rentals.enquire(db, as_buyer, ad.id, now + timedelta(hours=1), now + timedelta(days=2))
        rentals.accept(db, as_seller, asked.id)
        code = handovers.get_record(db, as_buyer, asked.id).code
        db.commit()
    return as_seller, as_buyer, asked.id, code


def test_fifty_code_entries_at_once(shared):
    seller, _, enquiry_id, code = _booked()
    calls = [lambda db: handovers.confirm_pickup(db, seller, enquiry_id, code)] * PARALLEL
    assert _call_at_once(calls).count(True) == 1
    with database.new_session() as db:
        row = db.get(Enquiry, enquiry_id)
        assert (row.picked_up_at is not None, row.code_number) == (True, 2)


def test_fifty_wrong_codes_at_once_count_as_five(shared):
    seller, _, enquiry_id, code = _booked()
    wrong = "0000" if code != "0000" else "1111"
    assert not any(_call_at_once([lambda db: handovers.confirm_pickup(db, seller, enquiry_id, wrong)] * PARALLEL))
    with database.new_session() as db:
        row = db.get(Enquiry, enquiry_id)
        assert (row.code_failures, row.picked_up_at) == (5, None)


def test_many_photos_at_once_form_one_chain(shared, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_condition_entries", "1000 per hour")
    seller, buyer, enquiry_id, _ = _booked()
    with database.new_session() as db:
        photos = []
        for number in range(20):
            actor = (seller, buyer)[number % 2]
            owner = db.get(Account, actor.account_id)
            photos.append((actor, factories.upload(db, owner).id))

    def adding(actor, photo):
        return lambda db: handovers.add_photo(db, actor, enquiry_id, "pickup", part="Front", photo=photo)

    assert all(_call_at_once([adding(*one) for one in photos]))
    with database.new_session() as db:
        record = handovers.get_record(db, buyer, enquiry_id)
        numbers = [entry.number for stage in record.stages for entry in stage.rows]
    assert (record.unchanged, numbers) == (True, list(range(1, 21)))


def test_a_confirmation_never_closes_a_record_with_an_unseen_photo(shared):
    seller, buyer, enquiry_id, _ = _booked()
    with database.new_session() as db:
        photos = [factories.upload(db, db.get(Account, buyer.account_id)).id for _ in range(2)]
    with database.unit_of_work() as db:
        handovers.add_photo(db, buyer, enquiry_id, "pickup", part="Front", photo=photos[0])
    with database.unit_of_work() as db:
        handovers.confirm_record(db, buyer, enquiry_id, "pickup")
    done = _call_at_once(
        [
            lambda db: handovers.confirm_record(db, seller, enquiry_id, "pickup"),
            lambda db: handovers.add_photo(db, buyer, enquiry_id, "pickup", part="Back", photo=photos[1]),
        ]
    )
    with database.new_session() as db:
        (stage,) = handovers.get_record(db, buyer, enquiry_id).stages
    # Either the photo came first and opened the record again, or it was refused.
    assert done[0]
    assert stage.closed is not done[1]
