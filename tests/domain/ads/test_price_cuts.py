"""A lower price within the bound that an administrator sets is live at once."""

import pytest
from sqlmodel import Session, select

from marketplace.core import events
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotSignedIn
from marketplace.domain import ads, search
from marketplace.models import Ad, AdStatus, AdVersion, AuditEntry, Notification, Review, WishlistItem
from tests import factories
from tests.background import run_jobs
from tests.domain.ads.drafting import draft, live, pending


@pytest.fixture
def scene(db: Session):
    class Scene:
        seller, category = factories.seller(db), factories.category(db)
        owner, admin = factories.actor(seller), factories.actor(factories.admin(db))
        ad = live(db, seller, category, price=1000)

    return Scene


def _revise(db: Session, scene, **values):
    return ads.revise(db, scene.owner, scene.ad.id, draft(scene.category, **({"price": 1000} | values)))


def _is_live(db: Session, scene, price_text: str) -> bool:
    """Whether everyone sees the price, and nothing waits."""
    row = db.get_one(Ad, scene.ad.id)
    shown = search.find_live_cards(db, ANONYMOUS, [row.id])[row.id].price_text
    return shown == price_text and row.live_version_id == row.submitted_version_id and not row.review_waiting_since


def test_it_has_the_consequences_of_an_approved_change(db: Session, scene, published: list):
    buyer = factories.buyer(db)
    factories.save(db, WishlistItem(buyer_id=buyer.id, ad_id=scene.ad.id, ad_name="Sofa", lowest_told_paise=1_000_00))
    events.publish(db)
    published.clear()
    changed = _revise(db, scene, price=900)
    events.publish(db)
    assert (changed.status, changed.change, changed.checked) == ("approved", None, True)
    assert _is_live(db, scene, "₹900")
    assert [event.subject for event in published if event.topic == "ads"] == [scene.ad.id]
    run_jobs(db)
    notice = db.exec(select(Notification).where(Notification.account_id == buyer.id)).one()
    assert (notice.kind, notice.values["price"]) == ("price_dropped", "₹900")
    assert ads.find_price_drop(db, ANONYMOUS, scene.ad.id).now_text == "₹900"
    entry = db.exec(select(AuditEntry).where(AuditEntry.action == "ad.lower_price")).one()
    assert (entry.actor_id, entry.before["price_paise"], entry.after["price_paise"]) == (
        scene.seller.id,
        100_000,
        90_000,
    )
    version = db.exec(select(AdVersion).where(AdVersion.ad_id == scene.ad.id, AdVersion.number == 2)).one()
    assert (version.review, version.decided_by) == (Review.APPROVED, None)


@pytest.mark.parametrize(
    "values",
    [
        {"price": 599},
        {"price": 1001},
        {"price": ""},
        {"price": 0},
        {"price": 900, "name": "Other"},
        {"price": 900, "ad_type": "rent"},
        {"discount": 41},
        # A higher price with a discount only looks like a bargain.
        {"price": 5000, "discount": 82},
    ],
)
def test_other_changes_wait(db: Session, scene, values: dict):
    assert _revise(db, scene, **values).change.review == "waiting"
    assert not _is_live(db, scene, "₹900")


def test_the_bound_itself_and_discounts_are_live_at_once(db: Session, scene):
    _revise(db, scene, price=900, discount=10)
    assert _is_live(db, scene, "₹810")
    _revise(db, scene, price=600)
    assert _is_live(db, scene, "₹600")


def test_many_small_steps_do_not_get_around_the_bound(db: Session, scene):
    for price in (800, 640, 601):
        _revise(db, scene, price=price)
        assert _is_live(db, scene, f"₹{price}")
    assert _revise(db, scene, price=590).change.review == "waiting"
    ads.approve(db, scene.admin, scene.ad.id)
    _revise(db, scene, price=400)
    assert _is_live(db, scene, "₹400")


def test_not_after_a_rejection_nor_beside_a_waiting_change(db: Session, scene):
    _revise(db, scene, name="Other")
    assert _revise(db, scene, price=900).change.review == "waiting"
    ads.reject(db, scene.admin, scene.ad.id, "No.")
    assert _revise(db, scene, price=900).change.review == "waiting"
    # Submitting the live content withdraws the change, and the rejection stays the last decision.
    assert _revise(db, scene).change is None
    assert _revise(db, scene, price=900).change.review == "waiting"
    ads.approve(db, scene.admin, scene.ad.id)
    _revise(db, scene, price=800)
    assert _is_live(db, scene, "₹800")


def test_only_live_ads(db: Session, scene):
    expired = db.get_one(Ad, scene.ad.id)
    expired.status = AdStatus.EXPIRED
    db.flush()
    assert _revise(db, scene, price=900).change.review == "waiting"
    new = pending(db, scene.seller, scene.category, price=1000)
    assert ads.revise(db, scene.owner, new.id, draft(scene.category, price=900)).status == "pending"


def test_bulk_prices_follow_the_same_rule(db: Session, scene):
    other = live(db, scene.seller, scene.category, price=1000)
    assert ads.change_many(db, scene.owner, [scene.ad.id, other.id], "price", percent=-40).done == 2
    assert _is_live(db, scene, "₹600")
    ads.change_many(db, scene.owner, [other.id], "price", percent=-10)
    assert ads.get(db, scene.owner, other.id).change.review == "waiting"


def test_an_administrator_sets_the_bound(db: Session, scene):
    moderator = factories.actor(factories.moderator(db))
    assert ads.get_price_cut_bound(db, moderator) == 40
    for actor, error in ((ANONYMOUS, NotSignedIn), (scene.owner, Forbidden), (moderator, Forbidden)):
        with pytest.raises(error):
            ads.set_price_cut_bound(db, actor, 10)
    for odd in (-1, 91, "", "many", None, 1.5, True):
        with pytest.raises(Invalid):
            ads.set_price_cut_bound(db, scene.admin, odd)
    assert ads.set_price_cut_bound(db, scene.admin, "10") == 10
    assert _revise(db, scene, price=899).change.review == "waiting"
    _revise(db, scene)
    _revise(db, scene, price=900)
    assert _is_live(db, scene, "₹900")
    assert ads.set_price_cut_bound(db, scene.admin, 0) == 0
    assert _revise(db, scene, price=899).change.review == "waiting"
    entries = db.exec(select(AuditEntry).where(AuditEntry.action == "settings.change").order_by(AuditEntry.id)).all()
    assert [(each.before, each.after) for each in entries] == [
        ({"price_cut_percent": 40}, {"price_cut_percent": 10}),
        ({"price_cut_percent": 10}, {"price_cut_percent": 0}),
    ]
