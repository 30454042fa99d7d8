"""Public URLs of photos stop working once a message was sent with them."""

from datetime import timedelta

import pytest

from marketplace.domain import ads, chat, media
from marketplace.domain.media import naming
from marketplace.http.media import make_media_app
from marketplace.integrations.storage import get_store
from marketplace.models import AdDraftSave, Upload
from tests import factories
from tests.background import run_jobs
from tests.client import TestClient
from tests.domain.media.corpus import jpeg

WIDTHS = (160, 400, 640)


@pytest.fixture
def pair(db):
    return factories.buyer(db), factories.seller(db)


@pytest.fixture
def public():
    return TestClient(make_media_app())


def stored(db, owner, shade=0):
    return media.store_image(db, factories.actor(owner), "sofa.jpg", jpeg(640, 480 + shade))


def sent(db, sender, receiver, *photos):
    message = chat.send(db, factories.actor(sender), receiver.id, "", photo_ids=[photo.id for photo in photos])
    db.commit()
    return message


def addresses(photo):
    base = photo.url.removeprefix("/media").rpartition("-")[0]
    return [f"{base}-{width}.webp" for width in WIDTHS]


def test_the_old_url_closes_and_both_parties_still_see_it(db, pair, public):
    photo = stored(db, pair[0], 1)
    assert {public.get(each).status_code for each in addresses(photo)} == {200}
    message = sent(db, *pair, photo)
    run_jobs(db)
    assert {public.get(each).status_code for each in addresses(photo)} == {404}
    for account in pair:
        for width in WIDTHS:
            found = chat.get_photo(db, factories.actor(account), message.id, photo.id, width)
            assert media.read_image(found)[8:12] == b"WEBP"


def test_no_public_url_serves_hidden_bytes(db, pair, public):
    photo = stored(db, pair[0], 2)
    sent(db, *pair, photo)
    run_jobs(db)
    upload = db.get_one(Upload, photo.id)
    for key in naming.keys_of(upload):
        assert get_store().read(key) is not None
        assert public.get(f"/{key.rpartition('/')[2]}").status_code == 404


def test_readable_during_the_move(db, pair):
    """A reader that loads the row before the move and the bytes after it gets the image."""
    photo = stored(db, pair[0], 3)
    message = sent(db, *pair, photo)
    before = db.get_one(Upload, photo.id).digest
    run_jobs(db)
    upload = db.get_one(Upload, photo.id)
    upload.digest = before
    factories.save(db, upload)
    assert media.read_image(chat.get_photo(db, factories.actor(pair[1]), message.id, photo.id, 640))


def test_hide_is_idempotent(db, pair, public):
    photo = stored(db, pair[0], 4)
    first = sent(db, *pair, photo)
    run_jobs(db)
    digest = db.get_one(Upload, photo.id).digest
    second = sent(db, *pair, photo)
    run_jobs(db)
    assert db.get_one(Upload, photo.id).digest == digest
    for message in (first, second):
        assert media.read_image(chat.get_photo(db, factories.actor(pair[1]), message.id, photo.id, 640))
    assert public.get(addresses(photo)[0]).status_code == 404


def test_photos_of_ads_stay_public(db, pair, public):
    buyer, seller = pair
    photo, drafted = stored(db, seller, 5), stored(db, seller, 6)
    draft = ads.AdDraft(name="Sofa", ad_type="sell", category_id=factories.category(db).id, image_ids=[photo.id])
    ads.submit(db, factories.actor(seller), draft)
    factories.save(db, AdDraftSave(seller_id=seller.id, content={"images": [{"id": drafted.id}]}))
    sent(db, seller, buyer, photo, drafted)
    run_jobs(db)
    for each in (photo, drafted):
        assert public.get(addresses(each)[0]).status_code == 200


def test_the_same_bytes_of_another_account_stay(db, pair, public):
    photo, other = stored(db, pair[0], 7), stored(db, pair[1], 7)
    assert photo.url == other.url
    message = sent(db, *pair, photo)
    run_jobs(db)
    assert public.get(addresses(other)[0]).status_code == 200
    assert media.read_image(chat.get_photo(db, factories.actor(pair[1]), message.id, photo.id, 640))
    assert db.get_one(Upload, photo.id).digest != db.get_one(Upload, other.id).digest


def test_a_sent_photo_is_for_messages_only(db, pair):
    """An ad that showed it would make it public again."""
    photo = stored(db, pair[1], 8)
    sent(db, pair[1], pair[0], photo)
    run_jobs(db)
    assert media.find_uploads(db, pair[1].id, [photo.id]) == []
    assert [found.id for found in media.find_uploads(db, pair[1].id, [photo.id], hidden=True)] == [photo.id]


def test_hidden_bytes_are_not_swept(db, pair):
    photo = stored(db, pair[0], 9)
    sent(db, *pair, photo)
    run_jobs(db)
    media.remove_strays(older_than=timedelta(days=-1))
    assert get_store().read(naming.keys_of(db.get_one(Upload, photo.id))[0])
