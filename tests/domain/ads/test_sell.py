from datetime import timedelta

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict
from marketplace.domain import ads, search
from marketplace.models import Ad, Notification, OutboxMail, WishlistItem
from marketplace.settings import get_settings
from tests import factories
from tests.background import run_jobs
from tests.domain.ads.drafting import draft, live, pending


def row(db: Session, ad_id: str) -> Ad:
    db.expire_all()
    found = db.get(Ad, ad_id)
    assert found is not None
    return found


def test_a_sold_ad_leaves_the_lists_and_its_audience_is_notified(db: Session, published: list):
    seller, buyer = factories.seller(db), factories.buyer(db)
    ad = live(db, seller, factories.category(db))
    factories.save(db, WishlistItem(buyer_id=buyer.id, ad_id=ad.id, ad_name=ad.name))
    assert ads.mark_sold(db, factories.actor(seller), ad.id).status == "sold"
    assert search.find_live_cards(db, ANONYMOUS, [ad.id]) == {}
    run_jobs(db)
    assert db.exec(select(Notification.kind).where(Notification.account_id == buyer.id)).all() == ["ad_sold"]
    assert ads.find_cards(db, factories.actor(buyer), [ad.id])[ad.id].status == "sold"


def test_relisting_restores_the_ad_and_its_waiting_change(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    owner, admin = factories.actor(seller), factories.actor(factories.admin(db))
    ad = live(db, seller, category, name="Old")
    ads.revise(db, owner, ad.id, draft(category, name="New"))
    ads.mark_sold(db, owner, ad.id)
    assert ads.list_for_review(db, admin, status="pending").total == 0
    with pytest.raises(Conflict):
        ads.approve(db, admin, ad.id)
    ads.relist(db, owner, ad.id)
    assert search.find_live_cards(db, ANONYMOUS, [ad.id])[ad.id].name == "Old"
    assert [waiting.id for waiting in ads.list_for_review(db, admin, status="pending").items] == [ad.id]
    assert row(db, ad.id).review_waiting_since is not None
    assert row(db, ad.id).sold_at is None


def test_expiry_takes_ads_off_the_lists_and_renewal_puts_them_back(db: Session, monkeypatch: pytest.MonkeyPatch):
    seller, category = factories.seller(db), factories.category(db)
    ad = live(db, seller, category)
    pending(db, seller, category)
    assert ads.expire_due(db) == 0
    later = clock.now() + timedelta(days=get_settings().ad_lifetime_days, minutes=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert ads.expire_due(db) == 1
    assert ads.expire_due(db) == 0
    assert row(db, ad.id).status == "expired"
    assert search.find_live_cards(db, ANONYMOUS, [ad.id]) == {}
    assert "ad_expired" in db.exec(select(Notification.kind).where(Notification.account_id == seller.id)).all()
    assert ads.renew(db, factories.actor(seller), ad.id).status == "approved"
    assert row(db, ad.id).expires_at == later + timedelta(days=get_settings().ad_lifetime_days)
    assert ad.id in search.find_live_cards(db, ANONYMOUS, [ad.id])


def test_a_seller_is_reminded_once_in_each_period(db: Session, monkeypatch: pytest.MonkeyPatch):
    seller = factories.seller(db)
    ad = live(db, seller, factories.category(db))
    settings = get_settings()
    assert ads.remind_expiring(db) == 0
    soon = clock.now() + timedelta(days=settings.ad_lifetime_days - settings.expiry_reminder_days, minutes=1)
    monkeypatch.setattr(clock, "now", lambda: soon)
    assert [ads.remind_expiring(db), ads.remind_expiring(db)] == [1, 0]
    mails = db.exec(select(OutboxMail).where(OutboxMail.to == seller.email).order_by(OutboxMail.id)).all()
    assert f"/seller/ads?renew={ad.id}" in mails[-1].text
    assert mails[-1].text.startswith(f"Hello {seller.name},")
    links = db.exec(select(Notification.link).where(Notification.kind == "ad_expiring")).all()
    assert links == [f"/seller/ads?renew={ad.id}"]
    ads.renew(db, factories.actor(seller), ad.id)
    assert ads.remind_expiring(db) == 0
    assert row(db, ad.id).expiry_reminded_at is None
