"""Photos and documents: taken in with distrust, stored by content, shown in several sizes."""

from marketplace.domain.media.images import encode
from marketplace.domain.media.naming import image_key, key_of_file, make_photo
from marketplace.domain.media.schemas import PreparedImage, StoredFile
from marketplace.domain.media.service import (
    files_of,
    find_uploads,
    is_document,
    photos_of,
    prepare_document,
    prepare_image,
    put_document,
    put_image,
    remove_orphans,
    remove_strays,
    remove_upload,
    store_document,
    store_image,
)

__all__ = [
    "PreparedImage",
    "StoredFile",
    "encode",
    "files_of",
    "find_uploads",
    "image_key",
    "is_document",
    "key_of_file",
    "make_photo",
    "photos_of",
    "prepare_document",
    "prepare_image",
    "put_document",
    "put_image",
    "remove_orphans",
    "remove_strays",
    "remove_upload",
    "store_document",
    "store_image",
]
