"""Tests of chat.get_photo: photos of messages are private to the two parties."""

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotFound, NotSignedIn
from marketplace.domain import chat, media, moderation
from tests import factories
from tests.domain.media.corpus import jpeg


@pytest.fixture
def pair(db):
    return factories.buyer(db), factories.seller(db)


def _sent(db, sender, receiver):
    upload = media.store_image(db, factories.actor(sender), "sofa.jpg", jpeg(640, 480))
    return chat.send(db, factories.actor(sender), receiver.id, "", photo_ids=[upload.id]), upload


def test_strangers_and_admins_see_none(db, pair):
    message, upload = _sent(db, *pair)
    with pytest.raises(NotSignedIn):
        chat.get_photo(db, ANONYMOUS, message.id, upload.id, 640)
    for account in (factories.buyer(db), factories.seller(db), factories.admin(db)):
        with pytest.raises(NotFound):
            chat.get_photo(db, factories.actor(account), message.id, upload.id, 640)


def test_admins_see_those_of_a_conversation_that_was_reported(db, pair):
    message, upload = _sent(db, *pair)
    stranger = factories.seller(db)
    other, unreported = _sent(db, pair[0], stranger)
    desk = factories.actor(factories.admin(db))
    draft = moderation.ReportDraft(target="conversation", target_id=message.conversation_id, reason="scam")
    moderation.report(db, factories.actor(pair[1]), draft)
    (found,) = moderation.list_reports(db, desk).items
    (said,) = moderation.get_report(db, desk, found.id).messages
    assert [photo.url for photo in said.photos] == [f"/api/messages/photos/{message.id}/{upload.id}-640.webp"]
    assert media.read_image(chat.get_photo(db, desk, message.id, upload.id, 640))
    for asked in ((other.id, unreported.id), (message.id, unreported.id), (other.id, upload.id)):
        with pytest.raises(NotFound):
            chat.get_photo(db, desk, *asked, 640)
    with pytest.raises(NotFound):
        chat.get_photo(db, factories.actor(stranger), message.id, upload.id, 640)


def test_both_sides_see_every_size(db, pair):
    message, upload = _sent(db, *pair)
    for account in pair:
        for width in (160, 400, 640):
            data = media.read_image(chat.get_photo(db, factories.actor(account), message.id, upload.id, width))
            assert data[8:12] == b"WEBP"


def test_urls_do_not_reveal_the_storage_key(db, pair):
    message, upload = _sent(db, *pair)
    (photo,) = message.photos
    said = photo.model_dump_json()
    assert "/media/" not in said
    assert upload.url.removeprefix("/media/")[:64] not in said
    assert photo.url == f"/api/messages/photos/{message.id}/{upload.id}-640.webp"


def test_photos_of_withheld_messages_are_visible_to_the_sender_only(db, pair):
    buyer, seller = pair
    chat.block(db, factories.actor(seller), buyer.id)
    message, upload = _sent(db, buyer, seller)
    assert media.read_image(chat.get_photo(db, factories.actor(buyer), message.id, upload.id, 160))
    with pytest.raises(NotFound):
        chat.get_photo(db, factories.actor(seller), message.id, upload.id, 160)


@pytest.mark.parametrize("width", [0, -1, 1, 161, 800, 99999])
def test_unknown_sizes_are_not_found(db, pair, width):
    message, upload = _sent(db, *pair)
    with pytest.raises(NotFound):
        chat.get_photo(db, factories.actor(pair[0]), message.id, upload.id, width)


def test_a_photo_of_another_message(db, pair):
    message, _ = _sent(db, *pair)
    stranger = factories.buyer(db)
    other, upload = _sent(db, stranger, pair[1])
    for asked in ((message.id, upload.id), (other.id, upload.id)):
        with pytest.raises(NotFound):
            chat.get_photo(db, factories.actor(pair[0]), *asked, 640)
