"""Stores, serves and removes uploads."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound, Unavailable
from marketplace.db.database import read_only, unit_of_work
from marketplace.domain import jobs
from marketplace.domain.media import byte_deletion, hiding, messages, naming, photo_hashes, queries, rules
from marketplace.domain.media.schemas import PreparedDocument, PreparedImage, StoredFile
from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.integrations.storage import get_store
from marketplace.models import Upload, UploadKind
from marketplace.settings import get_settings

ORPHANS_JOB = "media.remove_orphans"
_WEBP, _PDF = "image/webp", "application/pdf"
_BATCH = 500


def prepare_image(actor: Actor, data: bytes) -> PreparedImage:
    """Decode and re-encode an image and put it into the store, outside any transaction.

    Raises:
        NotSignedIn: the caller is anonymous.
        TooMany: too many uploads this hour.
        Invalid, TooLarge, UnsupportedMedia: not an acceptable image.
        Unavailable: the store is unavailable.
    """
    count_upload(actor)
    image = decode_image(data)
    put_image(image)
    return image


def count_upload(actor: Actor) -> None:
    """Count a file against the account's hourly upload limit.

    Raises:
        NotSignedIn: the caller is anonymous.
        TooMany: too many uploads this hour.
    """
    limits.hit(get_settings().limit_uploads, "upload", actor.require())


def decode_image(data: bytes) -> PreparedImage:
    """Decode and re-encode an image in the sizes that pages use; takes up to seconds of CPU time.

    Raises:
        Invalid, TooLarge, UnsupportedMedia: not an acceptable image.
    """
    # Pillow is loaded by the first picture: few processes ever decode one.
    from marketplace.domain.media import images

    return images.prepare(data)


def prepare_document(actor: Actor, data: bytes) -> PreparedDocument:
    """Validate a PDF and put it into the store, outside any transaction.

    Raises:
        NotSignedIn, TooMany, Invalid, TooLarge, UnsupportedMedia, Unavailable: as for `prepare_image`.
    """
    count_upload(actor)
    rules.check_document(data)
    return PreparedDocument(put_document(data), data)


def is_document(data: bytes) -> bool:
    """Whether the bytes start like a PDF."""
    return rules.recognise(data) is rules.Content.PDF


def store_image(db: Session, actor: Actor, name: str, data: bytes | PreparedImage) -> Photo:
    """Store an image as the caller's upload.

    Args:
        name: the file's name, for display.
        data: the bytes as sent, or the result of `prepare_image`.

    Raises:
        NotSignedIn, TooMany, Invalid, TooLarge, UnsupportedMedia, Unavailable: as for `prepare_image`.
    """
    owner_id = actor.require()
    image = prepare_image(actor, data) if isinstance(data, bytes) else data
    upload = Upload(
        owner_id=owner_id,
        kind=UploadKind.IMAGE,
        name=rules.clean_name(name),
        digest=image.digest,
        media_type=_WEBP,
        width=image.width,
        height=image.height,
        byte_size=len(image.sizes[image.width]),
        ai_made=image.ai_made,
    )
    _add(db, upload)
    copies = {naming.image_key(upload.digest, width): data for width, data in image.sizes.items()}
    byte_deletion.restore_after_commit(db, copies, _WEBP)
    photo_hashes.enqueue(db, [upload.id])
    return to_photo(upload)


def store_images(db: Session, actor: Actor, images: Sequence[tuple[str, PreparedImage]]) -> list[Photo]:
    """Store images with their names as the caller's uploads, all or none.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    actor.require()
    return [store_image(db, actor, name, image) for name, image in images]


@contextmanager
def put_images(images: Sequence[PreparedImage]) -> Iterator[None]:
    """Write images to the store for a block that stores their uploads, and delete the bytes again if it fails.

    Raises:
        Unavailable: the store is unavailable.
    """
    try:
        for image in images:
            put_image(image)
        yield
    except Exception:
        keys = {naming.image_key(image.digest, width): image.digest for image in images for width in image.sizes}
        # If the database is what failed, `remove_strays` finds them.
        with suppress(Unavailable), unit_of_work() as db:
            byte_deletion.lock_deletions(db)
            byte_deletion.enqueue_deletion(db, keys)
        raise


def put_image(image: PreparedImage) -> None:
    """Write every size of an image to the store; existing bytes are rewritten, which renews their age."""
    store = get_store()
    for width, data in image.sizes.items():
        store.put(naming.image_key(image.digest, width), data, _WEBP)


def store_document(db: Session, actor: Actor, name: str, data: bytes | PreparedDocument) -> StoredFile:
    """Store a PDF as the caller's upload.

    Args:
        name: the file's name, for display.
        data: the bytes as sent, or the result of `prepare_document`.

    Raises:
        NotSignedIn, TooMany, Invalid, TooLarge, UnsupportedMedia, Unavailable: as for `prepare_document`.
    """
    owner_id = actor.require()
    document = prepare_document(actor, data) if isinstance(data, bytes) else data
    upload = Upload(
        owner_id=owner_id,
        kind=UploadKind.DOCUMENT,
        name=rules.clean_name(name),
        digest=document.digest,
        media_type=_PDF,
        byte_size=len(document.data),
    )
    _add(db, upload)
    byte_deletion.restore_after_commit(db, {naming.document_key(upload.digest): document.data}, _PDF)
    return to_file(upload)


