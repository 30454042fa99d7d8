"""Names of stored files, by content hash, so that a URL's content never changes."""

import hashlib
import re
from functools import lru_cache

from marketplace.domain.views import Photo
from marketplace.models import Upload, UploadKind

PREFIX = "/media/"
# Files of dynamic fields are served by the API, which checks who reads.
FILES = "/api/files/"
VARIANT_WIDTHS = (160, 400, 800)
# Public URLs never contain this letter, so hidden files are only served with a permission check.
HIDDEN = "h"
_SIZES = r"(?:-(?P<width>[1-9][0-9]{0,4})\.webp|\.pdf)"
_FILE = re.compile(r"(?P<digest>[0-9a-f]{64})-[1-9][0-9]{0,4}\.(?:webp|jpg)")
_STORED = re.compile(rf"(?P<digest>[0-9a-f{HIDDEN}][0-9a-f]{{63}})" + _SIZES)
# PDFs were public once, so saved drafts may name such URLs.
_URL = re.compile(rf"(?:https?://[^/]+)?{PREFIX}(?P<digest>[0-9a-f]{{64}}){_SIZES}")
_FILE_URL = re.compile(rf"(?:https?://[^/]+)?{FILES}(?P<id>[0-9A-Z]{{26}})")


def image_widths(width: int) -> tuple[int, ...]:
    """The widths in pixels an image of this width is stored in, ascending; never larger than the original."""
    return (*(variant for variant in VARIANT_WIDTHS if variant < width), width)


def image_key(digest: str, width: int) -> str:
    """Store key of one size of an image."""
    return f"{digest[:2]}/{digest}-{width}.webp"


def document_key(digest: str) -> str:
    """Store key of a PDF."""
    return f"{digest[:2]}/{digest}.pdf"


def derive(digest: str, upload_id: str) -> str:
    """Another digest for the same bytes, unique to this upload."""
    made = hashlib.sha256(f"{digest} {upload_id}".encode()).hexdigest()
    return HIDDEN + made[1:] if digest.startswith(HIDDEN) else made


def hide(digest: str, upload_id: str) -> str:
    """Private digest of an upload's bytes, unique to the upload and without a public URL."""
    return HIDDEN + derive(digest, upload_id)[1:]


def was_stored_as(upload: Upload, digest: str) -> bool:
    """Return whether the upload was stored under this digest. Hiding a photo gives it another one."""
    hidden = hide(digest, upload.id)
    return upload.digest in (digest, hidden, derive(hidden, upload.id))


def keys_of(upload: Upload) -> list[str]:
    """All store keys of an upload; those of previews may not exist."""
    if upload.kind is UploadKind.DOCUMENT:
        return [document_key(upload.digest)]
    keys = [image_key(upload.digest, width) for width in image_widths(upload.width)]
    return keys if is_hidden(upload) else [*keys, *map(preview_of, keys)]


def preview_of(name: str) -> str:
    """Key or URL of the JPEG for link previews of an image, from that of the image."""
    return name.removesuffix(".webp") + ".jpg"


def source_of_preview(key: str) -> str:
    """Key of the image from which a preview is made."""
    return key.removesuffix(".jpg") + ".webp"


def key_of_file(name: str) -> str | None:
    """Store key of a public file name (`{digest}-{width}.webp`, or `.jpg` for its preview), None if invalid."""
    return f"{name[:2]}/{name}" if _FILE.fullmatch(name) else None


def id_of_ref(ref: str) -> str:
    """Return the upload id in a URL of `file_url`, with or without a host; other references stay as they are."""
    match = _FILE_URL.fullmatch(ref)
    return match["id"] if match else ref


def digest_of_url(url: str) -> str | None:
    """Digest in a URL under /media, with or without a host."""
    match = _URL.fullmatch(url)
    return match["digest"] if match else None


def digest_of_key(key: str) -> str | None:
    """Digest in a store key, None for keys not made here."""
    name = key.rpartition("/")[2]
    match = _STORED.fullmatch(name) or _FILE.fullmatch(name)
    return match["digest"] if match else None


def is_key(key: str) -> bool:
    """Whether the key has the format made here, and is no preview, which can be made again."""
    folder, _, name = key.partition("/")
    return _STORED.fullmatch(name) is not None and folder == name[:2]


def image_url(digest: str, width: int) -> str:
    """URL of one size of an image."""
    return f"{PREFIX}{digest}-{width}.webp"


def file_url(upload_id: str) -> str:
    """URL of an upload in a dynamic field, for those who may read it."""
    return f"{FILES}{upload_id}"


def is_hidden(upload: Upload) -> bool:
    """Whether the image has no public URL."""
    return upload.digest.startswith(HIDDEN)


@lru_cache(maxsize=4096)
def make_photo(digest: str, width: int, height: int, id: str = "", name: str = "", *, ai_made: bool = False) -> Photo:
    """Build the view of a stored image without a query, so lists that store the digest need no further rows.

    Args:
        digest: of the image, as stored with the upload.
        width, height: pixels of its largest size.
        id: upload id, if the reader may know it.
        name: file name for display.
        ai_made: made or changed by AI.
    """
    return Photo(
        id=id,
        name=name,
        url=image_url(digest, width),
        widths=image_widths(width),
        width=width,
        height=height,
        ai_made=ai_made,
    )


def make_private(photo: Photo, base: str) -> Photo:
    """Replace a photo's URL by one that checks the reader's permission.

    The storage URL stays hidden, so nobody can pass on a URL that others could open.

    Args:
        base: the URLs are `{base}-{width}.webp`.
    """
    return photo.model_copy(update={"url": f"{base}-{photo.width}.webp"})
