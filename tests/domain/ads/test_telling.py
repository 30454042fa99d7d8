"""Saved searches hear of an ad whichever way it comes into the lists, comes back into them or changes there."""

from datetime import timedelta

import pytest
from sqlmodel import Session, select

from marketplace import clock, upkeep
from marketplace.domain import accounts, ads, jobs, search
from marketplace.models import Account, Ad, AdStatus, Notice, SavedSearch
from tests import factories


@pytest.fixture
def desk(db: Session):
    return factories.actor(factories.admin(db))


@pytest.fixture
def seller(db: Session) -> Account:
    return factories.seller(db)


def watch(db: Session, ago: timedelta = timedelta(0), **asked: str) -> Account:
    """Somebody who saved a search, just now or so long ago."""
    buyer = factories.buyer(db)
    saved = search.save_search(db, factories.actor(buyer), search.parse_query(asked or {"keyword": "sofa"}))
    row = db.get(SavedSearch, saved.id)
    assert row
    row.created_at -= ago
    factories.save(db, row)
    return buyer


@pytest.fixture
def ad(db: Session, seller: Account) -> Ad:
    """One that has been live for a day."""
    made = factories.ad(db, seller, factories.category(db), name="Teak sofa", price_paise=10_000_00)
    made.approved_at = clock.now() - timedelta(days=1)
    factories.save(db, made)
    return made


def told(db: Session, account: Account) -> list[str]:
    """What the account was told of, after all that was promised is done."""
    db.commit()
    jobs.run_due(upkeep.HANDLERS)
    db.expire_all()
    return list(db.exec(select(Notice.kind).where(Notice.account_id == account.id).order_by(Notice.id)))


def revise(db: Session, actor, ad: Ad, **changes: object) -> None:
    ads.revise(db, actor, ad.id, ads.to_draft(ads.get(db, actor, ad.id)).model_copy(update=changes))


def test_an_admins_lower_price_counts_at_once(db: Session, desk, ad):
    knowing, waiting = watch(db), watch(db, keyword="sofa under 9000")
    search.match_saved(db, ad.id)
    revise(db, desk, ad, price=8_000)
    assert told(db, knowing) == ["saved_search_ad", "saved_search_cheaper"]
    assert told(db, waiting) == ["saved_search_ad"]


def test_an_admins_change_of_what_an_ad_says(db: Session, desk, ad):
    buyer = watch(db, keyword="harmonium")
    revise(db, desk, ad, name="Harmonium")
    assert told(db, buyer) == ["saved_search_ad"]


def test_a_change_that_waits_is_not_told(db: Session, desk, seller, ad):
    buyer = watch(db, keyword="harmonium")
    revise(db, factories.actor(seller), ad, name="Harmonium")
    assert told(db, buyer) == []
    # Something of the seller's waits, so the admin's change waits in its place.
    revise(db, desk, ad, name="Old harmonium")
    assert told(db, buyer) == []
    ads.approve(db, desk, ad.id)
    assert told(db, buyer) == ["saved_search_ad"]


def test_relisted_after_a_sale(db: Session, seller, ad):
    before = watch(db)
    ads.mark_sold(db, factories.actor(seller), ad.id)
    meanwhile = watch(db)
    ads.relist(db, factories.actor(seller), ad.id)
    assert told(db, meanwhile) == ["saved_search_ad"]
    # The list showed it when that search was saved.
    assert told(db, before) == []


def test_sold_before_anybody_was_told(db: Session, desk, seller):
    buyer, made = watch(db), pending(db, seller)
    ads.approve(db, desk, made.id)
    ads.mark_sold(db, factories.actor(seller), made.id)
    assert told(db, buyer) == []
    ads.relist(db, factories.actor(seller), made.id)
    assert told(db, buyer) == ["saved_search_ad"]


def test_renewed_after_its_end(db: Session, seller, ad):
    ad.expires_at = clock.now() - timedelta(hours=1)
    factories.save(db, ad)
    before = watch(db, timedelta(hours=2))
    ads.expire_due(db)
    meanwhile = watch(db)
    ads.renew(db, factories.actor(seller), ad.id)
    assert (told(db, before), told(db, meanwhile)) == ([], ["saved_search_ad"])


def test_renewed_while_it_is_live(db: Session, seller, ad):
    buyer = watch(db)
    ads.renew(db, factories.actor(seller), ad.id)
    assert told(db, buyer) == []


def test_featured(db: Session, desk, ad):
    wanting, other = watch(db, featured="true"), watch(db)
    ads.set_featured(db, desk, ad.id, True)
    assert (told(db, wanting), told(db, other)) == (["saved_search_ad"], [])
    late = watch(db, featured="false", keyword="sofa")
    ads.set_featured(db, desk, ad.id, False)
    assert told(db, late) == ["saved_search_ad"]


def test_given_to_another_seller(db: Session, desk, ad):
    other = factories.seller(db)
    following, any_sofa = watch(db, sellerId=other.id), watch(db)
    search.save_search(db, factories.actor(other), search.parse_query({"sellerId": other.id}))
    revise(db, desk, ad, seller_id=other.id)
    assert told(db, following) == ["saved_search_ad"]
    assert "saved_search_ad" not in told(db, any_sofa) + told(db, other)


def test_saved_while_the_seller_was_suspended(db: Session, desk, seller, ad):
    before = watch(db)
    accounts.suspend(db, desk, seller.id, "Under review")
    meanwhile = watch(db)
    accounts.restore(db, desk, seller.id)
    assert (told(db, before), told(db, meanwhile)) == ([], ["saved_search_ad"])


def test_hidden_with_its_seller_and_given_to_another(db: Session, desk, seller, ad):
    before = watch(db)
    accounts.suspend(db, desk, seller.id, "Under review")
    meanwhile = watch(db)
    draft = ads.to_draft(ads.get_for_review(db, desk, ad.id))
    ads.revise(db, desk, ad.id, draft.model_copy(update={"seller_id": factories.seller(db).id}))
    assert (told(db, before), told(db, meanwhile)) == ([], ["saved_search_ad"])


def test_many_at_a_time_until_all_are_told(db: Session, ad, monkeypatch):
    monkeypatch.setattr(upkeep, "_TOLD_AT_ONCE", 2)
    people = [watch(db) for _ in range(5)]
    ads.approve(db, factories.actor(factories.admin(db)), pending(db, factories.seller(db)).id)
    assert [told(db, person) for person in people] == [["saved_search_ad"]] * 5


def pending(db: Session, seller: Account) -> Ad:
    return factories.ad(db, seller, factories.category(db), name="Cane sofa", status=AdStatus.PENDING)
