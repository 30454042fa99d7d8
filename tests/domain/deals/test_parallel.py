"""However many accept at once, one wins: the database decides, on SQLite and PostgreSQL."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from sqlmodel import select

from marketplace.core import clock
from marketplace.core.errors import Conflict, MarketplaceError
from marketplace.db import database
from marketplace.domain import deals
from marketplace.domain.deals import queries
from marketplace.models import Ad, AdStatus, Deal, DealStatus, Offer, OfferStatus
from tests import factories
from tests.domain.rentals.test_parallel import shared

PARALLEL = 50
# Below the limit of offers per hour.
SENT = 20
__all__ = ["shared"]


def _accept(actor, offer_id, barrier):
    barrier.wait()
    try:
        with database.unit_of_work() as db:
            deals.accept_offer(db, actor, offer_id)
    except Conflict:
        return False
    return True


def _race(monkeypatch, *, locked):
    if not locked:
        # Without the lock of the ad, only the unique index is left.
        monkeypatch.setattr(queries, "lock_ad", lambda db, ad_id: db.exec(select(Ad).where(Ad.id == ad_id)).one())
    with database.new_session() as db:
        seller = factories.seller(db)
        ad = factories.ad(db, seller, factories.category(db), price_paise=10_000_00)
        actor = factories.actor(seller)
        offers = [
            deals.make_offer(db, factories.actor(factories.buyer(db)), ad.id, 8000 + number).id
            for number in range(PARALLEL)
        ]
        db.commit()
    barrier = threading.Barrier(PARALLEL)
    with ThreadPoolExecutor(PARALLEL) as pool:
        won = list(pool.map(lambda offer_id: _accept(actor, offer_id, barrier), offers))
    with database.new_session() as db:
        statuses = list(db.exec(select(Offer.status).where(Offer.ad_id == ad.id)))
        assert len(db.exec(select(Deal).where(Deal.ad_id == ad.id)).all()) == 1
    assert won.count(True) == 1
    assert statuses.count(OfferStatus.ACCEPTED) == 1
    assert statuses.count(OfferStatus.OPEN) == PARALLEL - 1


def test_fifty_accepts_at_once(shared, monkeypatch):
    _race(monkeypatch, locked=True)


def test_the_index_alone_is_enough(shared, monkeypatch):
    _race(monkeypatch, locked=False)


def test_a_buyer_has_one_live_offer_however_often_it_is_sent(shared, monkeypatch):
    monkeypatch.setattr(queries, "lock_ad", lambda _db, _ad_id: None)
    with database.new_session() as db:
        ad = factories.ad(db, factories.seller(db), factories.category(db), price_paise=10_000_00)
        buyer = factories.actor(factories.buyer(db))
    barrier = threading.Barrier(SENT)

    def send(_number):
        barrier.wait()
        try:
            with database.unit_of_work() as db:
                deals.make_offer(db, buyer, ad.id, 8000)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(SENT) as pool:
        assert list(pool.map(send, range(SENT))).count(True) == 1


def _call_at_once(calls):
    """Run each call in a thread and a transaction of its own, all at once; returns whether it succeeded."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        barrier.wait()
        try:
            with database.unit_of_work() as db:
                call(db)
        except MarketplaceError:
            return False
        return True

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def _reserved():
    """An ad that is reserved: the seller, the buyer, and the deal as the buyer sees it."""
    with database.new_session() as db:
        seller, buyer = factories.seller(db), factories.buyer(db)
        ad = factories.ad(db, seller, factories.category(db), price_paise=10_000_00)
        as_seller, as_buyer = factories.actor(seller), factories.actor(buyer)
        offer = deals.make_offer(db, as_buyer, ad.id, 8000)
        accepted = deals.accept_offer(db, as_seller, offer.id)
        deal = deals.get_deal(db, as_buyer, accepted.deal_id)
        db.commit()
    return as_seller, as_buyer, deal


def test_fifty_code_entries_at_once(shared):
    seller, _, deal = _reserved()
    done = _call_at_once([lambda db: deals.hand_over(db, seller, deal.id, deal.code)] * PARALLEL)
    assert done.count(True) == 1
    with database.new_session() as db:
        assert db.get(Deal, deal.id).status is DealStatus.DONE
        assert db.get(Ad, deal.ad_id).status is AdStatus.SOLD


def test_fifty_wrong_codes_at_once_count_as_five(shared):
    seller, _, deal = _reserved()
    wrong = "0000" if deal.code != "0000" else "1111"
    done = _call_at_once([lambda db: deals.hand_over(db, seller, deal.id, wrong)] * PARALLEL)
    assert not any(done)
    with database.new_session() as db:
        assert db.get(Deal, deal.id).code_failures == 5


def test_a_confirmation_and_a_cancellation_at_once(shared):
    seller, buyer, deal = _reserved()
    at = (clock.now() + timedelta(days=1)).isoformat()
    with database.unit_of_work() as db:
        deals.propose_meetup(db, buyer, deal.id, "Central Station", at)
    calls = [
        lambda db: deals.confirm_meetup(db, seller, deal.id),
        lambda db: deals.cancel_deal(db, buyer, deal.id, "No"),
    ]
    done = _call_at_once(calls * 4)
    with database.new_session() as db:
        assert db.get(Deal, deal.id).status is DealStatus.CANCELLED
        assert db.get(Ad, deal.ad_id).reserved_until is None
    # Whichever came first, each succeeded at most once.
    assert done[1::2].count(True) == 1
    assert done[::2].count(True) <= 1
