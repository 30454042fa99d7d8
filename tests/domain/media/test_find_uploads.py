"""Naming one's own uploads."""

from sqlmodel import Session

from marketplace.core import ids
from marketplace.domain import media
from tests import factories
from tests.domain.media import corpus


def test_only_the_owners_in_the_order_asked(db: Session):
    owner = factories.actor(factories.seller(db))
    other = factories.actor(factories.seller(db))
    first = media.store_image(db, owner, "1.jpg", corpus.jpeg(40, 30))
    second = media.store_image(db, owner, "2.jpg", corpus.jpeg(50, 30))
    file = media.store_document(db, owner, "3.pdf", corpus.PDF)
    foreign = media.store_image(db, other, "4.jpg", corpus.jpeg(60, 30))
    refs = [
        second.url,
        f"https://market.example.org{file.url}",
        foreign.id,
        foreign.url,
        first.id,
        first.url,
        ids.new_id(),
        "javascript:alert(1)",
        "/media/../secret_key",
        "",
    ]
    found = media.find_uploads(db, owner.account_id or "", refs)
    assert [upload.id for upload in found] == [second.id, file.id, first.id]


def test_any_size_of_a_photo_names_it(db: Session):
    owner = factories.actor(factories.seller(db))
    photo = media.store_image(db, owner, "1.jpg", corpus.jpeg(900, 600))
    assert [each.id for each in media.find_uploads(db, owner.account_id or "", [photo.thumb_url()])] == [photo.id]


def test_a_photo_stored_twice_is_found_by_both_ids(db: Session):
    owner = factories.actor(factories.seller(db))
    first = media.store_image(db, owner, "1.jpg", corpus.jpeg(40, 30))
    second = media.store_image(db, owner, "1.jpg", corpus.jpeg(40, 30))
    found = media.find_uploads(db, owner.account_id or "", [first.id, second.id])
    assert [each.id for each in found] == [first.id, second.id]


def test_removed_uploads_are_not_found(db: Session):
    owner = factories.actor(factories.seller(db))
    photo = media.store_image(db, owner, "1.jpg", corpus.jpeg(40, 30))
    media.remove_upload(db, owner, photo.url)
    assert media.find_uploads(db, owner.account_id or "", [photo.id, photo.url]) == []


def test_a_photo_is_made_from_its_digest_alone():
    photo = media.make_photo("ab" * 32, 600, 450, id="x", name="sofa")
    assert photo.url == f"/media/{'ab' * 32}-600.webp"
    assert photo.thumb_url() == f"/media/{'ab' * 32}-160.webp"
    assert photo.widths == (160, 400, 600)
