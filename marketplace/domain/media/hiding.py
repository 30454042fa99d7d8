"""Moves images that only messages, condition records and file fields show to private storage keys, without a public URL."""

from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import Session

from marketplace.db.database import read_only, unit_of_work
from marketplace.domain import jobs
from marketplace.domain.media import byte_deletion, naming, queries
from marketplace.integrations.storage import get_store

HIDE_JOB = "media.hide"
_WEBP = "image/webp"
# Images in one job; their bytes are in memory together.
_BATCH = 25


def hide(db: Session, upload_ids: Iterable[str]) -> None:
    """Enqueue the removal of these images' public URLs; afterwards only readers of the message or record can see them.

    Images used as photos by an ad, profile or draft are not moved. Hidden images can't be used as such any more.
    """
    jobs.enqueue(db, HIDE_JOB, {"upload_ids": sorted(upload_ids)})


def hide_files(db: Session, upload_ids: Iterable[str]) -> None:
    """Like `hide`, for the images among files of dynamic fields; PDFs have no public URL."""
    if images := queries.list_open_images(db, upload_ids):
        hide(db, images)


def hide_sent(db: Session, owner_id: str) -> None:
    """Like `hide`, for an account's images used in messages, condition records and file fields."""
    upload_ids = queries.list_sent(db, owner_id)
    for start in range(0, len(upload_ids), _BATCH):
        hide(db, upload_ids[start : start + _BATCH])


def hide_now(upload_ids: Sequence[str]) -> int:
    """Move the images of one job, without an open transaction while the store is used; idempotent.

    Returns:
        The number moved; call again until it is 0.

    Raises:
        Unavailable: the store is unavailable; nothing was changed.
    """
    with read_only() as db:
        found = {upload.id: (upload.digest, upload.width) for upload in queries.list_to_hide(db, upload_ids)}
    copies: dict[str, dict[int, bytes]] = {}
    store = get_store()
    for upload_id, (digest, width) in found.items():
        copies[upload_id] = {
            each: data
            for each in naming.image_widths(width)
            if (data := store.read(naming.image_key(digest, each))) is not None
        }
        # Store the bytes before the upload refers to them.
        for key, data in _named(copies[upload_id], naming.hide(digest, upload_id)).items():
            store.put(key, data, _WEBP)
    with unit_of_work() as db:
        byte_deletion.lock_deletions(db)
        moved = 0
        left: dict[str, str] = {}
        # Images used in an ad meanwhile keep their URL.
        for upload in queries.list_to_hide(db, list(found)):
            hidden = byte_deletion.free_digest(db, naming.hide(upload.digest, upload.id), upload.id)
            keys = dict.fromkeys(naming.keys_of(upload), upload.digest)
            if queries.change_digest(db, upload, hidden):
                byte_deletion.restore_after_commit(db, _named(copies[upload.id], hidden), _WEBP)
                left |= keys
                moved += 1
        byte_deletion.enqueue_deletion(db, left)
        return moved


def _named(sizes: Mapping[int, bytes], digest: str) -> dict[str, bytes]:
    return {naming.image_key(digest, width): data for width, data in sizes.items()}
