"""One rule decides which falls of a price a person is told of, by whatever way (spec 9.6)."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.domain import ads, price_drops, saved_searches, wishlist
from marketplace.domain.search import SearchQuery
from marketplace.models import Cadence, Notification, OutboxMail, WishlistItem
from tests import factories
from tests.background import run_jobs

FALLS = {"price_dropped", "saved_search_cheaper"}


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_a_drop_is_two_percent_and_ten_rupees(before: int, price: int):
    fall = before - price
    assert price_drops.is_drop(before, price) == (fall >= 10_00 and fall * 100 >= before * 2)


class Scene:
    """A live ad for ₹1,000 with its seller."""

    def __init__(self, db: Session):
        self.db, self.seller = db, factories.seller(db)
        self.admin = factories.actor(factories.admin(db))
        category = factories.category(db)
        self.ad = factories.ad(db, self.seller, category, name="Teak sofa", price_paise=1_000_00)

    def save(self, account) -> None:
        """Save the ad to the wishlist."""
        wishlist.add(self.db, factories.actor(account), self.ad.id)

    def search(self, account, cadence=Cadence.AT_ONCE, **query) -> None:
        """Save a search that finds it, and be told of it."""
        query = query or {"keyword": "sofa"}
        saved_searches.save_search(self.db, factories.actor(account), SearchQuery(**query), cadence=cadence)
        self.db.flush()
        saved_searches.match_ad(self.db, self.ad.id)

    def follow(self, account) -> None:
        """Follow the seller, and be told of the ad."""
        saved_searches.follow(self.db, factories.actor(account), self.seller.id)
        saved_searches.match_ad(self.db, self.ad.id)

    def reprice(self, *prices: float, told: bool = True) -> None:
        """Change the price, as an admin, and tell of it."""
        for price in prices:
            draft = ads.to_draft(ads.get_for_review(self.db, self.admin, self.ad.id))
            ads.revise(self.db, self.admin, self.ad.id, draft.model_copy(update={"price": price}))
            if told:
                run_jobs(self.db)

    def told(self, *accounts) -> list[str]:
        """The price drops that accounts were told of, as kind and price."""
        of = select(Notification).where(col(Notification.account_id).in_([account.id for account in accounts]))
        rows = self.db.exec(of.order_by(Notification.id))
        return [f"{row.kind} {row.values['price']}" for row in rows if row.kind in FALLS]

    def mails(self) -> list[str]:
        """The subjects of mails about prices."""
        subjects = self.db.exec(select(OutboxMail.subject).order_by(OutboxMail.id))
        return [subject for subject in subjects if subject.startswith("Price drop")]


@pytest.fixture
def scene(db: Session) -> Scene:
    return Scene(db)


@pytest.mark.parametrize(
    ("way", "kind"), [("save", "price_dropped"), ("search", "saved_search_cheaper"), ("follow", "saved_search_cheaper")]
)
def test_only_a_new_lowest_price_is_told(scene: Scene, way: str, kind: str):
    buyer = factories.buyer(scene.db)
    getattr(scene, way)(buyer)
    scene.reprice(999.99, 990, 981)
    assert scene.told(buyer) == []
    # Small falls add up.
    scene.reprice(980)
    assert scene.told(buyer) == [f"{kind} ₹980"]
    scene.reprice(1_000, 980, 1_500, 970, 2_000, 965)
    assert scene.told(buyer) == [f"{kind} ₹980"]
    scene.reprice(900)
    assert scene.told(buyer) == [f"{kind} ₹980", f"{kind} ₹900"]


def test_cheap_things_fall_by_ten_rupees(scene: Scene):
    scene.reprice(100)
    saver, searcher = factories.buyer(scene.db), factories.buyer(scene.db)
    scene.save(saver)
    scene.search(searcher)
    scene.reprice(91, 100, 90, 100, 90)
    assert scene.told(saver, searcher) == ["price_dropped ₹90", "saved_search_cheaper ₹90"]


def test_a_person_is_told_of_a_drop_once_by_the_strongest_way(scene: Scene):
    buyer, two, three = (factories.buyer(scene.db) for _ in range(3))
    seller = factories.seller(scene.db, email=buyer.email)
    for account in (buyer, two, three, seller):
        scene.follow(account)
    for account in (buyer, two, seller):
        scene.search(account, Cadence.WEEKLY)
    # Otherwise the mail that waits would tell the lower price.
    saved_searches.send_alerts(scene.db)
    scene.save(buyer)
    scene.reprice(900)
    assert scene.told(buyer, seller) == ["price_dropped ₹900"]
    assert scene.told(two) == scene.told(three) == ["saved_search_cheaper ₹900"]
    names = {row.account_id: row.values["name"] for row in scene.db.exec(select(Notification)) if row.kind in FALLS}
    assert (names[two.id], names[three.id].startswith("Ads by ")) == ("sofa", True)
    # What one way has told counts for the others, also when they are all that is left.
    wishlist.remove(scene.db, factories.actor(buyer), scene.ad.id)
    scene.reprice(950, 900)
    assert scene.told(buyer, seller) == ["price_dropped ₹900"]
    scene.reprice(800)
    assert scene.told(buyer, seller) == ["price_dropped ₹900", "saved_search_cheaper ₹800"]


def test_a_saved_ad_counts_from_the_price_at_which_it_was_saved(scene: Scene):
    buyer = factories.buyer(scene.db)
    scene.save(buyer)
    scene.reprice(800)
    wishlist.remove(scene.db, factories.actor(buyer), scene.ad.id)
    scene.reprice(1_500)
    scene.save(buyer)
    scene.reprice(1_400)
    assert scene.told(buyer) == ["price_dropped ₹800", "price_dropped ₹1,400"]
    item = scene.db.exec(select(WishlistItem)).one()
    assert (item.saved_paise, item.lowest_told_paise) == (1_500_00, 1_400_00)


def test_a_mail_that_waits_is_left_out_when_the_price_has_risen(scene: Scene, monkeypatch):
    buyer = factories.buyer(scene.db)
    scene.search(buyer, Cadence.DAILY)
    saved_searches.send_alerts(scene.db)
    scene.reprice(900)
    scene.reprice(990, told=False)
    later = clock.now() + timedelta(days=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    saved_searches.send_alerts(scene.db)
    assert scene.mails() == []


def test_a_price_in_another_unit_begins_anew(db: Session):
    seller, buyer, searcher = factories.seller(db), factories.buyer(db), factories.buyer(db)
    category = factories.category(db)
    ad = factories.ad(db, seller, category, name="Sofa", ad_type="rent", price_unit="day", price_paise=500_00)
    wishlist.add(db, factories.actor(buyer), ad.id)
    saved_searches.save_search(db, factories.actor(searcher), SearchQuery(keyword="sofa"))
    saved_searches.match_ad(db, ad.id)
    admin = factories.actor(factories.admin(db))
    for price, unit in ((2_000, "week"), (400, "day"), (300, "day")):
        draft = ads.to_draft(ads.get_for_review(db, admin, ad.id))
        ads.revise(db, admin, ad.id, draft.model_copy(update={"price": price, "price_unit": unit}))
        run_jobs(db)
    rows = [row for row in db.exec(select(Notification)) if row.kind in FALLS]
    assert sorted((row.kind, row.values["price"]) for row in rows) == [
        ("price_dropped", "₹300 a day"),
        ("saved_search_cheaper", "₹300 a day"),
    ]
