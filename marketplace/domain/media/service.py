"""Taking files in, showing them, and letting go of those nobody needs."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import timedelta

from sqlmodel import Session

from marketplace import clock, ids
from marketplace.actor import Actor
from marketplace.database import reading, unit_of_work
from marketplace.domain import jobs
from marketplace.domain.media import erasing, images, messages, naming, queries, rules
from marketplace.domain.media.schemas import PreparedDocument, PreparedImage, StoredFile, StoredImage
from marketplace.domain.views import Photo
from marketplace.errors import NotFound
from marketplace.integrations import limits
from marketplace.integrations.storage import get_store
from marketplace.models import Upload, UploadKind
from marketplace.settings import get_settings
from marketplace.texts import t

ORPHANS_JOB = "media.remove_orphans"
_WEBP, _PDF = "image/webp", "application/pdf"
_BATCH = 500


def prepare_image(actor: Actor, data: bytes) -> PreparedImage:
    """Decode and re-encode an image and put it into the store, without touching the database: no transaction waits for it.

    Raises:
        NotSignedIn: uploads are for accounts.
        TooMany: the account's uploads of the hour are spent.
        Invalid, TooLarge, UnsupportedMedia: not an image that is taken.
        Unavailable: the store is away.
    """
    limits.spend(get_settings().limit_uploads, "upload", actor.require())
    image = images.prepare(data)
    put_image(image)
    return image


def prepare_document(actor: Actor, data: bytes) -> PreparedDocument:
    """Check a PDF and put it into the store, without touching the database.

    Raises:
        NotSignedIn, TooMany, Invalid, TooLarge, UnsupportedMedia, Unavailable: as for `prepare_image`.
    """
    limits.spend(get_settings().limit_uploads, "upload", actor.require())
    rules.check_document(data)
    return PreparedDocument(put_document(data), data)


def is_document(data: bytes) -> bool:
    """Whether the bytes claim to be a PDF."""
    return rules.recognise(data) is rules.Content.PDF


def store_image(db: Session, actor: Actor, name: str, data: bytes | PreparedImage) -> Photo:
    """Keep an image as the caller's own upload.

    Args:
        name: the file's own name, for people.
        data: the bytes as sent, or what `prepare_image` made of them.

    Raises:
        NotSignedIn, TooMany, Invalid, TooLarge, UnsupportedMedia, Unavailable: as for `prepare_image`.
    """
    owner_id = actor.require()
    image = prepare_image(actor, data) if isinstance(data, bytes) else data
    upload_id = ids.new_id()
    upload = Upload(
        id=upload_id,
        owner_id=owner_id,
        kind=UploadKind.IMAGE,
        name=rules.clean_name(name),
        digest=erasing.free_digest(db, image.digest, upload_id),
        media_type=_WEBP,
        width=image.width,
        height=image.height,
        byte_size=len(image.sizes[image.width]),
    )
    db.add(upload)
    db.flush()
    copies = {naming.image_key(upload.digest, width): data for width, data in image.sizes.items()}
    erasing.keep(db, copies, _WEBP)
    return _photo(upload)


def put_image(image: PreparedImage) -> None:
    """Write every size of an image to the store; bytes that are there already are written again, which renews them."""
    store = get_store()
    for width, data in image.sizes.items():
        store.put(naming.image_key(image.digest, width), data, _WEBP)


def store_document(db: Session, actor: Actor, name: str, data: bytes | PreparedDocument) -> StoredFile:
    """Keep a PDF as the caller's own upload.

    Args:
        name: the file's own name, for people.
        data: the bytes as sent, or what `prepare_document` made of them.

    Raises:
        NotSignedIn, TooMany, Invalid, TooLarge, UnsupportedMedia, Unavailable: as for `prepare_document`.
    """
    owner_id = actor.require()
    document = prepare_document(actor, data) if isinstance(data, bytes) else data
    upload_id = ids.new_id()
    upload = Upload(
        id=upload_id,
        owner_id=owner_id,
        kind=UploadKind.DOCUMENT,
        name=rules.clean_name(name),
        digest=erasing.free_digest(db, document.digest, upload_id),
        media_type=_PDF,
        byte_size=len(document.data),
    )
    db.add(upload)
    db.flush()
    erasing.keep(db, {naming.document_key(upload.digest): document.data}, _PDF)
    return _file(upload)


def put_document(data: bytes) -> str:
    """Write a PDF to the store; returns its digest."""
    digest = hashlib.sha256(data).hexdigest()
    get_store().put(naming.document_key(digest), data, _PDF)
    return digest


def photos_of(db: Session, upload_ids: Iterable[str]) -> dict[str, Photo]:
    """The photos of these uploads by id; unknown ids and documents are left out."""
    found = queries.list_by_ids(db, upload_ids)
    return {upload.id: _photo(upload) for upload in found if upload.kind is UploadKind.IMAGE}


def find_image(db: Session, upload_id: str, width: int) -> StoredImage | None:
    """Where one size of an image lies; None for what is no image or no size of it."""
    found = [upload for upload in queries.list_by_ids(db, [upload_id]) if upload.kind is UploadKind.IMAGE]
    if not found or width not in naming.image_widths(found[0].width):
        return None
    digest = found[0].digest
    # Between the row and its bytes they may have been hidden.
    digests = (digest, naming.hide(digest, upload_id))
    return StoredImage(tuple(naming.image_key(each, width) for each in digests))


def read_image(image: StoredImage) -> bytes:
    """The stored bytes of one size of an image, as WebP; no transaction waits for the store.

    Raises:
        NotFound: they are gone.
        Unavailable: the store is away.
    """
    store = get_store()
    for key in image.keys:
        if (data := store.read(key)) is not None:
            return data
    raise NotFound()


def files_of(db: Session, upload_ids: Iterable[str]) -> dict[str, StoredFile]:
    """Addresses and names of these uploads by id, images and documents alike; unknown ids are left out."""
    return {upload.id: _file(upload) for upload in queries.list_by_ids(db, upload_ids)}


def find_uploads(db: Session, owner_id: str, refs: Sequence[str], *, hidden: bool = False) -> list[Upload]:
    """The owner's uploads that are named by id or by address.

    Args:
        hidden: those too that were sent in messages, which have no public address.

    Returns:
        In the order of `refs`; what is unknown, somebody else's or taken out is dropped, and so is a repetition.
    """
    wanted_ids = [ref for ref in refs if ids.is_id(ref)]
    digests = {ref: digest for ref in refs if (digest := naming.digest_of_url(ref))}
    known: dict[str, Upload] = {}
    for upload in queries.list_of_owner(db, owner_id, wanted_ids, list(digests.values()), hidden=hidden):
        known[upload.id] = known[upload.digest] = upload
    found = [known[key] for ref in refs if (key := digests.get(ref, ref)) in known]
    return list({upload.id: upload for upload in found}.values())


def remove_upload(db: Session, actor: Actor, url: str) -> None:
    """Take a file out of the caller's uploads; its bytes go once nothing refers to them any more.

    Args:
        url: its address, or its id.

    Raises:
        NotSignedIn: nobody asks.
        NotFound: the caller has no such file.
    """
    owner_id = actor.require()
    digest = naming.digest_of_url(url)
    own = queries.list_of_owner(db, owner_id, [] if digest else [url], [digest] if digest else [])
    if not own:
        raise NotFound(t(messages.NOT_FOUND))
    for upload in own:
        upload.removed_at = clock.now()
        db.add(upload)
    db.flush()
    # Now, not with the next round: people expect what they removed to be gone.
    jobs.enqueue(db, ORPHANS_JOB)


def remove_orphans(db: Session, *, older_than: timedelta) -> int:
    """Drop uploads that nothing refers to, and after the commit the bytes that no upload has any more.

    Args:
        older_than: how long an upload may wait to be used; one taken out by its owner does not wait.

    Returns:
        How many uploads were dropped, at most a batch; call again while it is not 0.
    """
    orphans = queries.list_orphans(db, clock.now() - older_than, _BATCH)
    if orphans:
        erasing.take_turn(db)
        # Their digests as they are now: one may have been hidden before it was our turn.
        dropped = queries.delete_uploads(db, [upload.id for upload in orphans])
        erasing.promise(db, {key: upload.digest for upload in dropped for key in naming.keys_of(upload)})
    return len(orphans)


def remove_strays(*, older_than: timedelta) -> int:
    """Drop bytes that no upload has: what is left where a process died between the store and the database.

    No transaction waits for the store, which is gone through as a whole.

    Args:
        older_than: bytes newer than this may belong to an upload that is just being made.

    Returns:
        How many objects were dropped.
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
        with reading() as db:
            strays = set(some) - queries.list_kept_digests(db, some)
        if strays:
            with unit_of_work() as db:
                erasing.take_turn(db)
                count += erasing.promise(db, {key: digest for digest in strays for key in named[digest]})
    return count


def _photo(upload: Upload) -> Photo:
    return naming.make_photo(upload.digest, upload.width, upload.height, upload.id, upload.name)


def _file(upload: Upload) -> StoredFile:
    return StoredFile(id=upload.id, url=naming.url_of(upload), name=upload.name)
