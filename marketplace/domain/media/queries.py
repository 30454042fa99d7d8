"""Queries on uploads: ownership, and rows that refer to them."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import Column, ColumnElement, bindparam, exists, update
from sqlmodel import Session, SQLModel, col, delete, or_, select

from marketplace.domain.media.naming import HIDDEN, file_url
from marketplace.models import (
    AdDraftSave,
    AdVersionValue,
    ConditionEntry,
    HeldPhoto,
    Job,
    MessagePhoto,
    PhotoHash,
    Upload,
    UploadKind,
)

# Ids in one statement; databases allow some tens of thousands.
_BATCH = 500
# Tables whose photos are served with a check of the reader only, or to nobody.
_PRIVATE = (MessagePhoto, ConditionEntry, AdVersionValue, HeldPhoto)
# Built once: every page runs it, and building a statement takes longer than running it.
_BY_IDS = select(Upload).where(col(Upload.id).in_(bindparam("ids", expanding=True)))


def list_by_ids(db: Session, upload_ids: Iterable[str]) -> list[Upload]:
    """List the uploads with these ids, unordered."""
    wanted = set(upload_ids)
    return list(db.exec(_BY_IDS, params={"ids": wanted})) if wanted else []


def list_of_owner(
    db: Session, owner_id: str, upload_ids: Sequence[str], digests: Sequence[str], *, hidden: bool = True
) -> list[Upload]:
    """List the owner's uploads with these ids or digests that were not removed, oldest first."""
    statement = select(Upload).where(
        Upload.owner_id == owner_id,
        col(Upload.removed_at).is_(None),
        or_(col(Upload.id).in_(upload_ids), col(Upload.digest).in_(digests)),
    )
    if not hidden:
        statement = statement.where(_is_open())
    return list(db.exec(statement.order_by(col(Upload.id))))


def list_to_hide(db: Session, upload_ids: Iterable[str]) -> list[Upload]:
    """List those of the images that only messages, condition records and file fields use and that are not hidden yet."""
    private = {table.__tablename__ for table in _PRIVATE}
    elsewhere = [pointer for pointer in _references() if pointer.table.name not in private]
    found = db.exec(
        select(Upload).where(
            col(Upload.id).in_(set(upload_ids)),
            Upload.kind == UploadKind.IMAGE,
            _is_open(),
            *(~exists().where(pointer == Upload.id) for pointer in elsewhere),
        )
    ).all()
    drafts = _in_drafts(db, {each.owner_id for each in found})
    # A draft may also have it in a file field.
    return [upload for upload in found if upload.id not in drafts.replace(file_url(upload.id), "")]


def list_open_images(db: Session, upload_ids: Iterable[str]) -> list[str]:
    """Ids of those of the uploads that are images with a public URL."""
    wanted = col(Upload.id).in_(set(upload_ids)), Upload.kind == UploadKind.IMAGE, _is_open()
    return list(db.exec(select(Upload.id).where(*wanted)))


def change_digest(db: Session, upload: Upload, digest: str) -> bool:
    """Set an upload's digest, unless it was changed concurrently."""
    now = col(Upload.digest)
    done = db.connection().execute(
        update(Upload).where(col(Upload.id) == upload.id, now == upload.digest).values(digest=digest)
    )
    return bool(done.rowcount)


def mark_ai_made(db: Session, upload_ids: Iterable[str]) -> None:
    """Mark these images as made by AI."""
    wanted = col(Upload.id).in_(set(upload_ids)) & (col(Upload.kind) == UploadKind.IMAGE)
    db.exec(update(Upload).where(wanted).values(ai_made=True))


def _is_open() -> ColumnElement[bool]:
    return ~col(Upload.digest).startswith(HIDDEN)


def list_orphans(db: Session, before: datetime, limit: int) -> list[Upload]:
    """List uploads nothing refers to, oldest first: removed by their owners, or older than `before`."""
    wanted = select(Upload).where(
        or_(col(Upload.removed_at).is_not(None), col(Upload.created_at) < before),
        *(~exists().where(pointer == Upload.id) for pointer in _references()),
    )
    found: list[Upload] = []
    last = ""
    # Uploads in drafts are filtered out here, so they must not use up the batch.
    while len(found) < limit:
        candidates = db.exec(wanted.where(col(Upload.id) > last).order_by(col(Upload.id)).limit(limit)).all()
        if not candidates:
            break
        last = candidates[-1].id
        drafts = _in_drafts(db, {each.owner_id for each in candidates})
        found += [upload for upload in candidates if upload.id not in drafts]
    return found[:limit]


def mark_released(db: Session, owner_id: str, now: datetime) -> None:
    """Mark all uploads of an owner as removed, and erase their file names."""
    db.exec(update(Upload).where(col(Upload.owner_id) == owner_id).values(removed_at=now, name=""))


def mark_unused(db: Session, upload_ids: Iterable[str], now: datetime) -> None:
    """Mark those of the uploads as removed that no row refers to."""
    unused = [~exists().where(pointer == Upload.id) for pointer in _references()]
    wanted = sorted(set(upload_ids))
    for start in range(0, len(wanted), _BATCH):
        some = col(Upload.id).in_(wanted[start : start + _BATCH])
        db.exec(update(Upload).where(some, *unused).values(removed_at=now))


def list_sent(db: Session, owner_id: str) -> list[str]:
    """Ids of the owner's uploads used in messages, condition records and file fields."""
    sent = or_(*(exists().where(col(table.upload_id) == Upload.id) for table in _PRIVATE))
    return list(db.exec(select(Upload.id).where(Upload.owner_id == owner_id, sent)))


def delete_uploads(db: Session, upload_ids: Iterable[str]) -> list[Upload]:
    """Delete uploads and return them."""
    current = select(Upload).where(col(Upload.id).in_(set(upload_ids))).execution_options(populate_existing=True)
    found = list(db.exec(current))
    gone = [upload.id for upload in found]
    db.exec(delete(PhotoHash).where(col(PhotoHash.upload_id).in_(gone)))
    db.exec(delete(Upload).where(col(Upload.id).in_(gone)))
    return found


def list_used_digests(db: Session, digests: Iterable[str]) -> set[str]:
    """Return those of the digests that an upload uses."""
    return set(db.exec(select(Upload.digest).where(col(Upload.digest).in_(set(digests))).distinct()))


def list_pending_deletions(db: Session, kind: str) -> set[str]:
    """Digests to be deleted by open jobs of this kind."""
    payloads = db.exec(select(Job.payload).where(col(Job.done_at).is_(None), Job.kind == kind))
    return {digest for payload in payloads for digest in payload["keys"].values()}


def _references() -> list[Column]:
    # Read from the schema, so that new tables with uploads are covered automatically. A row of `photo_hashes` does not count as a use.
    return [
        column
        for table in SQLModel.metadata.tables.values()
        if table.name != PhotoHash.__tablename__
        for column in table.columns
        for key in column.foreign_keys
        if key.target_fullname == "uploads.id"
    ]


def _in_drafts(db: Session, owner_ids: set[str]) -> str:
    drafts = db.exec(select(AdDraftSave.content).where(col(AdDraftSave.seller_id).in_(owner_ids)))
    return "\n".join(str(content) for content in drafts)
