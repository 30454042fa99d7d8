"""Names of stored files: content-addressed, so that what an address shows never changes."""

import hashlib
import re

from marketplace.domain.views import Photo
from marketplace.models import Upload, UploadKind

PREFIX = "/media/"
VARIANT_WIDTHS = (160, 400, 800)
_THUMB, _CARD = 160, 400
# No public address has this letter, so what a hidden digest names is never served without asking who looks.
HIDDEN = "h"
_SIZES = r"(?:-(?P<width>[1-9][0-9]{0,4})\.webp|\.pdf)"
_FILE = re.compile(r"(?P<digest>[0-9a-f]{64})" + _SIZES)
_STORED = re.compile(rf"(?P<digest>[0-9a-f{HIDDEN}][0-9a-f]{{63}})" + _SIZES)
_URL = re.compile(r"(?:https?://[^/]+)?" + PREFIX + _FILE.pattern)


def image_widths(width: int) -> tuple[int, ...]:
    """The widths an image of this width is stored in, rising; nothing is scaled up."""
    return (*(variant for variant in VARIANT_WIDTHS if variant < width), width)


def image_key(digest: str, width: int) -> str:
    """The store's key of one size of an image."""
    return f"{digest[:2]}/{digest}-{width}.webp"


def document_key(digest: str) -> str:
    """The store's key of a PDF."""
    return f"{digest[:2]}/{digest}.pdf"


def derive(digest: str, upload_id: str) -> str:
    """Another digest for the same bytes, which no other upload ever has."""
    made = hashlib.sha256(f"{digest} {upload_id}".encode()).hexdigest()
    return HIDDEN + made[1:] if digest.startswith(HIDDEN) else made


def hide(digest: str, upload_id: str) -> str:
    """The digest under which an upload's bytes lie where no public address leads; no two uploads share it."""
    return HIDDEN + derive(digest, upload_id)[1:]


def keys_of(upload: Upload) -> list[str]:
    """Every key an upload's bytes lie under."""
    if upload.kind is UploadKind.DOCUMENT:
        return [document_key(upload.digest)]
    return [image_key(upload.digest, width) for width in image_widths(upload.width)]


def key_of_file(name: str) -> str | None:
    """The store's key of a file as public addresses name it (`{digest}-{width}.webp`), None if it can't be one."""
    return f"{name[:2]}/{name}" if _FILE.fullmatch(name) else None


def digest_of_url(url: str) -> str | None:
    """The digest in an address under /media, with or without a host."""
    match = _URL.fullmatch(url)
    return match["digest"] if match else None


def digest_of_key(key: str) -> str | None:
    """The digest in a store's key, None for what this module did not name."""
    match = _STORED.fullmatch(key.rpartition("/")[2])
    return match["digest"] if match else None


def image_url(digest: str, width: int) -> str:
    """The address of one size of an image."""
    return f"{PREFIX}{digest}-{width}.webp"


def document_url(digest: str) -> str:
    """The address of a PDF."""
    return f"{PREFIX}{digest}.pdf"


def url_of(upload: Upload) -> str:
    """The address of an upload: of its largest size, where it is an image."""
    if upload.kind is UploadKind.DOCUMENT:
        return document_url(upload.digest)
    return image_url(upload.digest, upload.width)


def make_photo(digest: str, width: int, height: int, id: str = "", name: str = "") -> Photo:
    """The view of a stored image; pure, so lists that keep the digest need no further row.

    Args:
        digest: of the image, as the upload keeps it.
        width, height: pixels of its largest size.
        id: the upload's, where the reader may name it.
        name: for people.
    """
    widths = image_widths(width)
    return Photo(
        id=id,
        name=name,
        url=image_url(digest, width),
        srcset=", ".join(f"{image_url(digest, each)} {each}w" for each in widths) if len(widths) > 1 else "",
        card=image_url(digest, min(_CARD, width)),
        thumb=image_url(digest, min(_THUMB, width)),
        width=width,
        height=height,
    )
