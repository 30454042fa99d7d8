from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Conflict, Forbidden, Gone, Invalid, MarketplaceError, NotFound, NotSignedIn
from marketplace.db.database import unit_of_work
from marketplace.domain import ads, search, wishlist
from marketplace.models import Ad, AuditEntry, Notification, OutboxMail, WishlistItem
from tests import factories
from tests.background import run_jobs
from tests.domain.ads.drafting import draft, live, pending


@pytest.mark.parametrize("made", [None, factories.buyer, factories.seller])
def test_only_admins_decide(db: Session, made):
    actor = factories.actor(made(db)) if made else ANONYMOUS
    ad = pending(db, factories.seller(db), factories.category(db))
    refusal = Forbidden if made else NotSignedIn
    with pytest.raises(refusal):
        ads.approve(db, actor, ad.id)
    with pytest.raises(refusal):
        ads.reject(db, actor, ad.id, "No.")
    with pytest.raises(refusal):
        ads.set_featured(db, actor, ad.id, True)
    with pytest.raises(refusal):
        ads.list_for_review(db, actor)


def test_the_owner_cannot_approve(db: Session):
    seller = factories.seller(db)
    ad = pending(db, seller, factories.category(db))
    with pytest.raises(Forbidden):
        ads.approve(db, factories.actor(seller), ad.id)


def test_an_ad_is_checked_if_an_admin_approved_its_live_version(db: Session):
    seller = factories.seller(db)
    ad = pending(db, seller, factories.category(db))
    assert not ads.get(db, factories.actor(seller), ad.id).checked
    ads.approve(db, factories.actor(factories.admin(db)), ad.id)
    assert ads.get(db, ANONYMOUS, ad.id).checked
    unread = factories.ad(db, seller, factories.category(db))
    assert not ads.get(db, ANONYMOUS, unread.id).checked, "nobody decided on it"


def test_approval_lists_the_ad_and_notifies_the_seller(db: Session):
    seller = factories.seller(db)
    admin = factories.actor(factories.admin(db))
    ad = pending(db, seller, factories.category(db))
    approved = ads.approve(db, admin, ad.id, version=1)
    assert approved.status == "approved"
    assert approved.is_new
    assert approved.expires_at is not None
    assert ad.id in search.find_live_cards(db, ANONYMOUS, [ad.id])
    entry = db.exec(select(AuditEntry)).one()
    assert (entry.action, entry.actor_id, entry.target_id) == ("ad.approve", admin.account_id, ad.id)
    assert (entry.before["status"], entry.after["status"]) == ("pending", "approved")
    assert db.exec(select(Notification)).one().kind == "ad_approved"
    mail = db.exec(select(OutboxMail)).one()
    assert mail.to == seller.email
    assert f"/products/{ad.id}" in mail.text


def test_rejection_needs_a_note_and_mails_it_with_an_edit_link(db: Session):
    seller = factories.seller(db)
    admin = factories.actor(factories.admin(db))
    ad = pending(db, seller, factories.category(db))
    for note, message in (("  ", "say why"), ("x" * 1001, "at most 1000")):
        with pytest.raises(Invalid, match=message):
            ads.reject(db, admin, ad.id, note)
    with pytest.raises(Invalid, match="at most 40"):
        ads.reject(db, admin, ad.id, "No.", reason="x" * 41)
    rejected = ads.reject(db, admin, ad.id, "The photos are blurred.", reason="photos")
    assert (rejected.status, rejected.note, rejected.reason_code) == ("rejected", "The photos are blurred.", "photos")
    notice = db.exec(select(Notification)).one()
    assert (notice.kind, notice.link) == ("ad_rejected", f"/seller/edit/product/{ad.id}")
    mail = db.exec(select(OutboxMail)).one()
    assert "The photos are blurred." in mail.text
    assert f"/seller/edit/product/{ad.id}" in mail.text


def test_unknown_and_decided_ads_cannot_be_decided(db: Session):
    admin = factories.actor(factories.admin(db))
    seller, category = factories.seller(db), factories.category(db)
    with pytest.raises(NotFound):
        ads.approve(db, admin, "nonsense")
    ad = live(db, seller, category)
    with pytest.raises(Conflict, match="already been reviewed"):
        ads.approve(db, admin, ad.id)
    with pytest.raises(Conflict, match="already been reviewed"):
        ads.reject(db, admin, ad.id, "No.", version=1)
    ads.delete(db, factories.actor(seller), ad.id)
    with pytest.raises(Gone):
        ads.approve(db, admin, ad.id)


