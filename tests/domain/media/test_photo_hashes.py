"""Hashes of photos: made once for each upload, found by distance, deleted with it."""

from datetime import timedelta
from random import Random

import pytest
from sqlmodel import select

from benchmarks import trust_photos
from marketplace.domain import media
from marketplace.domain.media import fingerprints
from marketplace.models import PhotoHash, Upload
from tests import factories
from tests.background import run_jobs
from tests.domain.media.corpus import encoded, jpeg

# The pictures are drawn once, not once for each process.
pytestmark = pytest.mark.xdist_group("drawn pictures")


@pytest.fixture(scope="module")
def named():
    return list(trust_photos.draw_pictures(60))


def uploaded(db, picture):
    owner = factories.actor(factories.seller(db))
    return media.store_image(db, owner, "a.jpg", picture if isinstance(picture, bytes) else encoded(picture))


def stored(db, made):
    owner = factories.buyer(db)
    upload = factories.upload(db, owner)
    factories.save(db, media.photo_hashes.make_row(upload.id, made))
    return upload.id


def test_an_upload_is_hashed_by_a_job_once(db, named):
    photo = uploaded(db, named[0][1])
    assert media.list_fingerprints(db, [photo.id]) == {}
    run_jobs(db)
    own = media.fingerprint(named[0][1])
    [(upload_id, made)] = media.list_fingerprints(db, [photo.id]).items()
    assert upload_id == photo.id
    assert own is not None
    assert own.resembles(made, media.RESENT)
    media.hash_now([photo.id])
    assert len(db.exec(select(PhotoHash)).all()) == 1


def test_two_processes_may_hash_the_same_photo(db, named, monkeypatch):
    photo = uploaded(db, named[0][1])
    media.hash_now([photo.id])
    # What the second process read before the first one committed.
    monkeypatch.setattr(media.photo_hashes, "_hashed", lambda *_: set())
    media.hash_now([photo.id])
    assert len(db.exec(select(PhotoHash)).all()) == 1


def test_photos_without_contrast_match_nothing(db):
    plain = encoded(trust_photos.Image.new("RGB", (640, 480), "white"))
    first, second = uploaded(db, plain), uploaded(db, plain)
    run_jobs(db)
    assert len(db.exec(select(PhotoHash)).all()) == 2
    assert media.list_fingerprints(db, [first.id, second.id]) == {}
    assert media.list_copies(db, media.Fingerprint(0, bytes(48)), media.COPY) == []


def test_earlier_photos_are_hashed_in_batches(db, monkeypatch):
    monkeypatch.setattr(media.photo_hashes, "_BATCH", 2)
    ids = [uploaded(db, jpeg(300 + 20 * number, 200)).id for number in range(3)]
    assert [media.hash_missing() for _ in range(3)] == [2, 1, 0]
    assert media.list_fingerprints(db, ids).keys() == set(ids)


def test_a_photo_whose_bytes_are_gone_is_not_tried_again(db):
    lost = factories.upload(db, factories.seller(db))
    db.commit()
    assert media.hash_missing() == 1
    assert media.hash_missing() == 0
    assert media.list_fingerprints(db, [lost.id]) == {}


def test_unknown_photos_have_no_hash(db):
    assert media.hash_now(["", "x", "01M7YH44H3FVMP4547R0ZWQBC3"]) == 0
    assert db.exec(select(PhotoHash)).all() == []


def test_a_hash_keeps_no_photo_alive(db):
    photo = uploaded(db, jpeg())
    run_jobs(db)
    assert media.remove_orphans(db, older_than=timedelta(0)) == 1
    assert db.exec(select(PhotoHash)).all() == []
    assert db.get(Upload, photo.id) is None


def test_the_lookup_is_equal_to_comparing_all(db):
    rng = Random(5)
    centre = rng.getrandbits(64)
    prints = {}
    for _ in range(150):
        flips = rng.sample(range(64), rng.randrange(25))
        made = media.Fingerprint(centre ^ sum(1 << flip for flip in flips), bytes([rng.choice((0, 5, 90))] * 48))
        prints[stored(db, made)] = made
    for most in (0, 1, media.RESENT, 7, media.COPY):
        for wanted in (media.Fingerprint(centre, bytes(48)), rng.choice(list(prints.values()))):
            near = {photo.upload_id for photo in media.list_copies(db, wanted, most)}
            assert near == {upload_id for upload_id, made in prints.items() if wanted.resembles(made, most)}


def test_the_nearest_comes_first(db):
    made = media.Fingerprint(0, bytes(48))
    far, near = (stored(db, media.Fingerprint(bits, bytes(48))) for bits in (0b111, 0b1))
    assert media.list_copies(db, made, media.COPY) == [(near, 1), (far, 3)]


def test_other_colours_are_another_photo():
    one = media.Fingerprint(5, bytes([100] * 48))
    assert one.resembles(media.Fingerprint(5, bytes([106] * 48)), 0)
    assert not one.resembles(media.Fingerprint(5, bytes([107] * 48)), 64)


def test_bands_join_to_the_hash():
    rng = Random(6)
    for bits in (0, 2**64 - 1, 1, 2**63, *(rng.getrandbits(64) for _ in range(20))):
        assert fingerprints.join(fingerprints.split(bits)) == bits


def test_copies_are_found_and_other_photos_are_not(named):
    found = trust_photos.share_found([picture for _, picture in named])
    assert min(found.values()) >= trust_photos.GOAL_FOUND - 0.05
    assert trust_photos.share_false(named)[0] < trust_photos.GOAL_FALSE_MATCHES
