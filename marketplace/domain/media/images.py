"""Decodes uploaded images and encodes them for pages: upright, sRGB, without transparency or metadata."""

import hashlib
import io
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from PIL import Image, ImageCms

from marketplace.core.errors import Invalid, TooLarge
from marketplace.domain.media import heif_decoder, messages, previews, provenance, rules
from marketplace.domain.media.naming import image_widths
from marketplace.domain.media.schemas import PreparedImage
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

_FORMATS = ("JPEG", "PNG", "GIF", "WEBP")
# Of eight photographs at 800 px: 82 needs 70 KB with a structural similarity of 0.941, 85 needs 80 KB with 0.948, and 88 needs 95 KB
# with 0.955.
_QUALITY = 85
# Photos of noise need the lower ones.
_PREVIEW_QUALITIES = (85, 60, 35, 10)
# A photo of 15 MB in the smallest chunks that encoders write takes a third of these reads.
_MAX_READS = 50_000
# The header of a scan (ITU T.81, B.2.3). A decoder goes through all pixels for each; encoders write about ten.
_JPEG_SCAN = re.compile(rb"\xff\xda\x00[\x08\x0a\x0c\x0e][\x01-\x04]")
_MAX_SCANS = 50
# A piece of metadata holds 64 KB, and Pillow copies all earlier ones for each.
_JPEG_EXIF = b"Exif\0\0"
_MAX_EXIF = 16
_SIXTEEN_BIT = ("I;16", "I;16B", "I;16L", "I;16N", "I")
_SRGB = ImageCms.createProfile("sRGB")
# Seconds after which a decoder of HEIC or AVIF is stopped; it limits its own processor time, so this is for a very busy machine.
_DECODER_TIMEOUT_S = 300
_ORIENTATION = 0x0112
# Pillow stores XMP metadata under these keys, depending on the image format.
_XMP = ("xmp", "XML:com.adobe.xmp")
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
# It warns of each damaged tag of a file, which may have tens of thousands.
warnings.filterwarnings("ignore", module=r"PIL\.")
# `_open` enforces our own, lower pixel limit.
Image.MAX_IMAGE_PIXELS = None
# Above 32 MB, glibc returns freed memory at once instead of keeping it in each thread's heap.
Image.core.set_block_size(64 * 1024 * 1024)


class PixelBudget:
    """Bounds the memory of decoding: concurrent images share the pixel limit of one image."""

    def __init__(self) -> None:
        self._free = Condition()
        self._pixels = 0

    @contextmanager
    def hold(self, pixels: int) -> Iterator[None]:
        """Wait until the pixels fit into the budget, and reserve them."""
        most = get_settings().upload_max_pixels
        with self._free:
            self._free.wait_for(lambda: self._pixels == 0 or self._pixels + pixels <= most)
            self._pixels += pixels
        try:
            yield
        finally:
            with self._free:
                self._pixels -= pixels
                self._free.notify_all()


_budget = PixelBudget()


