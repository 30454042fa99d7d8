"""Deletes stored bytes without losing bytes that are uploaded again concurrently.

The digests to delete are enqueued in a job, in the transaction that removes their last upload. While the job is open, a
new upload of the same bytes is stored under another digest; after the job, an upload finds the bytes missing and stores
them again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import structlog
from sqlalchemy import text
from sqlmodel import Session

from marketplace.db.database import after_commit, read_only
from marketplace.domain import jobs
from marketplace.domain.media import naming, queries
from marketplace.integrations.storage import get_store

ERASE_JOB = "media.erase"
# Key of the PostgreSQL advisory lock that serialises deletions and new uploads.
_LOCK = 7_202_612
# Digests in one job: few enough to be deleted before the job's claim expires.
_BATCH = 25
log = structlog.get_logger()


def lock_deletions(db: Session) -> None:
    """Block deletions and new uploads by others until the transaction ends.

    Call it before changing any upload, to avoid deadlocks on upload rows.
    """
    _lock(db, "pg_advisory_xact_lock")


def enqueue_deletion(db: Session, keys: Mapping[str, str]) -> int:
    """Enqueue the deletion of bytes that no upload uses; requires `lock_deletions`.

    Args:
        keys: store keys, each with its digest.

    Returns:
        The number of keys that will be deleted.
    """
    by_digest: dict[str, list[str]] = {}
    for key, digest in keys.items():
        by_digest.setdefault(digest, []).append(key)
    used = queries.list_used_digests(db, by_digest)
    unused = sorted(by_digest.keys() - used)
    for some in _batches(unused, _BATCH):
        jobs.enqueue(db, ERASE_JOB, {"keys": {key: digest for digest in some for key in by_digest[digest]}})
    if unused:
        after_commit(db, run_open_deletions)
    return sum(len(by_digest[digest]) for digest in unused)


def free_digest(db: Session, digest: str, upload_id: str) -> str:
    """Return a digest for a new upload: the bytes' own, or one derived from the upload if those are being deleted.

    Blocks `enqueue_deletion` by others until the transaction ends.
    """
    _lock(db, "pg_advisory_xact_lock_shared")
    return naming.derive(digest, upload_id) if digest in queries.list_pending_deletions(db, ERASE_JOB) else digest


def restore_after_commit(db: Session, copies: Mapping[str, bytes], media_type: str) -> None:
    """After the commit, store those bytes of a new upload that are missing in the store.

    Args:
        copies: bytes by key, for keys of the digest from `free_digest`.
        media_type: of all of them.
    """
    after_commit(db, lambda: _store_missing(copies, media_type))


def erase(keys: Mapping[str, str]) -> int:
    """Delete the bytes of one job; idempotent.

    Returns:
        0, since everything is deleted in one step.

    Raises:
        Unavailable: the store is unavailable.
    """
    with read_only() as db:
        used = queries.list_used_digests(db, keys.values())
    get_store().delete([key for key, digest in keys.items() if digest not in used])
    return 0


def run_open_deletions() -> None:
    """Run open deletion jobs until one fails; never raises, since it runs after a commit."""
    try:
        while jobs.run_due({ERASE_JOB: ERASE}, limit=1):
            pass
    except Exception:
        # The jobs stay open; a worker retries them.
        log.exception("media_erase_failed")


ERASE = jobs.DetachedHandler(lambda payload: erase(payload["keys"]))


def _store_missing(copies: Mapping[str, bytes], media_type: str) -> None:
    store = get_store()
    for key, data in copies.items():
        if store.modified_at(key) is None:
            store.put(key, data, media_type)


def _lock(db: Session, function: str) -> None:
    # SQLite has one writer at a time.
    if db.get_bind().dialect.name == "postgresql":
        db.connection().execute(text(f"SELECT {function}(:lock)"), {"lock": _LOCK})


def _batches(items: Iterable[str], size: int) -> Iterator[Sequence[str]]:
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some
