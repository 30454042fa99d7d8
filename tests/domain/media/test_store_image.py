"""Tests of media.store_image with valid and malicious files."""

import io
import threading

import pytest
from PIL import Image
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid, MarketplaceError, NotSignedIn, TooLarge, TooMany, UnsupportedMedia
from marketplace.domain import media
from marketplace.domain.media import messages
from marketplace.domain.media.images import PixelBudget
from marketplace.integrations.storage import get_store
from marketplace.models import Upload
from marketplace.settings import get_settings
from tests import factories
from tests.domain.media import corpus


def stored(url: str) -> Image.Image:
    data = get_store().read(media.key_of_file(url.rpartition("/")[2]) or "")
    assert data is not None
    return Image.open(io.BytesIO(data))


def close(left: tuple[int, ...], right: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 24 for a, b in zip(left, right, strict=True))


def keep(db: Session, data: bytes, name: str = "photo.jpg"):
    return media.store_image(db, factories.actor(factories.seller(db)), name, data)


def test_anonymous_callers_are_refused(db: Session):
    with pytest.raises(NotSignedIn):
        media.store_image(db, ANONYMOUS, "a.jpg", corpus.jpeg())


def test_a_photo_is_stored_in_all_sizes(db: Session):
    owner = factories.seller(db)
    photo = media.store_image(db, factories.actor(owner), "front.jpg", corpus.jpeg(3000, 2000))
    assert (photo.width, photo.height, photo.name) == (1600, 1067, "front.jpg")
    assert photo.widths == (160, 400, 800, 1600)
    for width in photo.widths:
        size = stored(photo.url.replace("-1600.", f"-{width}."))
        assert (size.width, size.format) == (width, "WEBP")
    row = db.exec(select(Upload).where(Upload.id == photo.id)).one()
    assert (row.owner_id, row.media_type, row.digest) == (owner.id, "image/webp", photo.url[7:71])


def test_images_are_not_scaled_up(db: Session):
    photo = keep(db, corpus.jpeg(300, 200))
    assert (photo.width, photo.height) == (300, 200)
    assert photo.widths == (160, 300)
    assert photo.thumb_url().endswith("-160.webp")
    assert stored(keep(db, corpus.jpeg(1, 1)).url).size == (1, 1)


def test_a_tall_photo_keeps_its_aspect_ratio(db: Session):
    photo = keep(db, corpus.jpeg(1500, 3000))
    assert (photo.width, photo.height) == (800, 1600)


def test_the_same_bytes_share_their_files_but_not_their_owner(db: Session):
    first, second = keep(db, corpus.jpeg()), keep(db, corpus.jpeg())
    assert first.url == second.url
    assert first.id != second.id


@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation_is_applied(db: Session, orientation: int):
    photo = keep(db, corpus.rotated(orientation))
    image = stored(photo.url)
    assert image.size == (640, 480)
    assert close(image.getpixel((320, 60)), corpus.TOP)
    assert close(image.getpixel((320, 420)), corpus.BOTTOM)
    assert not image.getexif()


def test_metadata_is_removed(db: Session):
    data = get_store().read(media.key_of_file(keep(db, corpus.with_gps()).url.rpartition("/")[2]) or "")
    assert data
    for trace in (b"Secret", b"EXIF", b"Exif", b"ICCP", b"XMP"):
        assert trace not in data


@pytest.mark.parametrize(
    "data",
    [
        corpus.encoded(corpus.picture(mode="CMYK")),
        corpus.encoded(corpus.picture(), "PNG"),
        corpus.encoded(corpus.picture().quantize(8), "PNG"),
        corpus.encoded(corpus.picture(), "WEBP", quality=90),
        corpus.animated("GIF"),
        corpus.animated("WEBP"),
        corpus.animated("PNG"),
        corpus.jpeg(progressive=True),
        corpus.jpeg() + b"<html><script>alert(1)</script></html>",
        corpus.jpeg() + b"PK\x03\x04" + corpus.PDF,
    ],
    ids=[
        "cmyk",
        "png",
        "palette",
        "webp",
        "gif-animated",
        "webp-animated",
        "apng",
        "progressive",
        "html-behind",
        "zip",
    ],
)
def test_unusual_valid_images_are_converted(db: Session, data: bytes):
    photo = keep(db, data)
    image = stored(photo.url)
    assert image.size == (640, 480)
    assert not getattr(image, "is_animated", False)
    assert close(image.convert("RGB").getpixel((320, 60)), corpus.TOP)
    assert close(image.convert("RGB").getpixel((320, 420)), corpus.BOTTOM)
    raw = get_store().read(media.key_of_file(photo.url.rpartition("/")[2]) or "") or b""
    assert b"script" not in raw
    assert b"%PDF" not in raw


def test_sixteen_bit_images_keep_their_brightness(db: Session):
    image = stored(keep(db, corpus.sixteen_bit()).url).convert("RGB")
    assert close(image.getpixel((160, 30)), (234, 234, 234))
    assert close(image.getpixel((160, 210)), (31, 31, 31))


def test_sixteen_bit_images_keep_their_colours(db: Session):
    image = stored(keep(db, corpus.sixteen_bit_colours()).url).convert("RGB")
    assert close(image.getpixel((160, 30)), corpus.TOP)
    assert close(image.getpixel((160, 210)), corpus.BOTTOM)


