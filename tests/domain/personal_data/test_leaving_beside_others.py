"""What others do while an account is being deleted: the deletion waits for them, and then goes on from what they left."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta

import pytest
from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.db import database
from marketplace.domain import ads, deals, locks, rentals
from marketplace.domain.personal_data import erasing
from marketplace.models import Account, Ad, AdStatus, AdType, Deal, Enquiry, Notification, Offer
from tests import factories
from tests.domain.rentals.test_parallel import shared

__all__ = ["shared"]
pytestmark = pytest.mark.postgres


@dataclass
class Scene:
    """A seller, and a buyer who waits for answers to an offer and an enquiry; another buyer has offered too."""

    seller: Actor
    buyer: Actor
    sale: str
    offer: str
    other_offer: str
    enquiry: str

    def accept(self, db: Session, offer_id: str) -> str:
        return deals.accept_offer(db, self.seller, offer_id).deal_id


def _scene() -> Scene:
    with database.unit_of_work() as db:
        seller, buyer, other = (
            factories.actor(make(db)) for make in (factories.seller, factories.buyer, factories.buyer)
        )
        owner, category = db.get_one(Account, seller.account_id), factories.category(db)
        sale = factories.ad(db, owner, category, price_paise=10_000_00)
        rental = factories.ad(db, owner, category, ad_type=AdType.RENT)
        offer, other_offer = (deals.make_offer(db, who, sale.id, 8000) for who in (buyer, other))
        asked = rentals.enquire(db, buyer, rental.id, clock.now() + timedelta(days=1), clock.now() + timedelta(days=2))
        return Scene(seller, buyer, sale.id, offer.id, other_offer.id, asked.id)


def _accept_another(db: Session, scene: Scene) -> None:
    """The deal of the leaver ends, and another buyer's begins."""
    deal = db.exec(select(Deal)).one()
    deals.cancel_deal(db, scene.seller, deal.id, "No answer")
    scene.accept(db, scene.other_offer)


# What the seller has done before, and does while the deletion waits for a lock; and the states of offer and enquiry then.
MEANWHILE: dict[str, tuple[Callable[[Session, Scene], object], Callable[[Session, Scene], object], str, str]] = {
    "offer declined": (
        lambda _db, _scene: None,
        lambda db, scene: deals.decline_offer(db, scene.seller, scene.offer),
        "declined",
        "cancelled",
    ),
    "offer countered": (
        lambda _db, _scene: None,
        lambda db, scene: deals.counter_offer(db, scene.seller, scene.offer, 9000),
        "withdrawn",
        "cancelled",
    ),
    "offer accepted": (
        lambda _db, _scene: None,
        lambda db, scene: scene.accept(db, scene.offer),
        "accepted",
        "cancelled",
    ),
    "deal given to another": (
        lambda db, scene: scene.accept(db, scene.offer),
        _accept_another,
        "accepted",
        "cancelled",
    ),
    "ad sold": (
        lambda _db, _scene: None,
        lambda db, scene: ads.mark_sold(db, scene.seller, scene.sale),
        "declined",
        "cancelled",
    ),
    "enquiry declined": (
        lambda _db, _scene: None,
        lambda db, scene: rentals.decline(db, scene.seller, scene.enquiry),
        "withdrawn",
        "declined",
    ),
    "enquiry accepted": (
        lambda _db, _scene: None,
        lambda db, scene: rentals.accept(db, scene.seller, scene.enquiry),
        "withdrawn",
        "cancelled",
    ),
}


@pytest.mark.parametrize("shared", ["postgres"], indirect=True)
@pytest.mark.parametrize("leaver", ["buyer", "seller"])
@pytest.mark.parametrize("case", MEANWHILE)
def test_nothing_is_ended_twice(shared, monkeypatch, case, leaver):
    before, meanwhile, offer_status, enquiry_status = MEANWHILE[case]
    scene = _scene()
    with database.unit_of_work() as db:
        before(db, scene)
    lock, waited = locks.lock_ads, []

    def lock_after_others(db: Session, ad_ids: Collection[str]) -> None:
        if not waited:
            waited.append(True)
            with database.unit_of_work() as beside:
                meanwhile(beside, scene)
        lock(db, ad_ids)

    monkeypatch.setattr(locks, "lock_ads", lock_after_others)
    with database.unit_of_work() as db:
        erasing.withdraw(db, db.get_one(Account, getattr(scene, leaver).account_id))
    with database.new_session() as db:
        offer, enquiry = db.get_one(Offer, scene.offer), db.get_one(Enquiry, scene.enquiry)
        # The seller's side of an offer that nobody has answered ends it otherwise.
        expected = "declined" if leaver == "seller" and offer_status == "withdrawn" else offer_status
        assert (offer.status, enquiry.status) == (expected, enquiry_status)
        active = db.exec(select(Deal).where(col(Deal.status).in_(["reserved", "meeting"]))).all()
        ad = db.get_one(Ad, scene.sale)
        assert (ad.reserved_until is not None) == bool(active)
        assert ad.status is (AdStatus.DELETED if leaver == "seller" else AdStatus(ad.status))
        told = [(one.account_id, one.kind, one.ad_id, one.values.get("other")) for one in db.exec(select(Notification))]
        assert len(told) == len(set(told))