def _add(db: Session, upload: Upload) -> None:
    upload.digest = byte_deletion.free_digest(db, upload.digest, upload.id)
    db.add(upload)
    db.flush()


def put_document(data: bytes) -> str:
    """Write a PDF to the store; returns its digest."""
    digest = hashlib.sha256(data).hexdigest()
    get_store().put(naming.document_key(digest), data, _PDF)
    return digest


def photos_of(db: Session, upload_ids: Iterable[str]) -> dict[str, Photo]:
    """Return photos by upload id; unknown ids and documents are omitted."""
    found = queries.list_by_ids(db, upload_ids)
    return {upload.id: to_photo(upload) for upload in found if upload.kind is UploadKind.IMAGE}


def to_photo(upload: Any) -> Photo:
    """Return the photo of an image's upload, or of a row with its columns id, name, digest, width, height and ai_made."""
    return naming.make_photo(upload.digest, upload.width, upload.height, upload.id, upload.name, ai_made=upload.ai_made)


def mark_ai_made(db: Session, upload_ids: Collection[str]) -> None:
    """Record that images were made or changed by AI; for other domains, whose owner says so. It can't be undone."""
    queries.mark_ai_made(db, upload_ids)


def to_file(upload: Any) -> StoredFile:
    """Return the file of an upload, or of a row with its columns id and name, at a URL with a permission check."""
    return StoredFile(id=upload.id, url=naming.file_url(upload.id), name=upload.name)


def find_uploads(db: Session, owner_id: str, refs: Sequence[str], *, hidden: bool = False) -> list[Upload]:
    """Return the owner's uploads by id or URL.

    Args:
        hidden: include images of messages and condition records, which have no public URL.

    Returns:
        In the order of `refs`; unknown, foreign, removed and repeated ones are omitted.
    """
    refs = [naming.id_of_ref(ref) for ref in refs]
    wanted_ids = [ref for ref in refs if ids.is_id(ref)]
    digests = {ref: digest for ref in refs if (digest := naming.digest_of_url(ref))}
    known: dict[str, Upload] = {}
    for upload in queries.list_of_owner(db, owner_id, wanted_ids, list(digests.values()), hidden=hidden):
        known[upload.id] = known[upload.digest] = upload
    found = [known[key] for ref in refs if (key := digests.get(ref, ref)) in known]
    return list({upload.id: upload for upload in found}.values())


def remove_upload(db: Session, actor: Actor, url: str) -> None:
    """Remove a file from the caller's uploads; its bytes are deleted once nothing refers to them.

    Args:
        url: its URL or id.

    Raises:
        NotSignedIn: the caller is anonymous.
        NotFound: the caller has no such file.
    """
    owner_id = actor.require()
    digest = naming.digest_of_url(url)
    own = queries.list_of_owner(db, owner_id, [] if digest else [naming.id_of_ref(url)], [digest] if digest else [])
    if not own:
        raise NotFound(t(messages.NOT_FOUND))
    for upload in own:
        upload.removed_at = clock.now()
        db.add(upload)
    db.flush()
    # At once, since people expect a removed file to be gone.
    jobs.enqueue(db, ORPHANS_JOB)


def release(db: Session, owner_id: str, upload_ids: Iterable[str]) -> None:
    """Release all uploads of a deleted account.

    The next job deletes files nothing refers to. Photos used only in messages and condition records stay for the other
    party, without a file name, at a URL with a permission check.

    Args:
        upload_ids: other owners' uploads to release too if nothing refers to them.
    """
    now = clock.now()
    queries.mark_released(db, owner_id, now)
    queries.mark_unused(db, upload_ids, now)
    hiding.hide_sent(db, owner_id)
    jobs.enqueue(db, ORPHANS_JOB)


def remove_orphans(db: Session, *, older_than: timedelta) -> int:
    """Delete uploads nothing refers to, and after the commit the bytes no upload uses.

    Args:
        older_than: age at which an unused upload is deleted; one removed by its owner is deleted at any age.

    Returns:
        The number of uploads deleted, at most one batch; call again until it is 0.
    """
    orphans = queries.list_orphans(db, clock.now() - older_than, _BATCH)
    if orphans:
        byte_deletion.lock_deletions(db)
        # Reload the digests: an image may have been hidden while waiting for the lock.
        dropped = queries.delete_uploads(db, [upload.id for upload in orphans])
        byte_deletion.enqueue_deletion(db, {key: upload.digest for upload in dropped for key in naming.keys_of(upload)})
    return len(orphans)


def remove_strays(*, older_than: timedelta) -> int:
    """Delete bytes no upload uses, left by processes that died between store and database.

    Scans the whole store, outside any transaction.

    Args:
        older_than: newer bytes are kept, since their upload may not be committed yet.

    Returns:
        The number of objects deleted.
    """
    before = clock.now() - older_than
    named: dict[str, list[str]] = {}
    for found in get_store().list():
        if found.modified_at < before and (digest := naming.digest_of_key(found.key)):
            named.setdefault(digest, []).append(found.key)
    digests = sorted(named)
    count = 0
    for start in range(0, len(digests), _BATCH):
        some = digests[start : start + _BATCH]
        with read_only() as db:
            strays = set(some) - queries.list_used_digests(db, some)
        if strays:
            with unit_of_work() as db:
                byte_deletion.lock_deletions(db)
                count += byte_deletion.enqueue_deletion(db, {key: digest for digest in strays for key in named[digest]})
    return count
