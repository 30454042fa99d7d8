import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid, NotFound, NotSignedIn
from marketplace.domain import ads
from marketplace.models import AdVersion, Review, Upload
from tests import factories
from tests.domain.ads.drafting import draft, live, pending


def address(upload: Upload) -> str:
    return f"/media/{upload.digest}-{upload.width}.webp"


def test_only_the_callers_own_files(db: Session):
    photo = factories.upload(db, factories.seller(db))
    with pytest.raises(NotSignedIn):
        ads.remove_image(db, ANONYMOUS, address(photo))
    for stranger in (factories.buyer(db), factories.seller(db), factories.admin(db)):
        for url in (address(photo), "/media/nonsense.webp", ""):
            with pytest.raises(NotFound):
                ads.remove_image(db, factories.actor(stranger), url)


def test_a_waiting_ad_loses_it_and_still_waits(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    owner = factories.actor(seller)
    gone, kept = factories.upload(db, seller), factories.upload(db, seller)
    ad = pending(db, seller, category, image_ids=[gone.id, kept.id])
    ads.remove_image(db, owner, address(gone))
    left = ads.get(db, owner, ad.id)
    assert (left.status, left.version, [photo.id for photo in left.images]) == ("pending", 2, [kept.id])
    with pytest.raises(NotFound):
        ads.remove_image(db, owner, address(gone))
    with pytest.raises(Invalid):
        ads.revise(db, owner, ad.id, draft(category, image_ids=[gone.id]))


def test_a_live_ad_keeps_showing_it_until_the_change_is_decided(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    owner = factories.actor(seller)
    photo = factories.upload(db, seller)
    ad = live(db, seller, category, image_ids=[photo.id])
    ads.remove_image(db, owner, address(photo))
    shown = ads.get(db, owner, ad.id)
    assert (shown.status, shown.change.review, shown.images) == ("approved", "waiting", ())
    assert [shown.id for shown in ads.get(db, ANONYMOUS, ad.id).images] == [photo.id]


def test_a_rejected_ad_stays_rejected(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    photo = factories.upload(db, seller)
    ad = pending(db, seller, category, image_ids=[photo.id])
    ads.reject(db, factories.actor(factories.admin(db)), ad.id, "Blurred.")
    ads.remove_image(db, factories.actor(seller), photo.id)
    left = ads.get(db, factories.actor(seller), ad.id)
    assert (left.status, left.note, left.images) == ("rejected", "Blurred.", ())
    assert set(db.exec(select(AdVersion.review))) == {Review.REJECTED}


def test_a_change_that_only_added_it_is_withdrawn(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    owner = factories.actor(seller)
    ad = live(db, seller, category)
    photo = factories.upload(db, seller)
    ads.revise(db, owner, ad.id, draft(category, image_ids=[photo.id]))
    assert ads.get(db, owner, ad.id).change is not None
    ads.remove_image(db, owner, address(photo))
    # Moderators would see a change without differences.
    assert ads.get(db, owner, ad.id).change is None