@pytest.mark.parametrize("name", ["photo.gif", "photo.pdf", "photo.exe", "photo", "photo.svg.html"])
def test_the_content_decides_and_not_the_name(db: Session, name: str):
    photo = keep(db, corpus.encoded(corpus.picture(), "PNG"), name)
    assert photo.url.endswith(".webp")
    assert stored(photo.url).format == "WEBP"


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_transparency_becomes_white(db: Session, mode: str):
    image = stored(keep(db, corpus.encoded(Image.new(mode, (200, 200)), "PNG")).url)
    assert close(image.convert("RGB").getpixel((100, 100)), (255, 255, 255))


@pytest.mark.parametrize(
    ("data", "error", "sentence"),
    [
        (b"", Invalid, messages.EMPTY),
        (corpus.jpeg()[:2000], Invalid, messages.DAMAGED),
        (corpus.encoded(corpus.picture(), "PNG")[:300], Invalid, messages.DAMAGED),
        (corpus.animated("GIF")[:200], Invalid, messages.DAMAGED),
        (b"GIF89a/*" + b"*/=alert(1)//" * 40, Invalid, messages.DAMAGED),
        (b"\xff\xd8\xff\xe0" + corpus.HTML, Invalid, messages.DAMAGED),
        (corpus.HTML, UnsupportedMedia, messages.NOT_AN_IMAGE),
        (b"just text", UnsupportedMedia, messages.NOT_AN_IMAGE),
        (corpus.PDF, UnsupportedMedia, messages.NOT_AN_IMAGE),
        (corpus.encoded(corpus.picture(), "TIFF"), UnsupportedMedia, messages.NOT_AN_IMAGE),
        (corpus.SVG, UnsupportedMedia, messages.NO_SVG),
        (corpus.BROKEN_HEIC, Invalid, messages.DAMAGED),
    ],
    ids=[
        "empty",
        "cut-jpeg",
        "cut-png",
        "cut-gif",
        "gif-script",
        "jpeg-html",
        "html",
        "text",
        "pdf",
        "tiff",
        "svg",
        "heic",
    ],
)
def test_files_that_are_no_images_are_refused(db: Session, data: bytes, error: type, sentence: str):
    with pytest.raises(error) as refused:
        keep(db, data, "innocent.jpg")
    assert refused.value.message == sentence
    assert db.exec(select(Upload)).all() == []


@pytest.mark.parametrize("size", [(30_000, 30_000), (12_000, 12_000), (8_000, 8_000)])
def test_pixels_are_counted_before_they_are_decoded(db: Session, size: tuple[int, int]):
    with pytest.raises(TooLarge) as refused:
        keep(db, corpus.bomb(*size))
    assert "60 megapixels" in refused.value.message


@pytest.mark.parametrize("bomb", [corpus.jpeg_bomb, corpus.gif_bomb, corpus.webp_bomb])
def test_pixels_are_counted_in_every_format(db: Session, bomb):
    data = bomb()
    assert len(data) < 20_000
    with pytest.raises(TooLarge) as refused:
        keep(db, data)
    assert "60 megapixels" in refused.value.message


def test_compressed_text_chunks_are_not_inflated(db: Session):
    with pytest.raises(Invalid) as refused:
        keep(db, corpus.inflated_text())
    assert refused.value.message == messages.DAMAGED


def test_file_size_is_limited(db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "upload_max_bytes", 1024 * 1024)
    with pytest.raises(TooLarge) as refused:
        keep(db, corpus.jpeg() + bytes(1024 * 1024))
    assert refused.value.message == "A file can be at most 1 MB."


def test_uploads_of_an_hour_are_limited(db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "limit_uploads", "2 per hour")
    actor = factories.actor(factories.seller(db))
    for _ in range(2):
        media.store_image(db, actor, "a.jpg", corpus.jpeg(20, 20))
    with pytest.raises(TooMany):
        media.store_image(db, actor, "a.jpg", corpus.jpeg(20, 20))


def test_names_lose_folders_and_control_characters(db: Session):
    assert keep(db, corpus.jpeg(9, 9), "C:\\Users\\x\\..\\sofa\x00\r\n.jpg").name == "sofa.jpg"
    assert keep(db, corpus.jpeg(9, 9), "../../etc/").name == "file"
    assert len(keep(db, corpus.jpeg(9, 9), "x" * 500 + ".jpg").name) == 200


def test_decoding_waits_for_a_free_decoder():
    budget = PixelBudget()
    most = get_settings().upload_max_pixels
    entered = threading.Event()

    def second():
        with budget.hold(most):
            entered.set()

    thread = threading.Thread(target=second)
    with budget.hold(most // 2):
        thread.start()
        assert not entered.is_set()
    thread.join(5)
    assert entered.is_set()


def test_every_refusal_is_an_expected_error(db: Session):
    whole = corpus.jpeg(64, 64)
    for cut in range(0, len(whole) - 2, 37):
        try:
            keep_cut = media.store_image(db, factories.actor(factories.seller(db)), "cut.jpg", whole[:cut])
        except MarketplaceError:
            continue
        assert keep_cut.width == 64
