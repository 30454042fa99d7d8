"""What nobody does with their own ads, and is never told of them: in the account that posted them, and in the other one."""

from collections.abc import Callable

import pytest
from sqlmodel import Session, col, select

from marketplace.core.errors import RuleBroken
from marketplace.domain import ads, deals, moderation, saved_searches, wishlist
from marketplace.domain.moderation.schemas import ReportDraft
from marketplace.domain.saved_searches.schemas import SavedSearchView
from marketplace.domain.search import SearchQuery
from marketplace.models import Account, Ad, AdViewCount, Cadence, Notification, OutboxMail, WishlistItem
from tests import factories
from tests.background import run_jobs


class Scene:
    """A person with an account of each kind, their live ad, and a stranger."""

    def __init__(self, db: Session):
        self.db = db
        self.seller = factories.seller(db, email="both@example.org")
        self.buyer = factories.buyer(db, email="both@example.org")
        self.stranger = factories.buyer(db)
        self.admin = factories.actor(factories.admin(db))
        category = factories.category(db)
        self.ad: Ad = factories.ad(db, self.seller, category, name="Teak sofa", price_paise=1_000_00)
        self.own = (self.seller, self.buyer)

    def search(self, account: Account, **query) -> SavedSearchView:
        """Save a search that mails at once."""
        actor = factories.actor(account)
        return saved_searches.save_search(self.db, actor, SearchQuery(**query), cadence=Cadence.AT_ONCE)

    def reprice(self, price: int) -> None:
        """Change the price and tell of it."""
        draft = ads.to_draft(ads.get_for_review(self.db, self.admin, self.ad.id))
        ads.revise(self.db, self.admin, self.ad.id, draft.model_copy(update={"price": price}))
        saved_searches.match_ad(self.db, self.ad.id)

    def told(self, *people: Account) -> list[str]:
        """Return the kinds of these people's notifications, oldest first."""
        ids = [account.id for account in people]
        rows = self.db.exec(select(Notification).where(col(Notification.account_id).in_(ids)).order_by(Notification.id))
        return [row.kind for row in rows]

    def mailed(self) -> list[str]:
        """Addresses that mails of alerts and wishlists went to."""
        mails = self.db.exec(select(OutboxMail.to).where(col(OutboxMail.purpose).in_(["alert", "wishlist"])))
        return sorted(mails)


@pytest.fixture
def scene(db: Session) -> Scene:
    return Scene(db)


def report(db: Session, actor, target: str, target_id: str) -> None:
    moderation.report(db, actor, ReportDraft(target=target, target_id=target_id, reason="spam"))


REFUSED: dict[str, Callable[[Scene, Account], object]] = {
    "wishlist": lambda scene, own: wishlist.add(scene.db, factories.actor(own), scene.ad.id),
    "search": lambda scene, own: scene.search(own, seller_id=scene.seller.id),
    "search with a keyword": lambda scene, own: scene.search(own, seller_id=scene.seller.id, keyword="sofa"),
    "follow": lambda scene, own: saved_searches.follow(scene.db, factories.actor(own), scene.seller.id),
    "report of the ad": lambda scene, own: report(scene.db, factories.actor(own), "ad", scene.ad.id),
    "report of the seller": lambda scene, own: report(scene.db, factories.actor(own), "account", scene.seller.id),
    "contact": lambda scene, own: ads.reveal_contact(scene.db, factories.actor(own), scene.ad.id),
    "offer": lambda scene, own: deals.make_offer(scene.db, factories.actor(own), scene.ad.id, "900"),
}


@pytest.mark.parametrize("action", REFUSED)
def test_the_other_account_does_not_do_it(scene: Scene, action: str):
    # A buyer's account: a seller's has no wishlist and makes no offers.
    with pytest.raises(RuleBroken):
        REFUSED[action](scene, scene.buyer)
    REFUSED[action](scene, scene.stranger)


def test_views_of_the_other_account_are_not_counted(scene: Scene):
    for account in (*scene.own, scene.stranger):
        ads.record_view(scene.db, factories.actor(account), scene.ad.id)
    assert scene.db.exec(select(AdViewCount.count)).one() == 1


def test_neither_account_is_alerted(scene: Scene):
    for account in (*scene.own, scene.stranger):
        scene.search(account, keyword="sofa")
    saved_searches.match_ad(scene.db, scene.ad.id)
    # Kept from before it was refused.
    for buyer in (scene.buyer, factories.buyer(scene.db, email="saver@example.org")):
        factories.save(
            scene.db, WishlistItem(buyer_id=buyer.id, ad_id=scene.ad.id, ad_name="sofa", lowest_told_paise=1_000_00)
        )
    scene.reprice(900)
    run_jobs(scene.db)
    ads.mark_sold(scene.db, factories.actor(scene.seller), scene.ad.id)
    run_jobs(scene.db)
    assert scene.told(*scene.own) == []
    assert scene.told(scene.stranger) == ["saved_search_ad", "saved_search_cheaper"]
    assert scene.mailed() == sorted([scene.stranger.email] * 2 + ["saver@example.org"] * 2)


def test_a_person_with_two_accounts_is_alerted_once(scene: Scene):
    ad = factories.ad(scene.db, factories.seller(scene.db), factories.category(scene.db), name="Cane chair")
    for account in scene.own:
        scene.search(account, keyword="chair")
    assert [saved_searches.match_ad(scene.db, ad.id) for _ in range(2)] == [1, 0]
    assert (scene.told(*scene.own), scene.mailed()) == (["saved_search_ad"], ["both@example.org"])
    # Nor later, by a search of the account that was not told.
    for account in scene.own:
        scene.search(account, keyword="cane")
    saved_searches.match_ad(scene.db, ad.id)
    assert (scene.told(*scene.own), scene.mailed()) == (["saved_search_ad"], ["both@example.org"])


def test_an_ad_that_waits_to_be_mailed_goes_to_a_search_of_the_other_account(scene: Scene):
    ad = factories.ad(scene.db, factories.seller(scene.db), factories.category(scene.db), name="Cane chair")
    searches = [scene.search(account, keyword="chair") for account in scene.own]
    for account, search in zip(scene.own, searches, strict=True):
        saved_searches.change_saved_search(scene.db, factories.actor(account), search.id, cadence=Cadence.DAILY)
    saved_searches.match_ad(scene.db, ad.id)
    told = scene.db.exec(select(Notification)).one()
    account, search = next(pair for pair in zip(scene.own, searches, strict=True) if pair[0].id == told.account_id)
    saved_searches.delete_saved_search(scene.db, factories.actor(account), search.id)
    saved_searches.send_alerts(scene.db)
    assert scene.mailed() == ["both@example.org"]
