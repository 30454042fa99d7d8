import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Gone, Invalid, NotFound, NotSignedIn
from marketplace.domain import ads, search, wishlist
from marketplace.models import Ad, AdStatus, AdVersion, AuditEntry, Notification, Review
from tests import factories
from tests.background import run_jobs
from tests.domain.ads.drafting import draft, live, pending


def reviews(db: Session, ad_id: str) -> list[Review]:
    return list(db.exec(select(AdVersion.review).where(AdVersion.ad_id == ad_id).order_by(AdVersion.number)))


def test_only_the_owner_and_admins(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    shown, hidden = live(db, seller, category), pending(db, seller, category)
    with pytest.raises(NotSignedIn):
        ads.revise(db, ANONYMOUS, shown.id, draft(category))
    for stranger in (factories.seller(db), factories.buyer(db)):
        with pytest.raises(Forbidden):
            ads.revise(db, factories.actor(stranger), shown.id, draft(category))
        with pytest.raises(NotFound):
            ads.revise(db, factories.actor(stranger), hidden.id, draft(category))


def test_a_change_of_a_live_ad_waits_and_the_old_version_stays_in_lists(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = live(db, seller, category, name="Bicycle")
    changed = ads.revise(db, factories.actor(seller), ad.id, draft(category, name="Motorcycle"))
    assert (changed.status, changed.change.review, changed.name) == ("approved", "waiting", "Motorcycle")
    assert search.find_live_cards(db, ANONYMOUS, [ad.id])[ad.id].name == "Bicycle"
    assert reviews(db, ad.id) == [Review.APPROVED, Review.WAITING]


def test_an_unchanged_draft_changes_nothing(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    photo = factories.upload(db, seller)
    ad = live(db, seller, category, image_ids=[photo.id], discount=5, latitude=18.5, longitude=73.8)
    same = draft(category, image_ids=[ad.images[0].url], discount="5", latitude="18.5", longitude="73.80")
    assert ads.revise(db, factories.actor(seller), ad.id, same).status == "approved"
    assert ads.revise(db, factories.actor(seller), ad.id, ads.to_draft(ad)).status == "approved"
    assert reviews(db, ad.id) == [Review.APPROVED]


def test_submitting_the_live_content_withdraws_the_change(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    owner = factories.actor(seller)
    ad = live(db, seller, category)
    ads.revise(db, owner, ad.id, draft(category, name="Something else"))
    assert ads.revise(db, owner, ad.id, draft(category)).status == "approved"
    assert reviews(db, ad.id) == [Review.APPROVED, Review.REPLACED]
    with pytest.raises(Conflict):
        ads.approve(db, factories.actor(factories.admin(db)), ad.id)


def test_a_newer_change_replaces_the_waiting_one_and_keeps_its_place(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = pending(db, seller, category)
    row = db.get(Ad, ad.id)
    assert row is not None
    since = row.review_waiting_since
    ads.revise(db, factories.actor(seller), ad.id, draft(category, name="Second"))
    db.refresh(row)
    assert row.review_waiting_since == since
    assert reviews(db, ad.id) == [Review.REPLACED, Review.WAITING]


def test_resubmitting_a_rejected_ad_goes_to_the_front(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    admin = factories.actor(factories.admin(db))
    rejected = pending(db, seller, category)
    ads.reject(db, admin, rejected.id, "More photos, please.")
    earlier = pending(db, seller, category)
    resubmitted = ads.revise(db, factories.actor(seller), rejected.id, draft(category))
    assert (resubmitted.status, resubmitted.note) == ("pending", "")
    queue = ads.list_for_review(db, admin, status="pending")
    assert [ad.id for ad in queue.items] == [rejected.id, earlier.id]


def test_an_invalid_draft_changes_nothing(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = live(db, seller, category)
    with pytest.raises(Invalid, match="Product name is required"):
        ads.revise(db, factories.actor(seller), ad.id, draft(category, name=""))
    assert ads.get(db, factories.actor(seller), ad.id).status == "approved"


def test_a_sold_ad_must_be_relisted_first(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = factories.ad(db, seller, category, status=AdStatus.SOLD)
    with pytest.raises(Conflict, match="Relist it first"):
        ads.revise(db, factories.actor(seller), ad.id, draft(category))


def test_an_admins_change_of_a_live_ad_is_published_at_once(db: Session):
    seller, category, buyer = factories.seller(db), factories.category(db), factories.buyer(db)
    admin = factories.actor(factories.admin(db))
    ad = live(db, seller, category, price=1000)
    wishlist.add(db, factories.actor(buyer), ad.id)
    assert ads.revise(db, admin, ad.id, draft(category, price=900)).status == "approved"
    assert ads.get(db, ANONYMOUS, ad.id).price_text == "₹900"
    run_jobs(db)
    notice = db.exec(select(Notification).where(Notification.account_id == buyer.id)).one()
    assert (notice.kind, notice.values["price"]) == ("price_dropped", "₹900")
    entry = db.exec(select(AuditEntry).where(AuditEntry.action == "ad.revise")).one()
    assert (entry.before["price_paise"], entry.after["price_paise"]) == (100_000, 90_000)


def test_the_audit_log_names_the_texts_that_an_admin_changed_and_does_not_quote_them(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    admin = factories.actor(factories.admin(db))
    ad = live(db, seller, category, latitude=18.5, longitude=73.8)
    ads.revise(db, admin, ad.id, draft(category, description="Ask for Asha Rao.", latitude=18.7, longitude=73.8))
    entry = db.exec(select(AuditEntry).where(AuditEntry.action == "ad.revise")).one()
    assert entry.after["changed"] == ["description", "latitude"]
    for secret in ("Asha Rao", "smoke-free", "18.5", "18.7"):
        assert secret not in f"{entry.before}{entry.after}"


def test_an_admins_change_does_not_approve_the_sellers_waiting_change(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = live(db, seller, category)
    ads.revise(db, factories.actor(seller), ad.id, draft(category, name="By the seller"))
    admin = factories.actor(factories.admin(db))
    assert ads.revise(db, admin, ad.id, draft(category, name="By the admin")).change.review == "waiting"
    assert ads.get(db, ANONYMOUS, ad.id).name == ad.name


def test_only_an_admin_gives_an_ad_to_another_seller(db: Session):
    seller, other, category = factories.seller(db), factories.seller(db), factories.category(db)
    photo = factories.upload(db, seller)
    ad = live(db, seller, category, image_ids=[photo.id])
    given = ads.to_draft(ad).model_copy(update={"seller_id": other.id})
    with pytest.raises(Forbidden):
        ads.revise(db, factories.actor(seller), ad.id, given)
    admin = factories.actor(factories.admin(db))
    assert ads.revise(db, admin, ad.id, given).seller_id == other.id
    assert search.find_live_cards(db, ANONYMOUS, [ad.id])[ad.id].seller_id == other.id
    # The photo is the first seller's upload; the new owner may keep it.
    kept = ads.to_draft(ad).model_copy(update={"seller_id": "", "name": "Mine now"})
    assert ads.revise(db, factories.actor(other), ad.id, kept).images[0].id == photo.id


def test_a_deleted_ad_is_gone(db: Session, published: list):
    seller, category = factories.seller(db), factories.category(db)
    owner = factories.actor(seller)
    ad = live(db, seller, category)
    ads.delete(db, owner, ad.id)
    assert search.find_live_cards(db, ANONYMOUS, [ad.id]) == {}
    for verb in (lambda: ads.revise(db, owner, ad.id, draft(category)), lambda: ads.delete(db, owner, ad.id)):
        with pytest.raises(Gone):
            verb()
    assert ads.find_cards(db, owner, [ad.id]) == {}


def test_deletion_by_an_admin_is_logged_and_notifies_the_seller(db: Session):
    seller = factories.seller(db)
    ad = live(db, seller, factories.category(db))
    admin = factories.actor(factories.admin(db))
    for odd in ("", "  ", "x" * 1_001):
        with pytest.raises(Invalid):
            ads.delete(db, admin, ad.id, reason=odd)
    ads.delete(db, admin, ad.id, reason="Counterfeit goods")
    entry = db.exec(select(AuditEntry).where(AuditEntry.action == "ad.delete")).one()
    assert (entry.before, entry.after) == ({"status": "approved"}, {"status": "deleted", "note": "Counterfeit goods"})
    told = db.exec(select(Notification).where(Notification.account_id == seller.id)).all()
    assert [each.values["reason"] for each in told if each.kind == "ad_deleted_with_reason"] == ["Counterfeit goods"]


def test_delete_all_of(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    made = [live(db, seller, category), pending(db, seller, category)]
    with pytest.raises(Forbidden):
        ads.delete_all_of(db, factories.actor(factories.seller(db)), seller.id, [ad.id for ad in made])
    assert ads.delete_all_of(db, factories.actor(seller), seller.id, [ad.id for ad in made]) == 2
    assert search.find_live_cards(db, ANONYMOUS, [ad.id for ad in made]) == {}


def test_a_duplicate_waits_for_review(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = live(db, seller, category, image_ids=[factories.upload(db, seller).id], price="99.50")
    with pytest.raises(Forbidden):
        ads.duplicate(db, factories.actor(factories.seller(db)), ad.id)
    copy = ads.duplicate(db, factories.actor(seller), ad.id)
    assert copy.id != ad.id
    assert copy.status == "pending"
    assert (copy.name, copy.images, copy.price_text) == (ad.name, ad.images, "₹99.50")
