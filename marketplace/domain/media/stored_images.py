"""Finds and reads the stored bytes of an image or document."""

from sqlmodel import Session

from marketplace.core.errors import NotFound
from marketplace.domain.media import naming, queries
from marketplace.domain.media.schemas import StoredBytes
from marketplace.integrations.storage import get_store
from marketplace.models import UploadKind


def find_file(db: Session, upload_id: str) -> StoredBytes | None:
    """Return the location of a document, or of the largest size of an image; None if there is none."""
    for upload in queries.list_by_ids(db, [upload_id]):
        if upload.kind is UploadKind.IMAGE:
            return find_image(db, upload_id, upload.width)
        return StoredBytes((naming.document_key(upload.digest),), upload.media_type)
    return None


def find_image(db: Session, upload_id: str, width: int) -> StoredBytes | None:
    """Return the location of one size of an image; None if there is none."""
    found = [upload for upload in queries.list_by_ids(db, [upload_id]) if upload.kind is UploadKind.IMAGE]
    if not found or width not in naming.image_widths(found[0].width):
        return None
    digest = found[0].digest
    # The image may be hidden between reading the row and reading the bytes.
    digests = (digest, naming.hide(digest, upload_id))
    return StoredBytes(tuple(naming.image_key(each, width) for each in digests))


def read_image(image: StoredBytes) -> bytes:
    """Read one size of an image as WebP, or a file, outside any transaction.

    Raises:
        NotFound: the bytes were deleted.
        Unavailable: the store is unavailable.
    """
    store = get_store()
    for key in image.keys:
        if (data := store.read(key)) is not None:
            return data
    raise NotFound()