class _BoundedFile(io.BytesIO):
    """A file that fails once it was read in very many pieces.

    The decoders read the parts of a file one by one in Python, so millions of empty parts take seconds and a lot of memory.
    """

    def __init__(self, data: bytes):
        super().__init__(data)
        self._reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Return the next bytes."""
        self._reads += 1
        if self._reads > _MAX_READS:
            raise ValueError("too many parts")
        return super().read(size)


def prepare(data: bytes) -> PreparedImage:
    """Validate, decode and re-encode an image in the sizes that pages use.

    Raises:
        Invalid: empty, damaged or cut off.
        TooLarge: too many bytes or pixels; pixels are counted before decoding.
        UnsupportedMedia: not a supported image format.
    """
    content, xmp = rules.check_image(data), provenance.find_packet(data)
    if content in (rules.Content.HEIC, rules.Content.AVIF):
        data = _decode_apart(data, content)
    image = _open(data)
    # JPEG decodes at 1/2, 1/4 or 1/8 scale for a fraction of the work.
    most = get_settings().image_stored_px
    image.draft("RGB", (most, most))
    with _budget.hold(image.width * image.height):
        return encode(_decode(image), xmp=xmp)


def encode(image: Image.Image, *, effort: int = 4, xmp: bytes = b"") -> PreparedImage:
    """Encode an RGB image as WebP in its own width and the smaller ones.

    Args:
        effort: encoder effort, 0 (fast) to 6 (small).
        xmp: metadata of an AI-made image, which is the only metadata that is kept.
    """
    largest, height = image.size
    sizes: dict[int, bytes] = {}
    for width in sorted(image_widths(largest), reverse=True):
        # Scaling from the next larger size looks the same as from the largest, and is faster.
        if width < image.width:
            image = image.resize((width, max(1, round(image.height * width / image.width))), Image.Resampling.LANCZOS)
        with io.BytesIO() as buffer:
            image.save(buffer, "WEBP", quality=_QUALITY, method=effort, xmp=xmp)
            sizes[width] = buffer.getvalue()
    return PreparedImage(hashlib.sha256(sizes[largest]).hexdigest(), largest, height, sizes, ai_made=bool(xmp))


def encode_preview(data: bytes) -> bytes:
    """Return the JPEG for link previews of a stored image."""
    image = Image.open(io.BytesIO(data), formats=("WEBP",)).convert("RGB")
    image = image.resize(previews.fit(*image.size), Image.Resampling.LANCZOS)
    made = b""
    for quality in _PREVIEW_QUALITIES:
        with io.BytesIO() as buffer:
            image.save(buffer, "JPEG", quality=quality, optimize=True)
            made = buffer.getvalue()
        if len(made) < previews.MOST_BYTES:
            break
    return made


def _decode_apart(data: bytes, content: rules.Content) -> bytes:
    """Decode a HEIC or AVIF photo in a process of its own; returns it as a PNG."""
    most, long_side = get_settings().upload_max_pixels, get_settings().image_stored_px
    command = [sys.executable, "-I", heif_decoder.__file__, content.value, str(most), str(long_side)]
    # One at a time: only the process learns how many pixels the photo has.
    with _budget.hold(most):
        try:
            done = subprocess.run(command, input=data, capture_output=True, timeout=_DECODER_TIMEOUT_S, check=False)
        except subprocess.TimeoutExpired:
            raise Invalid(t(messages.DAMAGED)) from None
    if done.returncode == heif_decoder.TOO_MANY_PIXELS:
        raise _too_many_pixels(most)
    if done.returncode:
        raise Invalid(t(messages.DAMAGED))
    return done.stdout


def _too_many_pixels(most: int) -> TooLarge:
    return TooLarge(t(messages.TOO_MANY_PIXELS, most=most // 1_000_000))


def _open(data: bytes) -> Image.Image:
    most = get_settings().upload_max_pixels
    try:
        if sum(1 for _ in _JPEG_SCAN.finditer(data)) > _MAX_SCANS or data.count(_JPEG_EXIF) > _MAX_EXIF:
            raise ValueError("too many parts")
        image = Image.open(_BoundedFile(data), formats=_FORMATS)
    except Exception:
        # Decoders raise many exceptions on crafted input; all get the same message.
        raise Invalid(t(messages.DAMAGED)) from None
    if image.width * image.height > most:
        raise _too_many_pixels(most)
    return image


def _decode(image: Image.Image) -> Image.Image:
    most = get_settings().image_stored_px
    try:
        profile = image.info.get("icc_profile")
        # Pillow would read an orientation from XMP, which browsers ignore.
        for name in _XMP:
            image.info.pop(name, None)
        orientation = image.getexif().get(_ORIENTATION, 1)
        image.load()
        shown = _to_eight_bits(image)
        # Palette and bilevel pixels can't be averaged, so convert before scaling.
        if shown.mode in ("P", "PA", "1"):
            shown = shown.convert("RGBA" if "transparency" in shown.info or shown.mode == "PA" else "RGB")
        shown.thumbnail((most, most), Image.Resampling.LANCZOS, reducing_gap=2.0)
        shown = _flatten(_to_srgb(shown, profile))
    except Exception:
        raise Invalid(t(messages.DAMAGED)) from None
    if orientation in _UPRIGHT:
        shown = shown.transpose(_UPRIGHT[orientation])
    # A new image has no EXIF, GPS, comment or colour profile.
    clean = Image.new("RGB", shown.size)
    clean.paste(shown)
    return clean


def _to_eight_bits(image: Image.Image) -> Image.Image:
    if image.mode not in _SIXTEEN_BIT:
        return image
    return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")


def _to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Convert to sRGB by the embedded profile, e.g. Display P3 or CMYK; an invalid profile is ignored. Transparency stays."""
    colours = {"RGBA": "RGB", "LA": "L"}.get(image.mode, image.mode)
    if not profile or colours not in ("RGB", "CMYK", "L"):
        return image
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        converted = ImageCms.profileToProfile(image.convert(colours), source, _SRGB, outputMode="RGB") or image
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    if colours != image.mode:
        converted.putalpha(image.getchannel("A"))
    return converted


def _flatten(image: Image.Image) -> Image.Image:
    if not image.has_transparency_data:
        return image.convert("RGB")
    layer = image.convert("RGBA")
    ground = Image.new("RGB", layer.size, "white")
    ground.paste(layer, mask=layer.getchannel("A"))
    return ground
