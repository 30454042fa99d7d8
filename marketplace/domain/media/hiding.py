"""Images that only messages show, moved to where no public address leads."""

from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import Session

from marketplace.database import reading, unit_of_work
from marketplace.domain import jobs
from marketplace.domain.media import erasing, naming, queries
from marketplace.integrations.storage import get_store

HIDE_JOB = "media.hide"
_WEBP = "image/webp"


def hide(db: Session, upload_ids: Iterable[str]) -> None:
    """Promise that the public addresses of these images end: from then on only who may see the message sees them.

    What an ad, a profile or a draft shows as well stays where it is. Their owners can use hidden ones in messages only.
    """
    jobs.enqueue(db, HIDE_JOB, {"upload_ids": sorted(upload_ids)})


def hide_now(upload_ids: Sequence[str]) -> int:
    """Keep that promise; no transaction waits for the store, and doing it twice changes nothing.

    Returns:
        How many were moved; call it again until that is 0.

    Raises:
        Unavailable: the store is away; nothing was changed.
    """
    with reading() as db:
        found = {upload.id: (upload.digest, upload.width) for upload in queries.list_to_hide(db, upload_ids)}
    copies: dict[str, dict[int, bytes]] = {}
    store = get_store()
    for upload_id, (digest, width) in found.items():
        copies[upload_id] = {
            each: data
            for each in naming.image_widths(width)
            if (data := store.read(naming.image_key(digest, each))) is not None
        }
        # They are there before the upload says so.
        for key, data in _named(copies[upload_id], naming.hide(digest, upload_id)).items():
            store.put(key, data, _WEBP)
    with unit_of_work() as db:
        erasing.take_turn(db)
        moved = 0
        left: dict[str, str] = {}
        # What was put into an ad meanwhile keeps its address.
        for upload in queries.list_to_hide(db, list(found)):
            hidden = erasing.free_digest(db, naming.hide(upload.digest, upload.id), upload.id)
            keys = dict.fromkeys(naming.keys_of(upload), upload.digest)
            if queries.change_digest(db, upload, hidden):
                erasing.keep(db, _named(copies[upload.id], hidden), _WEBP)
                left |= keys
                moved += 1
        erasing.promise(db, left)
        return moved


def _named(sizes: Mapping[int, bytes], digest: str) -> dict[str, bytes]:
    return {naming.image_key(digest, width): data for width, data in sizes.items()}
