"""Images that only messages show, moved to where no public address leads."""

from collections.abc import Iterable, Sequence

from sqlmodel import Session

from marketplace.database import reading, unit_of_work
from marketplace.domain import jobs
from marketplace.domain.media import naming, queries
from marketplace.domain.media.service import after_commit, delete_unused
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
    keys: dict[str, str] = {}
    store = get_store()
    for digest, width in found.values():
        for each in naming.image_widths(width):
            key = naming.image_key(digest, each)
            keys[key] = digest
            data = store.read(key)
            if data is not None:
                store.put(naming.image_key(naming.hide(digest), each), data, _WEBP)
    with unit_of_work() as db:
        # What was put into an ad meanwhile keeps its address.
        moved = [
            upload
            for upload in queries.list_to_hide(db, list(found))
            if queries.change_digest(db, upload, naming.hide(upload.digest))
        ]
        if moved:
            after_commit(db, lambda: delete_unused(keys))
        return len(moved)
