"""Notifications and mails to buyers about price drops and sales of saved ads."""

import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotFound
from marketplace.domain import accounts, ads, moderation, wishlist
from marketplace.domain.accounts.schemas import ProfileDraft
from marketplace.models import Account, AccountStatus, Notification, OutboxMail
from tests import factories
from tests.background import run_jobs


@pytest.fixture
def seller(db: Session) -> Account:
    return factories.seller(db)


@pytest.fixture
def ad(db: Session, seller: Account):
    shelf = factories.category(db)
    return factories.ad(db, seller, shelf, name="Teak sofa", price_paise=1_000_00)


def saver(db: Session, ad, **values) -> Account:
    buyer = factories.buyer(db, **values)
    wishlist.add(db, factories.actor(buyer), ad.id)
    return buyer


def reprice(db: Session, seller: Account, ad, price: float) -> None:
    admin = factories.actor(factories.admin(db))
    draft = ads.to_draft(ads.get(db, admin, ad.id))
    ads.revise(db, admin, ad.id, draft.model_copy(update={"price": price}))
    run_jobs(db)


def mails(db: Session, purpose: str = "wishlist") -> list[OutboxMail]:
    return list(db.exec(select(OutboxMail).where(OutboxMail.purpose == purpose).order_by(OutboxMail.id)))


def test_price_drops_notify_and_rises_do_not(db: Session, seller, ad):
    buyer = saver(db, ad)
    for price in (900, 950, 900, 895, 880.5):
        reprice(db, seller, ad, price)
    told = db.exec(select(Notification).where(Notification.account_id == buyer.id)).all()
    assert [notice.kind for notice in told] == ["price_dropped", "price_dropped"]
    first, second = mails(db)
    assert (first.to, first.subject) == (buyer.email, "Price drop: Teak Sofa")
    assert "dropped from ₹1,000 to ₹900" in first.text
    assert "dropped from ₹900 to ₹880.50" in second.text
    assert f"/products/{ad.id}" in first.text


def test_a_sale_notifies(db: Session, seller, ad):
    buyer = saver(db, ad)
    saver(db, ad, status=AccountStatus.ACTIVE, wants_wishlist_mail=False)
    factories.buyer(db)
    ads.mark_sold(db, factories.actor(seller), ad.id)
    run_jobs(db)
    assert [notice.kind for notice in db.exec(select(Notification))] == ["ad_sold", "ad_sold"]
    assert [(mail.to, mail.subject) for mail in mails(db)] == [(buyer.email, "Sold: Teak Sofa")]


def test_one_click_unsubscribe_and_resubscribe(db: Session, seller, ad):
    buyer, other = saver(db, ad), saver(db, ad)
    reprice(db, seller, ad, 900)
    headers = next(mail.headers for mail in mails(db) if mail.to == buyer.email)
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    token = headers["List-Unsubscribe"].split("token=")[1].rstrip(">")
    for wrong in ("", ".", "x", token[:-1], f"{other.id}.{token.split('.')[1]}"):
        with pytest.raises(NotFound):
            wishlist.MAILS.stop(db, ANONYMOUS, wrong)
    wishlist.MAILS.stop(db, ANONYMOUS, token)
    wishlist.MAILS.stop(db, ANONYMOUS, token)
    reprice(db, seller, ad, 800)
    assert [mail.to for mail in mails(db)].count(buyer.email) == 1
    accounts.update_profile(db, factories.actor(buyer), buyer.id, ProfileDraft(wants_wishlist_mail=True))
    reprice(db, seller, ad, 700)
    assert [mail.to for mail in mails(db)].count(buyer.email) == 2
    assert [mail.to for mail in mails(db)].count(other.email) == 3


def suspended(db: Session, seller: Account):
    """An admin who has just suspended the seller."""
    desk = factories.actor(factories.admin(db))
    accounts.suspend(db, desk, seller.id, "Under review")
    return desk


def test_a_drop_during_a_suspension_notifies_after_it(db: Session, seller, ad):
    buyer = saver(db, ad)
    draft = ads.to_draft(ads.get(db, factories.actor(seller), ad.id))
    ads.revise(db, factories.actor(seller), ad.id, draft.model_copy(update={"price": 900, "title": "Cheaper now"}))
    desk = suspended(db, seller)
    ads.approve(db, desk, ad.id)
    run_jobs(db)
    assert mails(db) == db.exec(select(Notification).where(Notification.account_id == buyer.id)).all() == []
    moderation.restore_account(db, desk, seller.id)
    run_jobs(db)
    (mail,) = mails(db)
    assert "dropped from ₹1,000 to ₹900" in mail.text
    suspended(db, seller)
    moderation.restore_account(db, desk, seller.id)
    run_jobs(db)
    assert len(mails(db)) == 1


@pytest.mark.parametrize(("last", "told"), [(900, ["dropped from ₹950 to ₹900"]), (960, [])])
def test_several_changes_during_a_suspension_send_one_notification(db: Session, seller, ad, last, told):
    saver(db, ad)
    reprice(db, seller, ad, 950)
    before, desk = len(mails(db)), suspended(db, seller)
    for price in (700, 990, last):
        draft = ads.to_draft(ads.get_for_review(db, desk, ad.id))
        ads.revise(db, desk, ad.id, draft.model_copy(update={"price": price}))
    run_jobs(db)
    assert len(mails(db)) == before
    moderation.restore_account(db, desk, seller.id)
    run_jobs(db)
    late = mails(db)[before:]
    assert len(late) == len(told)
    assert all(words in mail.text for words, mail in zip(told, late, strict=True))


def test_a_drop_notifies_when_another_seller_takes_over(db: Session, seller, ad):
    saver(db, ad)
    desk = suspended(db, seller)
    draft = ads.to_draft(ads.get_for_review(db, desk, ad.id))
    ads.revise(db, desk, ad.id, draft.model_copy(update={"price": 900}))
    ads.revise(db, desk, ad.id, draft.model_copy(update={"price": 900, "seller_id": factories.seller(db).id}))
    run_jobs(db)
    assert ["dropped from ₹1,000 to ₹900" in mail.text for mail in mails(db)] == [True]
