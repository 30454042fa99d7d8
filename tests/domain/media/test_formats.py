"""Photos of phones and editors: HEIC, AVIF, colour profiles, orientation in XMP."""

import io

import pytest
from PIL import Image

from marketplace.core.errors import Invalid, TooLarge
from marketplace.domain.media import images, messages, rules
from tests.domain.media import corpus

AVIF = corpus.encoded(corpus.picture(), "AVIF", speed=10)


def prepared(data: bytes) -> Image.Image:
    made = images.prepare(data)
    return Image.open(io.BytesIO(made.sizes[made.width])).convert("RGB")


def assert_close(image: Image.Image, at: tuple[int, int], colour: tuple[int, ...]) -> None:
    found = image.getpixel(at)
    assert all(abs(one - other) < 24 for one, other in zip(found, colour, strict=True)), (found, colour)


def assert_is_the_picture(image: Image.Image) -> None:
    assert image.size == (640, 480)
    assert_close(image, (320, 60), corpus.TOP)
    assert_close(image, (320, 420), corpus.BOTTOM)


PHOTOS = {
    "HEIC": corpus.HEIC,
    "HEIC, turned": corpus.TURNED_HEIC,
    "HEIC as mif1": corpus.with_brands(corpus.HEIC, b"mif1", b"heic"),
    "AVIF": AVIF,
    "AVIF as mif1": corpus.with_brands(AVIF, b"mif1", b"avif", b"miaf"),
    "AVIF sequence": corpus.encoded(
        corpus.picture(), "AVIF", save_all=True, append_images=[Image.new("RGB", (640, 480), "green")], speed=10
    ),
}


@pytest.mark.parametrize("name", PHOTOS)
def test_photos_of_phones_are_accepted(name: str):
    assert_is_the_picture(prepared(PHOTOS[name]))


@pytest.mark.parametrize(
    ("brands", "content"),
    [
        ((b"heic", b"mif1"), rules.Content.HEIC),
        ((b"heix",), rules.Content.HEIC),
        ((b"mif1", b"heic"), rules.Content.HEIC),
        ((b"msf1", b"hevc"), rules.Content.HEIC),
        ((b"mif1", b"miaf"), rules.Content.OTHER),
        ((b"avif", b"mif1", b"miaf"), rules.Content.AVIF),
        ((b"avis", b"avif"), rules.Content.AVIF),
        ((b"mif1", b"miaf", b"avif"), rules.Content.AVIF),
        ((b"isom", b"mp42"), rules.Content.OTHER),
        ((b"qt  ",), rules.Content.OTHER),
        # Only whole brands count, and only those inside of the box.
        ((b"isom", b"xavi", b"fheic"[:4]), rules.Content.OTHER),
    ],
)
def test_brands_tell_the_format(brands: tuple[bytes, ...], content: rules.Content):
    body = brands[0] + bytes(4) + b"".join(brands[1:])
    box = (8 + len(body)).to_bytes(4, "big") + b"ftyp" + body
    assert rules.recognise(box + b"avifheic") is content


@pytest.mark.parametrize("data", [corpus.BROKEN_HEIC, corpus.HEIC[:500], AVIF[:300], AVIF[:40]])
def test_damaged_ones_are_refused(data: bytes):
    with pytest.raises(Invalid) as refused:
        images.prepare(data)
    assert refused.value.message == messages.DAMAGED


@pytest.mark.parametrize("data", [corpus.HEIC, AVIF], ids=["heic", "avif"])
def test_pixels_are_counted_before_they_are_decoded(data: bytes):
    place = data.index(b"ispe") + 8
    with pytest.raises(TooLarge) as refused:
        images.prepare(data[:place] + (12_000).to_bytes(4, "big") * 2 + data[place + 8 :])
    assert "60 megapixels" in refused.value.message


def test_a_stream_larger_than_its_header_is_refused():
    # Its header says 100 x 100, its stream has 16,000 x 16,000 pixels and would take 800 MB.
    with pytest.raises(Invalid) as refused:
        images.prepare((corpus.SAMPLES / "lying.avif").read_bytes())
    assert refused.value.message == messages.DAMAGED


def test_a_decoder_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(images, "_DECODER_TIMEOUT_S", 0.001)
    with pytest.raises(Invalid):
        images.prepare(corpus.HEIC)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
@pytest.mark.parametrize("kind", ["PNG", "WEBP", "AVIF"])
def test_colour_profiles_are_applied(mode: str, kind: str):
    data = corpus.encoded(corpus.picture(mode=mode), kind, icc_profile=corpus.swapped_profile(), quality=95)
    image = prepared(data)
    assert_close(image, (320, 60), corpus.TOP[::-1])
    assert_close(image, (320, 420), corpus.BOTTOM[::-1])


def test_colour_profiles_keep_transparency():
    picture = corpus.picture(mode="RGBA")
    picture.paste((0, 0, 0, 0), (0, 0, 320, 480))
    image = prepared(corpus.encoded(picture, "PNG", icc_profile=corpus.swapped_profile()))
    assert_close(image, (100, 60), (255, 255, 255))
    assert_close(image, (500, 60), corpus.TOP[::-1])


def test_a_transparent_photo_of_a_phone_keeps_its_colours_and_its_side():
    """Its XMP says that it is turned, which no viewer applies."""
    image = prepared(corpus.TRANSPARENT_HEIC)
    assert image.size == (640, 480)
    assert_close(image, (100, 60), (255, 255, 255))
    assert_close(image, (500, 60), corpus.TOP[::-1])
    assert_close(image, (500, 420), corpus.BOTTOM[::-1])


def test_colour_profile_of_a_palette():
    image = prepared(corpus.encoded(corpus.picture().quantize(8), "PNG", icc_profile=corpus.swapped_profile()))
    assert_close(image, (320, 60), corpus.TOP[::-1])


def test_colour_profile_of_inks():
    data = corpus.encoded(corpus.picture(mode="CMYK"), "JPEG", icc_profile=corpus.ink_profile())
    assert_close(prepared(data), (320, 60), (255, 255, 255))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_orientation_in_xmp_turns_nothing(kind: str):
    picture = corpus.picture()
    if kind == "PNG":
        from PIL.PngImagePlugin import PngInfo

        info = PngInfo()
        info.add_itxt("XML:com.adobe.xmp", corpus.xmp(6).decode())
        assert_is_the_picture(prepared(corpus.encoded(picture, kind, pnginfo=info)))
    else:
        assert_is_the_picture(prepared(corpus.encoded(picture, kind, xmp=corpus.xmp(6), quality=95)))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_orientation_in_exif_turns_a_photo_whatever_xmp_says(kind: str):
    exif = Image.Exif()
    exif[0x0112] = 6
    lying = corpus.picture().transpose(Image.Transpose.ROTATE_90)
    assert_is_the_picture(prepared(corpus.encoded(lying, kind, exif=exif, xmp=corpus.xmp(3), quality=95)))
