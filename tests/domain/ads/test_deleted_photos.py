"""Photos of deleted ads go, unless somebody's record refers to the ad."""

from datetime import timedelta

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import ads, media
from marketplace.integrations.storage import get_store
from marketplace.jobs import schedule
from marketplace.models import (
    Account,
    Category,
    Deal,
    DealStatus,
    Enquiry,
    Offer,
    OfferStatus,
    Report,
    ReportTarget,
    Upload,
)
from tests import factories
from tests.background import run_jobs
from tests.domain.ads import drafting
from tests.domain.media import corpus


@pytest.fixture
def seller(db: Session) -> Account:
    return factories.seller(db)


@pytest.fixture
def category(db: Session) -> Category:
    return factories.category(db)


def photo(db: Session, seller: Account, height: int) -> str:
    """The id of a photo from before the day of grace of new uploads."""
    made = media.store_image(db, factories.actor(seller), "a.jpg", corpus.jpeg(300, height))
    db.get_one(Upload, made.id).created_at = clock.now() - timedelta(days=2)
    db.commit()
    return made.id


def is_stored(db: Session, upload_id: str, digest: str) -> bool:
    db.expire_all()
    in_store = get_store().read(media.image_key(digest, 300)) is not None
    assert in_store is (db.get(Upload, upload_id) is not None)
    return in_store


def test_photos_of_a_deleted_ad_go(db: Session, seller: Account, category: Category):
    upload_id, kept_id = photo(db, seller, 91), photo(db, seller, 92)
    digest, kept = (db.get_one(Upload, each).digest for each in (upload_id, kept_id))
    ad = drafting.live(db, seller, category, image_ids=[upload_id, kept_id])
    drafting.live(db, seller, category, image_ids=[kept_id])
    run_jobs(db)
    assert is_stored(db, upload_id, digest)
    ads.delete(db, factories.actor(seller), ad.id)
    db.commit()
    run_jobs(db)
    assert not is_stored(db, upload_id, digest)
    # Another ad shows this one.
    assert is_stored(db, kept_id, kept)


def _offer(db: Session, ad_id: str, seller: Account) -> list:
    until = clock.now() - timedelta(days=1)
    parties = {"ad_id": ad_id, "buyer_id": factories.buyer(db).id, "seller_id": seller.id, "price_paise": 100}
    offer = Offer(**parties, status=OfferStatus.DECLINED, expires_at=until)
    factories.save(db, offer)
    return [offer, Deal(**parties, offer_id=offer.id, status=DealStatus.DONE, reserved_until=until)]


def _enquiry(db: Session, ad_id: str, seller: Account) -> list:
    now = clock.now()
    dates = {"pickup_at": now, "drop_at": now + timedelta(days=1)}
    return [Enquiry(ad_id=ad_id, buyer_id=factories.buyer(db).id, seller_id=seller.id, **dates)]


def _report(db: Session, ad_id: str, seller: Account) -> list:
    return [Report(target=ReportTarget.AD, target_id=ad_id, reason="fraud", reporter_id=factories.buyer(db).id)]


@pytest.mark.parametrize("record", [_offer, _enquiry, _report, None], ids=["deal", "enquiry", "report", "moderator"])
def test_photos_that_a_record_refers_to_stay(db: Session, seller: Account, category: Category, record):
    upload_id = photo(db, seller, 93)
    digest = db.get_one(Upload, upload_id).digest
    ad = drafting.live(db, seller, category, image_ids=[upload_id])
    if record:
        factories.save(db, *record(db, ad.id, seller))
        ads.delete(db, factories.actor(seller), ad.id)
    else:
        ads.delete(db, factories.actor(factories.admin(db)), ad.id, reason="Counterfeit goods")
    db.commit()
    run_jobs(db)
    assert schedule._remove_orphans(db) == 0
    assert is_stored(db, upload_id, digest)
