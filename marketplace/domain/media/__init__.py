"""Photos and documents: validated, stored by content hash, served in several sizes."""

from marketplace.domain.media.byte_deletion import ERASE, ERASE_JOB
from marketplace.domain.media.fingerprints import Fingerprint, fingerprint
from marketplace.domain.media.hiding import HIDE_JOB, hide, hide_files, hide_now
from marketplace.domain.media.naming import (
    id_of_ref,
    image_key,
    image_url,
    is_hidden,
    key_of_file,
    make_photo,
    make_private,
    was_stored_as,
)
from marketplace.domain.media.photo_hashes import (
    COPY,
    HASH_JOB,
    RESENT,
    NearPhoto,
    hash_missing,
    hash_now,
    list_copies,
    list_copies_of_all,
    list_fingerprints,
)
from marketplace.domain.media.previews import link_preview, make_preview
from marketplace.domain.media.rules import name_of_several
from marketplace.domain.media.schemas import PreparedImage, StoredBytes, StoredFile
from marketplace.domain.media.service import (
    ORPHANS_JOB,
    count_upload,
    decode_image,
    find_uploads,
    is_document,
    mark_ai_made,
    photos_of,
    prepare_document,
    prepare_image,
    put_document,
    put_image,
    put_images,
    release,
    remove_orphans,
    remove_strays,
    remove_upload,
    store_document,
    store_image,
    store_images,
    to_file,
    to_photo,
)
from marketplace.domain.media.stored_images import find_file, find_image, read_image
