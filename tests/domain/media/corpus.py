"""Files as people and attackers send them, made in code."""

import io
import struct
import zlib

from PIL import Image, ImageCms, TiffImagePlugin

PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><html><body><script>alert(1)</script></body></html>"
HEIC = b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + bytes(200)

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


def bomb(width: int = 30_000, height: int = 30_000) -> bytes:
    """A PNG of a few hundred bytes that says it has this many pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body
