"""Message photos served by the API."""

from types import SimpleNamespace

from marketplace.domain import chat, media
from marketplace.domain.media import stored_images
from tests import factories
from tests.client import TestClient
from tests.domain.media.corpus import jpeg
from tests.slow_service import SlowService, other_reader_is_served, while_waiting


def test_slow_store_blocks_no_request(crowd, api_app, monkeypatch):
    buyer, seller = factories.buyer(crowd), factories.seller(crowd)
    upload = media.store_image(crowd, factories.actor(buyer), "sofa.jpg", jpeg(640, 480))
    # The first phase of sending has a connection of its own.
    crowd.commit()
    message = chat.send(crowd, factories.actor(buyer), seller.id, "", photo_ids=[upload.id])
    headers = factories.bearer(crowd, seller)
    crowd.commit()
    slow = SlowService()
    monkeypatch.setattr(stored_images, "get_store", lambda: SimpleNamespace(read=lambda _key: slow.answer(b"photo")))
    address = f"/api/messages/photos/{message.id}/{upload.id}-640.webp"
    client = TestClient(api_app)
    with while_waiting(slow, lambda: client.get(address, headers=headers), monkeypatch) as answers:
        assert other_reader_is_served()
    assert answers[0].content == b"photo"
