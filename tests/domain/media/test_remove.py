"""Tests of removing uploads and deleting unused bytes."""

from datetime import timedelta

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import NotFound, NotSignedIn
from marketplace.domain import media
from marketplace.domain.views import Photo
from marketplace.integrations.storage import get_store
from marketplace.jobs import schedule
from marketplace.models import AdDraftSave, Job, Testimonial, Upload
from tests import factories
from tests.domain.media import corpus

_DAY = timedelta(hours=24)


def bytes_of(photo: Photo) -> bytes | None:
    return get_store().read(media.key_of_file(photo.url.rpartition("/")[2]) or "")


def age(db: Session, photo: Photo, by: timedelta) -> None:
    row = db.get_one(Upload, photo.id)
    row.created_at = clock.now() - by
    factories.save(db, row)


def upload(db: Session, width: int, owner: Actor | None = None) -> Photo:
    photo = media.store_image(db, owner or factories.actor(factories.seller(db)), "a.jpg", corpus.jpeg(width, 77))
    db.commit()
    return photo


def test_only_the_owner_removes(db: Session):
    photo = upload(db, 201)
    with pytest.raises(NotSignedIn):
        media.remove_upload(db, ANONYMOUS, photo.url)
    with pytest.raises(NotFound):
        media.remove_upload(db, factories.actor(factories.seller(db)), photo.url)
    with pytest.raises(NotFound):
        media.remove_upload(db, factories.actor(factories.seller(db)), "nonsense")


def test_removal_deletes_the_bytes_after_the_commit(db: Session):
    owner = factories.actor(factories.seller(db))
    photo = upload(db, 202, owner)
    media.remove_upload(db, owner, photo.url)
    (job,) = db.exec(select(Job).where(Job.kind == "media.remove_orphans")).all()
    assert job.kind in schedule.HANDLERS
    assert media.remove_orphans(db, older_than=_DAY) == 1
    assert bytes_of(photo) is not None
    db.commit()
    assert bytes_of(photo) is None
    assert db.get(Upload, photo.id) is None


def test_bytes_shared_with_another_account_stay(db: Session):
    owner = factories.actor(factories.seller(db))
    photo, same = upload(db, 203, owner), upload(db, 203)
    assert photo.url == same.url
    media.remove_upload(db, owner, photo.id)
    assert media.remove_orphans(db, older_than=_DAY) == 1
    db.commit()
    assert bytes_of(photo) is not None


def test_unused_uploads_are_deleted_after_a_day(db: Session):
    owner = factories.seller(db)
    actor = factories.actor(owner)
    fresh, forgotten, shown, drafted = (upload(db, width, actor) for width in (204, 205, 206, 207))
    factories.save(
        db,
        Testimonial(name="Asha", description="Good.", image_id=shown.id),
        AdDraftSave(seller_id=owner.id, content={"image_ids": [drafted.id]}),
    )
    for photo in (forgotten, shown, drafted):
        age(db, photo, timedelta(days=2))
    media.remove_upload(db, actor, shown.url)
    db.commit()
    assert media.remove_orphans(db, older_than=_DAY) == 1
    db.commit()
    assert bytes_of(forgotten) is None
    for photo in (fresh, shown, drafted):
        assert bytes_of(photo) is not None


def test_uploads_of_drafts_do_not_block_the_cleanup(db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("marketplace.domain.media.service._BATCH", 2)
    owner = factories.seller(db)
    actor = factories.actor(owner)
    drafted = [upload(db, width, actor) for width in (211, 212, 213)]
    forgotten = [upload(db, width, actor) for width in (214, 215, 216)]
    factories.save(db, AdDraftSave(seller_id=owner.id, content={"photos": [{"id": photo.id} for photo in drafted]}))
    for photo in (*drafted, *forgotten):
        age(db, photo, timedelta(days=2))
    batches = []
    while count := media.remove_orphans(db, older_than=_DAY):
        batches.append(count)
    db.commit()
    assert batches == [2, 1]
    assert {row.id for row in db.exec(select(Upload))} == {photo.id for photo in drafted}


def test_a_rollback_keeps_the_bytes(db: Session):
    owner = factories.actor(factories.seller(db))
    photo = upload(db, 208, owner)
    media.remove_upload(db, owner, photo.url)
    media.remove_orphans(db, older_than=_DAY)
    db.rollback()
    db.commit()
    assert bytes_of(photo) is not None


def test_bytes_without_an_upload_are_swept(db: Session):
    kept = upload(db, 209)
    stray = media.prepare_image(factories.actor(factories.seller(db)), corpus.jpeg(210, 77))
    media.put_image(stray)
    get_store().put("other/readme.txt", b"not ours", "text/plain")
    assert media.remove_strays(older_than=_DAY) == 0
    assert media.remove_strays(older_than=-_DAY) >= 2
    assert bytes_of(kept) is not None
    assert bytes_of(media.make_photo(stray.digest, stray.width, stray.height)) is None
    assert get_store().read("other/readme.txt") == b"not ours"
