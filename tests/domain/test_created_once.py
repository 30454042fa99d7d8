"""What is sent several times at once is stored once, as if it had come one after the other: on SQLite and PostgreSQL."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import Session, SQLModel, col, func, select

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.db import database
from marketplace.domain import (
    ads,
    chat,
    content,
    deals,
    grievances,
    moderation,
    rentals,
    saved_searches,
    wanted,
    wishlist,
)
from marketplace.domain.moderation import ReportDraft
from marketplace.domain.search import SearchQuery
from marketplace.integrations import limits
from marketplace.models import (
    AccountSession,
    AdDraftSave,
    AdType,
    Block,
    CalendarBlock,
    CalendarFeed,
    ContactReveal,
    Enquiry,
    Grievance,
    NewsletterSubscriber,
    Offer,
    PushSubscription,
    Report,
    SavedSearch,
    Subcategory,
    WantedAd,
    WishlistItem,
)
from tests import factories
from tests.domain.push.steps import subscribe
from tests.domain.rentals.test_parallel import shared
from tests.push_service import Browser

PARALLEL = 12
COMPLAINT = grievances.GrievanceDraft(kind="consumer", text="Nobody answers.")
BROWSER = Browser("https://fcm.googleapis.com/send/1")
__all__ = ["shared"]


@dataclass
class Scene:
    buyer: Actor
    seller: Actor
    sale: str
    rental: str
    at: Any


def _scene() -> Scene:
    limits.reset_all()
    with database.new_session() as db:
        seller, buyer = factories.seller(db, takes_calls=True), factories.buyer(db)
        category = factories.category(db)
        factories.subcategory(db, category)
        sale = factories.ad(db, seller, category, price_paise=10_000_00)
        rental = factories.ad(db, seller, category, ad_type=AdType.RENT)
        session = AccountSession(account_id=buyer.id, token_hash="0" * 64, expires_at=clock.now() + timedelta(days=1))
        factories.save(db, session)
        return Scene(
            factories.actor(buyer, session_id=session.id), factories.actor(seller), sale.id, rental.id, clock.now()
        )


def _enquire(db: Session, scene: Scene) -> None:
    rentals.enquire(db, scene.buyer, scene.rental, scene.at + timedelta(days=1), scene.at + timedelta(days=2))


def _report(db: Session, scene: Scene) -> None:
    moderation.report(db, scene.buyer, ReportDraft(target="ad", target_id=scene.sale, reason="scam"))


def _close(db: Session, scene: Scene) -> None:
    day = f"{scene.at + timedelta(days=5):%Y-%m-%d}"
    rentals.close_dates(db, scene.seller, scene.rental, rentals.PeriodDraft(starts_at=day, ends_at=day))


def _subscribe(db: Session, scene: Scene) -> None:
    content.subscribe(db, scene.buyer, "reader@example.org")


def _want(db: Session, scene: Scene) -> None:
    kind = db.exec(select(Subcategory.id)).one()
    draft = wanted.WantedDraft(title="Sofa", ad_type="sell", subcategory_id=kind, city="Pune", state="Maharashtra")
    wanted.create(db, scene.buyer, draft)


# The table that has one row afterwards, and the call that is sent several times.
CREATIONS: list[tuple[type[SQLModel], Callable[[Session, Scene], object]]] = [
    (Enquiry, _enquire),
    (Offer, lambda db, scene: deals.make_offer(db, scene.buyer, scene.sale, 8000)),
    (Block, lambda db, scene: chat.block(db, scene.buyer, scene.seller.account_id or "")),
    (WishlistItem, lambda db, scene: wishlist.add(db, scene.buyer, scene.sale)),
    (SavedSearch, lambda db, scene: saved_searches.save_search(db, scene.buyer, SearchQuery(keyword="sofa"))),
    (SavedSearch, lambda db, scene: saved_searches.follow(db, scene.buyer, scene.seller.account_id)),
    (Report, _report),
    (NewsletterSubscriber, _subscribe),
    (PushSubscription, lambda db, scene: subscribe(db, scene.buyer, BROWSER)),
    (ContactReveal, lambda db, scene: ads.reveal_contact(db, scene.buyer, scene.sale)),
    (AdDraftSave, lambda db, scene: ads.save_draft(db, scene.seller, {"name": "Sofa"})),
    (CalendarBlock, _close),
    (WantedAd, _want),
    (Grievance, lambda db, scene: grievances.file_grievance(db, scene.buyer, COMPLAINT)),
]


@pytest.mark.parametrize(("table", "create"), CREATIONS, ids=lambda one: getattr(one, "__name__", ""))
def test_what_is_sent_at_once_is_stored_once(shared, monkeypatch, table, create):
    scene = _scene()
    barrier = threading.Barrier(PARALLEL)

    def send(_number: int) -> None:
        barrier.wait()
        try:
            with database.unit_of_work() as db:
                create(db, scene)
        except MarketplaceError:
            # As the second of two in a row, or too many.
            pass

    with ThreadPoolExecutor(PARALLEL) as pool:
        list(pool.map(send, range(PARALLEL)))
    with database.new_session() as db:
        assert db.exec(select(func.count()).select_from(table)).one() == 1


def test_one_calendar_address_is_valid(shared):
    """Each new one revokes the one before."""
    scene = _scene()
    barrier = threading.Barrier(PARALLEL)

    def open_feed(_number: int) -> None:
        barrier.wait()
        with database.unit_of_work() as db:
            rentals.open_feed(db, scene.buyer)

    with ThreadPoolExecutor(PARALLEL) as pool:
        list(pool.map(open_feed, range(PARALLEL)))
    with database.new_session() as db:
        valid = col(CalendarFeed.revoked_at).is_(None)
        assert db.exec(select(func.count()).select_from(CalendarFeed).where(valid)).one() == 1
