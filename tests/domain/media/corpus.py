"""Sample files, valid and malicious, generated in code."""

import io
import struct
import zlib
from pathlib import Path

from PIL import Image, ImageCms, TiffImagePlugin

PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><html><body><script>alert(1)</script></body></html>"
# No package here writes HEIC. `pillow-heif` 1.4.0 made these from `picture()` (`save(..., quality=60)`), the second turned left and
# with `irot` and Exif orientation 6, the third with a transparent left half, `swapped_profile()` and an orientation of 6 in XMP alone;
# its wheel holds x265 (GPL), so it is no dependency. `lying.avif` is a plain picture of 16,000 x 16,000, saved by Pillow, in whose
# `ispe` box the size was changed to 100 x 100.
SAMPLES = Path(__file__).parent / "samples"
HEIC, TURNED_HEIC, TRANSPARENT_HEIC = (
    (SAMPLES / name).read_bytes() for name in ("photo.heic", "turned.heic", "transparent.heic")
)
BROKEN_HEIC = b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + bytes(200)

TOP, BOTTOM = (200, 30, 40), (30, 60, 200)


def picture(width: int = 640, height: int = 480, mode: str = "RGB") -> Image.Image:
    """Red above, blue below, so that its orientation shows."""
    image = Image.new("RGB", (width, height), BOTTOM)
    image.paste(TOP, (0, 0, width, height // 2))
    return image.convert(mode) if mode != "RGB" else image


def encoded(image: Image.Image, kind: str = "JPEG", **options) -> bytes:
    """The picture as a file."""
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def jpeg(width: int = 640, height: int = 480, **options) -> bytes:
    """A plain photo."""
    return encoded(picture(width, height), "JPEG", quality=90, **options)


def rotated(orientation: int) -> bytes:
    """A photo that lies as a camera held otherwise writes it: upright once its EXIF orientation is applied."""
    undo = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    image = picture() if undo is None else picture().transpose(undo)
    exif = Image.Exif()
    exif[0x0112] = orientation
    return encoded(image, exif=exif)


def with_gps() -> bytes:
    """A photo that tells where it was taken, and by what."""
    exif = Image.Exif()
    exif[0x010F] = "SecretCamera"
    place = exif.get_ifd(0x8825)
    place[1], place[3] = "N", "E"
    place[2] = tuple(TiffImagePlugin.IFDRational(value) for value in (18, 55, 0))
    place[4] = tuple(TiffImagePlugin.IFDRational(value) for value in (72, 49, 0))
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return encoded(picture(), exif=exif, comment=b"SecretComment", icc_profile=profile)


def animated(kind: str) -> bytes:
    """Three frames; the first is the picture."""
    others = [Image.new("RGB", (640, 480), colour) for colour in ("green", "black")]
    return encoded(picture(), kind, save_all=True, append_images=others, duration=100)


def sixteen_bit() -> bytes:
    """A grey PNG of 16 bits: light above, dark below."""
    light, dark = struct.pack("<H", 60_000), struct.pack("<H", 8_000)
    image = Image.frombytes("I;16", (320, 240), light * 320 * 120 + dark * 320 * 120)
    return encoded(image, "PNG")


def sixteen_bit_colours() -> bytes:
    """A PNG of 16 bits for each colour: red above, blue below; Pillow itself can't write one."""
    rows = b"".join(
        b"\0" + struct.pack(">3H", *(value * 257 for value in (TOP if row < 120 else BOTTOM))) * 320
        for row in range(240)
    )
    return png(320, 240, 16, png_chunk(b"IDAT", zlib.compress(rows)))


def png_chunk(kind: bytes, body: bytes) -> bytes:
    """A piece of a PNG."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int, bits: int, *chunks: bytes) -> bytes:
    """A PNG of true colours from its pieces."""
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks) + png_chunk(b"IEND", b"")


def inflated_text() -> bytes:
    """A PNG whose few kilobytes of text claim 200 MB once they are unpacked."""
    text = png_chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(200_000_000)))
    return png(64, 64, 8, text, png_chunk(b"IDAT", zlib.compress(bytes((64 * 3 + 1) * 64))))


def jpeg_bomb() -> bytes:
    """A small JPEG whose header says 65,000 x 65,000."""
    whole = jpeg(64, 64)
    frame = whole.index(b"\xff\xc0")
    return whole[: frame + 5] + struct.pack(">HH", 65_000, 65_000) + whole[frame + 9 :]


def gif_bomb() -> bytes:
    """A small GIF whose header says 30,000 x 30,000."""
    whole = encoded(picture(64, 64), "GIF")
    return whole[:6] + struct.pack("<HH", 30_000, 30_000) + whole[10:]


def webp_bomb() -> bytes:
    """A small WebP that says it has as many pixels as the format can."""
    whole = encoded(picture(64, 64), "WEBP", quality=80)
    frame = whole.index(b"\x9d\x01\x2a") + 3
    return whole[:frame] + struct.pack("<HH", 16_383, 16_383) + whole[frame + 4 :]


def bomb(width: int = 30_000, height: int = 30_000) -> bytes:
    """A PNG of a few hundred bytes that says it has this many pixels."""
    return png(width, height, 8, png_chunk(b"IDAT", zlib.compress(bytes(1000))))


def with_brands(data: bytes, major: bytes, *others: bytes) -> bytes:
    """A HEIF or AVIF file with other brands; media data are found by their place, so the box keeps its length."""
    length = struct.unpack(">I", data[:4])[0]
    brands = b"".join(others)[: length - 16]
    return data[:8] + major + bytes(4) + brands.ljust(length - 16, b"\0") + data[length:]


def swapped_profile() -> bytes:
    """A colour profile in which red and blue are exchanged, so that its use shows."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile.replace(b"rXYZ", b"????", 1).replace(b"bXYZ", b"rXYZ", 1).replace(b"????", b"bXYZ", 1)


def ink_profile() -> bytes:
    """A CMYK profile by which every mixture of inks is white (ICC.1:2001-04, 6.5.8)."""
    ramp, white = bytes(range(256)), bytes((255, 128, 128))
    matrix = struct.pack(">9i", *(65_536 if at % 4 == 0 else 0 for at in range(9)))
    lut = b"mft1" + bytes(4) + bytes((4, 3, 2, 0)) + matrix + ramp * 4 + white * 16 + ramp * 3
    header = struct.pack(">I4sI4s4s4s", 128 + 16 + len(lut), b"test", 0x02400000, b"prtr", b"CMYK", b"Lab ")
    header = (header + bytes(12) + b"acsp").ljust(68, b"\0") + struct.pack(">3i", 63_190, 65_536, 54_061)
    return header.ljust(128, b"\0") + struct.pack(">I4sII", 1, b"A2B0", 144, len(lut)) + lut


def xmp(orientation: int) -> bytes:
    """Metadata of an editor that names an orientation."""
    return (
        b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        b'<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="%d"/></rdf:RDF></x:xmpmeta>'
    ) % orientation
