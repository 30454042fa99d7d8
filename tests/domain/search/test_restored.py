"""Ads approved while their seller is suspended: searches hear of them once the seller is back, and once only."""

import pytest
from sqlmodel import Session, select

from marketplace import upkeep
from marketplace.domain import accounts, ads, jobs, search
from marketplace.domain.search import SearchQuery
from marketplace.models import AdStatus, Cadence, Notice, OutboxMail
from tests import factories


@pytest.fixture
def desk(db: Session):
    return factories.actor(factories.admin(db))


@pytest.fixture
def seller(db: Session):
    return factories.seller(db)


@pytest.fixture
def buyer(db: Session):
    made = factories.buyer(db)
    search.save_search(db, factories.actor(made), SearchQuery(keyword="sofa"), cadence=Cadence.AT_ONCE)
    db.commit()
    return made


def settle(db: Session) -> None:
    db.commit()
    jobs.run_due(upkeep.HANDLERS)
    db.expire_all()


def told(db: Session, account) -> list[str]:
    return [
        notice.link for notice in db.exec(select(Notice).where(Notice.account_id == account.id).order_by(Notice.id))
    ]


def test_approved_meanwhile(db: Session, desk, seller, buyer):
    ad = factories.ad(db, seller, factories.category(db), name="Teak sofa", status=AdStatus.PENDING)
    accounts.suspend(db, desk, seller.id, "Under review")
    ads.approve(db, desk, ad.id)
    settle(db)
    assert told(db, buyer) == []
    accounts.restore(db, desk, seller.id)
    settle(db)
    assert told(db, buyer) == [f"/products/{ad.id}"]
    assert [mail.to for mail in db.exec(select(OutboxMail)) if mail.purpose == "alert"] == [buyer.email]


def test_once_however_often_the_seller_comes_back(db: Session, desk, seller, buyer):
    ad = factories.ad(db, seller, factories.category(db), name="Teak sofa", status=AdStatus.PENDING)
    for _ in range(3):
        accounts.suspend(db, desk, seller.id, "Under review")
        if ad.status is AdStatus.PENDING:
            ads.approve(db, desk, ad.id)
        settle(db)
        accounts.restore(db, desk, seller.id)
        settle(db)
    assert told(db, buyer) == [f"/products/{ad.id}"]


def test_a_cheaper_version_approved_meanwhile(db: Session, desk, seller, buyer):
    ad = factories.ad(db, seller, factories.category(db), name="Teak sofa", price_paise=1_000_00)
    search.match_saved(db, ad.id)
    draft = ads.to_draft(ads.get(db, factories.actor(seller), ad.id))
    ads.revise(db, factories.actor(seller), ad.id, draft.model_copy(update={"price": 800}))
    accounts.suspend(db, desk, seller.id, "Under review")
    ads.approve(db, desk, ad.id)
    settle(db)
    accounts.restore(db, desk, seller.id)
    settle(db)
    kinds = [notice.kind for notice in db.exec(select(Notice).where(Notice.account_id == buyer.id))]
    assert sorted(kinds) == ["saved_search_ad", "saved_search_cheaper"]


def test_what_was_on_offer_before_is_no_news_then(db: Session, desk, seller):
    old = factories.ad(db, seller, factories.category(db), name="Teak sofa")
    old.approved_at = old.created_at.replace(year=2020)
    factories.save(db, old)
    late = factories.buyer(db)
    search.save_search(db, factories.actor(late), SearchQuery(keyword="sofa"), cadence=Cadence.AT_ONCE)
    accounts.suspend(db, desk, seller.id, "Under review")
    accounts.restore(db, desk, seller.id)
    settle(db)
    assert told(db, late) == []


def test_what_was_taken_back_meanwhile_is_not_told(db: Session, desk, seller, buyer):
    ad = factories.ad(db, seller, factories.category(db), name="Teak sofa", status=AdStatus.PENDING)
    accounts.suspend(db, desk, seller.id, "Under review")
    ads.approve(db, desk, ad.id)
    ads.delete(db, desk, ad.id)
    accounts.restore(db, desk, seller.id)
    settle(db)
    assert told(db, buyer) == []
