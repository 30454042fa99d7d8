"""Program that decodes one HEIC or AVIF photo from its input and writes it as a small PNG; `images` runs it in a process of its own.

The decoders are in C, allocate by what the video stream says rather than the header of the file, and know no limit of time.
A process has limits of its own, and takes nothing with it if it fails. It imports no module of the package, so it starts fast.

Arguments: the format, the most pixels, the long side of the PNG in pixels. The PNG has the photo's colour profile and orientation.
"""

import contextlib
import io
import resource
import sys

from PIL import AvifImagePlugin, Image

# Exit status of a photo with too many pixels.
TOO_MANY_PIXELS = 3
# Seconds of processor time; a photo of 60 megapixels takes three.
_SECONDS = 40
# Bytes of addresses for the interpreter and its libraries, and for each pixel; a pixel takes nine.
_BASE, _PER_PIXEL = 400 * 1024 * 1024, 16
_ORIENTATION = 0x0112


def _limit_memory(pixels: int) -> None:
    # Not every system has this limit.
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (_BASE + _PER_PIXEL * pixels, resource.RLIM_INFINITY))


def _open(kind: str, data: bytes) -> Image.Image:
    if kind == "avif":
        AvifImagePlugin.DEFAULT_MAX_THREADS = 1
        return AvifImagePlugin.AvifImageFile(io.BytesIO(data))
    import pi_heif

    options = pi_heif.options
    options.DECODE_THREADS, options.THUMBNAILS, options.DEPTH_IMAGES, options.AUX_IMAGES = 1, False, False, False
    return pi_heif.HeifImageFile(io.BytesIO(data))


def _main(kind: str, most_pixels: int, long_side: int) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    Image.MAX_IMAGE_PIXELS = None
    _limit_memory(0)
    image = _open(kind, sys.stdin.buffer.read())
    pixels = image.width * image.height
    if pixels > most_pixels:
        return TOO_MANY_PIXELS
    _limit_memory(pixels)
    image.info.pop("xmp", None)
    exif = Image.Exif()
    exif[_ORIENTATION] = image.getexif().get(_ORIENTATION, 1)
    image.load()
    if image.mode not in ("RGB", "RGBA", "L"):
        image = image.convert("RGBA")
    image.thumbnail((long_side, long_side), Image.Resampling.LANCZOS, reducing_gap=2.0)
    profile = image.info.get("icc_profile")
    image.save(sys.stdout.buffer, "PNG", compress_level=1, exif=exif, icc_profile=profile)
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
