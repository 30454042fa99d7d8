"""AI-made photos keep the mark of the tool that made them, and nothing else of their metadata."""

import io

import pytest
from PIL import Image

from marketplace.domain import ads, media, search
from marketplace.domain.media import provenance
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery
from marketplace.integrations.storage import get_store
from marketplace.models import Upload
from tests import factories
from tests.domain.ads.drafting import draft
from tests.domain.media import corpus

TERM = "http://cv.iptc.org/newscodes/digitalsourcetype/{}"
XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description Iptc4xmpExt:DigitalSourceType="{}" secret="1"/></x:xmpmeta>'


def picture(kind: str, term: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (320, 240), "red").save(file, kind, xmp=XMP.format(TERM.format(term)).encode())
    return file.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "WEBP"])
@pytest.mark.parametrize("term", ["trainedAlgorithmicMedia", "compositeWithTrainedAlgorithmicMedia"])
def test_the_mark_is_read_and_written_into_every_size(kind, term):
    prepared = media.decode_image(picture(kind, term))
    assert prepared.ai_made
    for data in prepared.sizes.values():
        stored = Image.open(io.BytesIO(data)).info["xmp"]
        assert TERM.format(term).encode() in stored
        assert b"secret" not in stored


@pytest.mark.parametrize("term", ["digitalCapture", "algorithmicallyEnhanced"])
def test_other_photos_have_no_mark_and_no_metadata(term):
    prepared = media.decode_image(picture("JPEG", term))
    assert not prepared.ai_made
    assert all("xmp" not in Image.open(io.BytesIO(data)).info for data in prepared.sizes.values())
    assert provenance.find_packet(b"") == b""


@pytest.mark.parametrize("ticked", [False, True])
@pytest.mark.parametrize("marked", [False, True])
def test_the_ad_and_its_card_are_labelled_by_the_file_or_by_the_seller(db, ticked, marked):
    seller, category = factories.seller(db), factories.category(db)
    sub = factories.subcategory(db, category)
    own = factories.actor(seller)
    data = picture("JPEG", "trainedAlgorithmicMedia") if marked else corpus.jpeg(320, 240)
    photo = media.store_image(db, own, "lamp.jpg", data)
    made = ads.submit(
        db, own, draft(category_id=category.id, subcategory_id=sub.id, image_ids=[photo.id], ai_photos=ticked)
    )
    ads.approve(db, factories.actor(factories.admin(db)), made.id)
    db.expire_all()
    assert db.get(Upload, photo.id).ai_made is (ticked or marked)
    shown = ads.get(db, own, made.id)
    assert (shown.ai_made, shown.images[0].ai_made) == (ticked or marked, ticked or marked)
    (card,) = search.list_ads(db, own, SearchQuery(), EVERYTHING).items
    assert card.cover.ai_made is (ticked or marked)
    assert get_store().read(media.image_key(db.get(Upload, photo.id).digest, 320))


def test_the_mark_stays(db):
    seller, category = factories.seller(db), factories.category(db)
    sub = factories.subcategory(db, category)
    own = factories.actor(seller)
    photo = media.store_image(db, own, "lamp.jpg", corpus.jpeg(320, 240))
    values = {"category_id": category.id, "subcategory_id": sub.id, "image_ids": [photo.id]}
    made = ads.submit(db, own, draft(**values, ai_photos="true"))
    ads.revise(db, own, made.id, draft(**values, title="Another title"))
    assert ads.get_for_review(db, factories.actor(factories.admin(db)), made.id).ai_made
