"""Saved-search alerts for ads that become visible, return or change."""

from datetime import timedelta

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.domain import accounts, ads, jobs, moderation, saved_searches, search
from marketplace.jobs import schedule
from marketplace.models import Account, Ad, AdStatus, Job, Notification, SavedSearch
from tests import factories


@pytest.fixture
def admin(db: Session):
    return factories.actor(factories.admin(db))


@pytest.fixture
def seller(db: Session) -> Account:
    return factories.seller(db)


def searcher(db: Session, ago: timedelta = timedelta(0), **asked: str) -> Account:
    """A buyer who saved a search now or some time ago."""
    buyer = factories.buyer(db)
    saved = saved_searches.save_search(db, factories.actor(buyer), search.parse_query(asked or {"keyword": "sofa"}))
    row = db.get(SavedSearch, saved.id)
    assert row
    row.created_at -= ago
    factories.save(db, row)
    return buyer


@pytest.fixture
def ad(db: Session, seller: Account) -> Ad:
    """An ad that has been live for a day."""
    made = factories.ad(db, seller, factories.category(db), name="Teak sofa", price_paise=10_000_00)
    made.approved_at = clock.now() - timedelta(days=1)
    factories.save(db, made)
    return made


def alerts_of(db: Session, account: Account) -> list[str]:
    """Notifications of the account after all jobs have run."""
    db.commit()
    jobs.run_due(schedule.HANDLERS)
    db.expire_all()
    return list(
        db.exec(select(Notification.kind).where(Notification.account_id == account.id).order_by(Notification.id))
    )


def revise(db: Session, actor, ad: Ad, **changes: object) -> None:
    ads.revise(db, actor, ad.id, ads.to_draft(ads.get(db, actor, ad.id)).model_copy(update=changes))


def test_an_admins_lower_price_alerts_at_once(db: Session, admin, ad):
    knowing, waiting = searcher(db), searcher(db, keyword="sofa under 9000")
    saved_searches.match_ad(db, ad.id)
    revise(db, admin, ad, price=8_000)
    assert alerts_of(db, knowing) == ["saved_search_ad", "saved_search_cheaper"]
    assert alerts_of(db, waiting) == ["saved_search_ad"]


def test_an_admins_change_of_content_alerts(db: Session, admin, ad):
    buyer = searcher(db, keyword="harmonium")
    revise(db, admin, ad, name="Harmonium")
    assert alerts_of(db, buyer) == ["saved_search_ad"]


def test_a_waiting_change_sends_no_alert(db: Session, admin, seller, ad):
    buyer = searcher(db, keyword="harmonium")
    revise(db, factories.actor(seller), ad, name="Harmonium")
    assert alerts_of(db, buyer) == []
    # The seller's change waits, so the admin's change replaces it and waits too.
    revise(db, admin, ad, name="Old harmonium")
    assert alerts_of(db, buyer) == []
    ads.approve(db, admin, ad.id)
    assert alerts_of(db, buyer) == ["saved_search_ad"]


def test_relisted_after_a_sale(db: Session, seller, ad):
    before = searcher(db)
    ads.mark_sold(db, factories.actor(seller), ad.id)
    meanwhile = searcher(db)
    ads.relist(db, factories.actor(seller), ad.id)
    assert alerts_of(db, meanwhile) == ["saved_search_ad"]
    # The list showed it when that search was saved.
    assert alerts_of(db, before) == []


def test_relisted_after_a_sale_before_any_alert(db: Session, admin, seller):
    buyer, made = searcher(db), pending(db, seller)
    ads.approve(db, admin, made.id)
    ads.mark_sold(db, factories.actor(seller), made.id)
    assert alerts_of(db, buyer) == []
    ads.relist(db, factories.actor(seller), made.id)
    assert alerts_of(db, buyer) == ["saved_search_ad"]


def test_renewed_after_its_end(db: Session, seller, ad):
    ad.expires_at = clock.now() - timedelta(hours=1)
    factories.save(db, ad)
    before = searcher(db, timedelta(hours=2))
    ads.expire_due(db)
    meanwhile = searcher(db)
    ads.renew(db, factories.actor(seller), ad.id)
    assert (alerts_of(db, before), alerts_of(db, meanwhile)) == ([], ["saved_search_ad"])


def test_renewed_while_it_is_live(db: Session, seller, ad):
    buyer = searcher(db)
    ads.renew(db, factories.actor(seller), ad.id)
    assert alerts_of(db, buyer) == []


def test_featured(db: Session, admin, ad):
    wanting, other = searcher(db, featured="true"), searcher(db)
    ads.set_featured(db, admin, ad.id, True)
    assert (alerts_of(db, wanting), alerts_of(db, other)) == (["saved_search_ad"], [])
    late = searcher(db, featured="false", keyword="sofa")
    ads.set_featured(db, admin, ad.id, False)
    assert alerts_of(db, late) == ["saved_search_ad"]


def test_given_to_another_seller(db: Session, admin, ad):
    other = factories.seller(db)
    following, any_sofa = searcher(db, sellerId=other.id), searcher(db)
    saved_searches.save_search(db, factories.actor(other), search.parse_query({"keyword": "sofa"}))
    revise(db, admin, ad, seller_id=other.id)
    assert alerts_of(db, following) == ["saved_search_ad"]
    assert "saved_search_ad" not in alerts_of(db, any_sofa) + alerts_of(db, other)


def test_saved_while_the_seller_was_suspended(db: Session, admin, seller, ad):
    before = searcher(db)
    accounts.suspend(db, admin, seller.id, "Under review")
    meanwhile = searcher(db)
    moderation.restore_account(db, admin, seller.id)
    assert (alerts_of(db, before), alerts_of(db, meanwhile)) == ([], ["saved_search_ad"])


def test_a_restored_seller_of_many_ads_makes_nobody_wait_and_all_are_told_of(db: Session, admin, seller, ad):
    for n in range(30):
        factories.ad(db, seller, factories.category(db), name=f"Teak sofa {n}")
    accounts.suspend(db, admin, seller.id, "Under review")
    meanwhile = searcher(db)
    moderation.restore_account(db, admin, seller.id)
    # In the transaction of the moderator, only a few; jobs go on.
    assert len(db.exec(select(Job).where(Job.kind == ads.SEARCH_ALERTS_JOB)).all()) == 25
    # The first run ends with the jobs that were due, the second one does what they left.
    assert len(alerts_of(db, meanwhile)) == 25
    assert len(alerts_of(db, meanwhile)) == 31


def test_hidden_with_its_seller_and_given_to_another(db: Session, admin, seller, ad):
    before = searcher(db)
    accounts.suspend(db, admin, seller.id, "Under review")
    meanwhile = searcher(db)
    draft = ads.to_draft(ads.get_for_review(db, admin, ad.id))
    ads.revise(db, admin, ad.id, draft.model_copy(update={"seller_id": factories.seller(db).id}))
    assert (alerts_of(db, before), alerts_of(db, meanwhile)) == ([], ["saved_search_ad"])


def test_alerts_are_sent_in_batches(db: Session, ad, monkeypatch):
    monkeypatch.setattr(schedule, "_MATCHES_PER_STEP", 2)
    people = [searcher(db) for _ in range(5)]
    ads.approve(db, factories.actor(factories.admin(db)), pending(db, factories.seller(db)).id)
    assert [alerts_of(db, person) for person in people] == [["saved_search_ad"]] * 5


def pending(db: Session, seller: Account) -> Ad:
    return factories.ad(db, seller, factories.category(db), name="Cane sofa", status=AdStatus.PENDING)
