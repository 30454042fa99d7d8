"""JPEGs of photos for link previews, made when they are first asked for."""

import io
from collections.abc import Iterator
from datetime import timedelta

import pytest
from PIL import Image
from sqlmodel import Session
from starlette.applications import Starlette
from starlette.routing import Mount

from marketplace.core.errors import Unavailable
from marketplace.domain import jobs, media
from marketplace.domain.views import Photo
from marketplace.http.media import make_media_app
from marketplace.integrations.storage import get_store
from marketplace.jobs import schedule
from tests import factories
from tests.client import TestClient
from tests.domain.media import corpus


@pytest.fixture
def media_client() -> Iterator[TestClient]:
    with TestClient(Starlette(routes=[Mount("/media", make_media_app())])) as made:
        yield made


def stored(db: Session, data: bytes) -> Photo:
    photo = media.store_image(db, factories.actor(factories.seller(db)), "a.jpg", data)
    db.commit()
    return photo


@pytest.mark.parametrize(
    ("size", "preview"),
    [((2000, 1500), (840, 630)), ((1600, 400), (1200, 300)), ((900, 1800), (315, 630)), ((320, 240), (320, 240))],
)
def test_a_preview_is_a_small_jpeg_of_the_whole_photo(
    db: Session, media_client: TestClient, size: tuple[int, int], preview: tuple[int, int]
):
    photo = stored(db, corpus.jpeg(*size))
    link = media.link_preview(photo)
    assert (link.width, link.height) == preview
    answer = media_client.get(link.url)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    image = Image.open(io.BytesIO(answer.content))
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", preview)
    for place, colour in ((0.1, corpus.TOP), (0.9, corpus.BOTTOM)):
        found = image.getpixel((preview[0] // 2, int(preview[1] * place)))
        assert all(abs(one - other) < 24 for one, other in zip(found, colour, strict=True))
    # The second time it is read from the store.
    again = media_client.get(link.url, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_preview_of_noise_is_small_too(db: Session, media_client: TestClient):
    noise = Image.effect_noise((1600, 840), 200).convert("RGB")
    link = media.link_preview(stored(db, corpus.encoded(noise, quality=95)))
    assert len(media_client.get(link.url).content) < 300_000


def test_other_addresses_make_no_preview(db: Session, media_client: TestClient):
    photo = stored(db, corpus.jpeg(500, 81))
    digest = photo.url[7:71]
    for name in (
        f"{digest}-501.jpg",
        f"{'b' * 64}-500.jpg",
        f"{digest}.jpg",
        f"h{digest[1:]}-500.jpg",
        f"{digest}-500.jpeg",
    ):
        assert media_client.get(f"/media/{name}").status_code == 404
    assert not [found for found in get_store().list() if found.key.endswith(".jpg") and digest in found.key]


def test_previews_go_with_their_photo(db: Session, media_client: TestClient):
    owner = factories.seller(db)
    photo = media.store_image(db, factories.actor(owner), "a.jpg", corpus.jpeg(500, 82))
    db.commit()
    link = media.link_preview(photo)
    assert media_client.get(link.url).status_code == 200
    media.remove_upload(db, factories.actor(owner), photo.url)
    db.commit()
    while jobs.run_due(schedule.HANDLERS):
        pass
    assert media_client.get(link.url).status_code == 404
    assert not any(photo.url[7:71] in found.key for found in get_store().list())


def test_a_preview_made_during_the_deletion_goes_too(db: Session, monkeypatch: pytest.MonkeyPatch):
    photo = stored(db, corpus.jpeg(500, 83))
    key = media.image_key(photo.url[7:71], 500)
    put = get_store().put
    monkeypatch.setattr(get_store(), "put", lambda *each: (get_store().delete([key]), put(*each)))
    assert not media.make_preview(f"{photo.url[7:71]}-500.jpg")
    assert not any(photo.url[7:71] in found.key and found.key.endswith(".jpg") for found in get_store().list())


def test_strays_include_previews(db: Session):
    digest = "c" * 64
    get_store().put(f"cc/{digest}-500.jpg", b"x", "image/jpeg")
    media.remove_strays(older_than=timedelta(0))
    while jobs.run_due(schedule.HANDLERS):
        pass
    assert not any(digest in found.key for found in get_store().list())


def test_an_unavailable_store_is_503(db: Session, media_client: TestClient, monkeypatch: pytest.MonkeyPatch):
    link = media.link_preview(stored(db, corpus.jpeg(500, 84)))

    def fail(_key: str):
        raise Unavailable

    monkeypatch.setattr(get_store(), "read", fail)
    assert media_client.get(link.url).status_code == 503