def test_only_a_read_version_can_be_approved(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    admin = factories.actor(factories.admin(db))
    ad = pending(db, seller, category)
    ads.revise(db, factories.actor(seller), ad.id, draft(category, name="Changed while the admin read"))
    for verb in (
        lambda: ads.approve(db, admin, ad.id, version=1),
        lambda: ads.reject(db, admin, ad.id, "No.", version=1),
    ):
        with pytest.raises(Conflict, match="changed since"):
            verb()
    assert ads.approve(db, admin, ad.id, version=2).name == "Changed while the admin read"


def test_an_approved_change_replaces_the_live_version(db: Session):
    seller, category, buyer = factories.seller(db), factories.category(db), factories.buyer(db)
    admin = factories.actor(factories.admin(db))
    ad = live(db, seller, category, price=1000)
    wishlist.add(db, factories.actor(buyer), ad.id)
    before = db.get(Ad, ad.id)
    assert before is not None
    first, expires = before.first_approved_at, before.expires_at
    ads.revise(db, factories.actor(seller), ad.id, draft(category, price=1000, discount=50))
    ads.approve(db, admin, ad.id)
    assert search.find_live_cards(db, ANONYMOUS, [ad.id])[ad.id].price_text == "₹500"
    db.refresh(before)
    assert (before.first_approved_at, before.expires_at) == (first, expires)
    run_jobs(db)
    kinds = {(notice.account_id, notice.kind) for notice in db.exec(select(Notification))}
    assert (seller.id, "ad_change_approved") in kinds
    assert (buyer.id, "price_dropped") in kinds


def test_a_price_rise_sends_no_notification(db: Session):
    seller, category, buyer = factories.seller(db), factories.category(db), factories.buyer(db)
    ad = live(db, seller, category, price=1000)
    factories.save(db, WishlistItem(buyer_id=buyer.id, ad_id=ad.id, ad_name=ad.name))
    ads.revise(db, factories.actor(seller), ad.id, draft(category, price=1001))
    ads.approve(db, factories.actor(factories.admin(db)), ad.id)
    assert db.exec(select(Notification).where(Notification.account_id == buyer.id)).all() == []


def test_featuring_is_logged_once_and_shows_in_lists(db: Session):
    seller = factories.seller(db)
    admin = factories.actor(factories.admin(db))
    ad = live(db, seller, factories.category(db))
    for _ in range(2):
        assert ads.set_featured(db, admin, ad.id, True).featured
    assert search.find_live_cards(db, ANONYMOUS, [ad.id])[ad.id].featured
    assert not ads.set_featured(db, admin, ad.id, False).featured
    actions = db.exec(select(AuditEntry.after).where(AuditEntry.action == "ad.feature").order_by(AuditEntry.id)).all()
    assert actions == [{"featured": True}, {"featured": False}]


def test_the_queue_is_oldest_first_and_other_lists_newest_first(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    admin = factories.actor(factories.admin(db))
    old, new = pending(db, seller, category), pending(db, seller, category)
    assert [ad.id for ad in ads.list_for_review(db, admin, status="pending").items] == [old.id, new.id]
    assert [ad.id for ad in ads.list_for_review(db, admin).items] == [new.id, old.id]
    assert ads.list_for_review(db, admin, status="approved").total == 0
    with pytest.raises(Invalid):
        ads.list_for_review(db, admin, status="lost")


def test_of_two_concurrent_decisions_one_conflicts(crowd: Session):
    seller, category = factories.seller(crowd), factories.category(crowd)
    admins = [factories.actor(factories.admin(crowd)) for _ in range(2)]
    for _ in range(5):
        ad = pending(crowd, seller, category)
        barrier = Barrier(2)

        def decide(actor: Actor, ad_id: str = ad.id, barrier: Barrier = barrier) -> str:
            barrier.wait()
            try:
                with unit_of_work() as db:
                    if actor is admins[0]:
                        return ads.approve(db, actor, ad_id).status
                    return ads.reject(db, actor, ad_id, "No.").status
            except MarketplaceError as error:
                return type(error).__name__

        with ThreadPoolExecutor(2) as pool:
            outcomes = list(pool.map(decide, admins))
        assert outcomes.count("Conflict") == 1
        crowd.expire_all()
        assert ads.get(crowd, factories.actor(seller), ad.id).status in outcomes


def test_a_concurrent_change_is_never_approved(crowd: Session):
    seller, category = factories.seller(crowd), factories.category(crowd)
    admin, owner = factories.actor(factories.admin(crowd)), factories.actor(seller)
    for _ in range(5):
        ad = pending(crowd, seller, category, name="Seen")
        barrier = Barrier(2)

        def approve(ad_id: str = ad.id, barrier: Barrier = barrier) -> None:
            barrier.wait()
            with suppress(Conflict), unit_of_work() as db:
                ads.approve(db, admin, ad_id, version=1)

        def change(ad_id: str = ad.id, barrier: Barrier = barrier) -> None:
            barrier.wait()
            with unit_of_work() as db:
                ads.revise(db, owner, ad_id, draft(category, name="Unseen"))

        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(approve), pool.submit(change)]:
                done.result()
        crowd.expire_all()
        assert ads.get(crowd, owner, ad.id).name == "Unseen"
        # Live or not, the change waits.
        assert crowd.get_one(Ad, ad.id).review_waiting_since
        with suppress(NotFound):
            assert ads.get(crowd, ANONYMOUS, ad.id).name == "Seen"
