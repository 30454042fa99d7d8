"""Photos and documents: validated, stored by content hash, served in several sizes."""

from marketplace.domain.media.byte_deletion import ERASE, ERASE_JOB
from marketplace.domain.media.hiding import HIDE_JOB, hide, hide_now
from marketplace.domain.media.images import encode
from marketplace.domain.media.naming import image_key, image_widths, key_of_file, make_photo
from marketplace.domain.media.schemas import PreparedDocument, PreparedImage, StoredFile, StoredImage
from marketplace.domain.media.service import (
    count_upload,
    decode_image,
    files_of,
    find_image,
    find_uploads,
    is_document,
    photos_of,
    prepare_document,
    prepare_image,
    put_document,
    put_image,
    read_image,
    release,
    remove_orphans,
    remove_strays,
    remove_upload,
    store_document,
    store_image,
)

__all__ = [
    "ERASE",
    "ERASE_JOB",
    "HIDE_JOB",
    "PreparedDocument",
    "PreparedImage",
    "StoredFile",
    "StoredImage",
    "count_upload",
    "decode_image",
    "encode",
    "files_of",
    "find_image",
    "find_uploads",
    "hide",
    "hide_now",
    "image_key",
    "image_widths",
    "is_document",
    "key_of_file",
    "make_photo",
    "photos_of",
    "prepare_document",
    "prepare_image",
    "put_document",
    "put_image",
    "read_image",
    "release",
    "remove_orphans",
    "remove_strays",
    "remove_upload",
    "store_document",
    "store_image",
]
