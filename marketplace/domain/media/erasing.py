"""Letting go of stored bytes, so that none are lost which somebody stores anew at this very moment.

Which bytes go is promised in a job, in the transaction after which no upload has them; the job is open until they are
gone, by whichever worker. Whoever makes an upload of the same bytes meanwhile sees the promise and stores them under
another digest; whoever makes one later finds out that they are gone and stores them again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import structlog
from sqlalchemy import text
from sqlmodel import Session

from marketplace.database import after_commit, reading
from marketplace.domain import jobs
from marketplace.domain.media import naming, queries
from marketplace.integrations.storage import get_store

ERASE_JOB = "media.erase"
# Any number, the same in every process: on PostgreSQL promises and new uploads wait for each other by it.
_LOCK = 7_202_612
# Digests of one job: few enough that their bytes are gone long before the job's claim lapses.
_AT_ONCE = 25
log = structlog.get_logger()


def take_turn(db: Session) -> None:
    """From here to the end of the transaction no other lets go of bytes or makes an upload.

    To be called before any upload is changed, so that of two who do that none waits for the other's row meanwhile.
    """
    _lock(db, "pg_advisory_xact_lock")


def promise(db: Session, keys: Mapping[str, str]) -> int:
    """Promise that bytes go after the commit, all but those that an upload has; whoever promises has the turn.

    Args:
        keys: of the store, each with its digest.

    Returns:
        How many of the keys go.
    """
    by_digest: dict[str, list[str]] = {}
    for key, digest in keys.items():
        by_digest.setdefault(digest, []).append(key)
    kept = queries.list_kept_digests(db, by_digest)
    leaving = sorted(by_digest.keys() - kept)
    for some in _slices(leaving, _AT_ONCE):
        jobs.enqueue(db, ERASE_JOB, {"keys": {key: digest for digest in some for key in by_digest[digest]}})
    if leaving:
        after_commit(db, erase_promised)
    return sum(len(by_digest[digest]) for digest in leaving)


def free_digest(db: Session, digest: str, upload_id: str) -> str:
    """The digest that a new upload of these bytes may have: their own, or one of the upload's where that is about to go.

    From here to the end of the transaction nobody promises that bytes go.
    """
    _lock(db, "pg_advisory_xact_lock_shared")
    return naming.derive(digest, upload_id) if digest in queries.list_leaving_digests(db, ERASE_JOB) else digest


def keep(db: Session, copies: Mapping[str, bytes], media_type: str) -> None:
    """Look after the commit whether the bytes of a new upload are in the store, and put in those that are not.

    Args:
        copies: the bytes by key; for keys of the upload's digest as `free_digest` gave it.
        media_type: of all of them.
    """
    after_commit(db, lambda: _put_missing(copies, media_type))


def erase(keys: Mapping[str, str]) -> int:
    """Keep one promise; doing it twice changes nothing.

    Returns:
        0, for all of it is done at once.

    Raises:
        Unavailable: the store is away.
    """
    with reading() as db:
        kept = queries.list_kept_digests(db, keys.values())
    get_store().delete([key for key, digest in keys.items() if digest not in kept])
    return 0


def erase_promised() -> None:
    """Keep the open promises now, up to the first that can't be kept; for after a commit, so it never fails."""
    try:
        while jobs.run_due({ERASE_JOB: ERASE}, limit=1):
            pass
    except Exception:
        # The promises stand; whoever does jobs comes by for them.
        log.exception("media_erase_failed")


ERASE = jobs.Apart(lambda payload: erase(payload["keys"]))


def _put_missing(copies: Mapping[str, bytes], media_type: str) -> None:
    store = get_store()
    for key, data in copies.items():
        if store.modified_at(key) is None:
            store.put(key, data, media_type)


def _lock(db: Session, function: str) -> None:
    # On SQLite whoever writes is alone.
    if db.get_bind().dialect.name == "postgresql":
        db.connection().execute(text(f"SELECT {function}(:lock)"), {"lock": _LOCK})


def _slices(items: Iterable[str], size: int) -> Iterator[Sequence[str]]:
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some
