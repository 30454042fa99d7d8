"""Message photos served by the API."""

from types import SimpleNamespace

from fastapi.testclient import TestClient

from marketplace.domain import chat, media
from marketplace.domain.media import service
from tests import factories
from tests.domain.media.corpus import jpeg
from tests.turns import Elsewhere, reader_gets_through, while_asked


def test_slow_store_blocks_no_request(crowd, api_app, monkeypatch):
    buyer, seller = factories.buyer(crowd), factories.seller(crowd)
    upload = media.store_image(crowd, factories.actor(buyer), "sofa.jpg", jpeg(640, 480))
    message = chat.send(crowd, factories.actor(buyer), seller.id, "", photo_ids=[upload.id])
    headers = factories.bearer(crowd, seller)
    crowd.commit()
    elsewhere = Elsewhere()
    monkeypatch.setattr(service, "get_store", lambda: SimpleNamespace(read=lambda _key: elsewhere.answer(b"photo")))
    address = f"/api/messages/photos/{message.id}/{upload.id}-640.webp"
    client = TestClient(api_app)
    with while_asked(elsewhere, lambda: client.get(address, headers=headers), monkeypatch) as answers:
        assert reader_gets_through()
    assert answers[0].content == b"photo"
