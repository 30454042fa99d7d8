"""However many write at once, on real databases: one review of each side, revealed and counted once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from types import SimpleNamespace

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.errors import Conflict
from marketplace.db import database
from marketplace.domain import reviews
from marketplace.domain.reviews import queries
from marketplace.models import Notification, PersonReview, TradeTotal
from tests import factories
from tests.domain.rentals.test_parallel import shared
from tests.domain.reviews.conftest import finish_deal, say

PARALLEL = 8
__all__ = ["shared"]


@pytest.fixture
def done(shared):
    """A finished deal, with the actors of its parties."""
    with database.new_session() as db:
        seller, buyer = factories.seller(db), factories.buyer(db)
        parties = SimpleNamespace(
            db=db, seller=seller, buyer=buyer, as_seller=factories.actor(seller), as_buyer=factories.actor(buyer)
        )
        deal_id = finish_deal(parties)
    return SimpleNamespace(deal_id=deal_id, sides=(parties.as_buyer, parties.as_seller))


def _at_once(count, act):
    barrier = threading.Barrier(count)

    def run(number):
        barrier.wait()
        try:
            with database.unit_of_work() as db:
                act(db, number)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def _stored(deal_id):
    with database.new_session() as db:
        rows = db.exec(select(PersonReview).where(PersonReview.deal_id == deal_id)).all()
        totals = {row.account_id: (row.reviews, row.stars) for row in db.exec(select(TradeTotal))}
        told = db.exec(select(Notification.account_id).where(Notification.kind == "review_new")).all()
    return rows, totals, told


@pytest.mark.parametrize("locked", [True, False], ids=["locked", "constraint alone"])
def test_one_of_many_from_a_side_is_stored(done, monkeypatch, locked):
    if not locked:
        monkeypatch.setattr(queries, "lock_ad", lambda _db, _ad_id: None)
    won = _at_once(PARALLEL, lambda db, _n: reviews.write_review(db, done.sides[0], say(done.deal_id)))
    rows, totals, _ = _stored(done.deal_id)
    assert (won.count(True), len(rows)) == (1, 1)
    assert rows[0].revealed_at is None
    assert totals == {}


def test_two_sides_at_once_reveal_both_once(done):
    won = _at_once(
        2 * PARALLEL, lambda db, n: reviews.write_review(db, done.sides[n % 2], say(done.deal_id, stars=4 + n % 2))
    )
    rows, totals, told = _stored(done.deal_id)
    buyer, seller = (side.account_id for side in done.sides)
    assert won.count(True) == 2
    assert all(row.revealed_at for row in rows)
    assert totals == {seller: (1, 4), buyer: (1, 5)}
    assert sorted(told) == sorted([buyer, seller])


def test_the_job_and_another_job_reveal_once(done, monkeypatch):
    with database.unit_of_work() as db:
        reviews.write_review(db, done.sides[0], say(done.deal_id, stars=2))
    later = clock.now() + timedelta(days=15)
    monkeypatch.setattr(clock, "now", lambda: later)
    _at_once(PARALLEL, lambda db, _n: reviews.reveal_due(db))
    rows, totals, told = _stored(done.deal_id)
    assert rows[0].revealed_at == later
    assert (totals, told) == ({rows[0].about_id: (1, 2)}, [rows[0].about_id])
