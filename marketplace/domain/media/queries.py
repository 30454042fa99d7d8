"""Upload rows: whose they are, and what still points at them."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import Column, ColumnElement, bindparam, exists, or_, update
from sqlmodel import Session, SQLModel, col, delete, select

from marketplace.domain.media.naming import HIDDEN
from marketplace.models import AdDraftSave, Job, MessagePhoto, Upload, UploadKind

# Every page asks this, and building a statement takes longer than running it.
_BY_IDS = select(Upload).where(col(Upload.id).in_(bindparam("ids", expanding=True)))


def list_by_ids(db: Session, upload_ids: Iterable[str]) -> list[Upload]:
    """The uploads of these ids, in no order."""
    wanted = set(upload_ids)
    return list(db.exec(_BY_IDS, params={"ids": wanted})) if wanted else []


def list_of_owner(
    db: Session, owner_id: str, upload_ids: Sequence[str], digests: Sequence[str], *, hidden: bool = True
) -> list[Upload]:
    """The owner's uploads of these ids or digests that were not taken out, oldest first; `hidden` ones too or not."""
    statement = select(Upload).where(
        Upload.owner_id == owner_id,
        col(Upload.removed_at).is_(None),
        or_(col(Upload.id).in_(upload_ids), col(Upload.digest).in_(digests)),
    )
    if not hidden:
        statement = statement.where(_is_open())
    return list(db.exec(statement.order_by(col(Upload.id))))


def list_to_hide(db: Session, upload_ids: Iterable[str]) -> list[Upload]:
    """Those of the images that only messages show, and that are not hidden yet."""
    elsewhere = [pointer for pointer in _pointers() if pointer.table.name != MessagePhoto.__tablename__]
    found = db.exec(
        select(Upload).where(
            col(Upload.id).in_(set(upload_ids)),
            Upload.kind == UploadKind.IMAGE,
            _is_open(),
            *(~exists().where(pointer == Upload.id) for pointer in elsewhere),
        )
    ).all()
    drafts = _in_drafts(db, {each.owner_id for each in found})
    return [upload for upload in found if upload.id not in drafts]


def change_digest(db: Session, upload: Upload, digest: str) -> bool:
    """Give an upload another digest, unless somebody else has meanwhile."""
    now = col(Upload.digest)
    done = db.connection().execute(
        update(Upload).where(col(Upload.id) == upload.id, now == upload.digest).values(digest=digest)
    )
    return bool(done.rowcount)


def _is_open() -> ColumnElement[bool]:
    return ~col(Upload.digest).startswith(HIDDEN)


def list_orphans(db: Session, before: datetime, limit: int) -> list[Upload]:
    """Uploads nothing points at, oldest first: taken out by their owners, or older than `before`."""
    wanted = select(Upload).where(
        or_(col(Upload.removed_at).is_not(None), col(Upload.created_at) < before),
        *(~exists().where(pointer == Upload.id) for pointer in _pointers()),
    )
    found: list[Upload] = []
    last = ""
    # Those that drafts hold are told apart only here, so they must not fill up the batch.
    while len(found) < limit:
        candidates = db.exec(wanted.where(col(Upload.id) > last).order_by(col(Upload.id)).limit(limit)).all()
        if not candidates:
            break
        last = candidates[-1].id
        drafts = _in_drafts(db, {each.owner_id for each in candidates})
        found += [upload for upload in candidates if upload.id not in drafts]
    return found[:limit]


def delete_uploads(db: Session, upload_ids: Iterable[str]) -> list[Upload]:
    """Delete uploads; as they were."""
    current = select(Upload).where(col(Upload.id).in_(set(upload_ids))).execution_options(populate_existing=True)
    found = list(db.exec(current))
    db.exec(delete(Upload).where(col(Upload.id).in_([upload.id for upload in found])))
    return found


def list_kept_digests(db: Session, digests: Iterable[str]) -> set[str]:
    """Which of the digests some upload still has."""
    return set(db.exec(select(Upload.digest).where(col(Upload.digest).in_(set(digests))).distinct()))


def list_leaving_digests(db: Session, kind: str) -> set[str]:
    """Digests whose bytes are promised to go, by open jobs of this kind."""
    payloads = db.exec(select(Job.payload).where(col(Job.done_at).is_(None), Job.kind == kind))
    return {digest for payload in payloads for digest in payload["keys"].values()}


def _pointers() -> list[Column]:
    # Read from the schema, so that a new table that shows uploads keeps them without a change here.
    return [
        column
        for table in SQLModel.metadata.tables.values()
        for column in table.columns
        for key in column.foreign_keys
        if key.target_fullname == "uploads.id"
    ]


def _in_drafts(db: Session, owner_ids: set[str]) -> str:
    drafts = db.exec(select(AdDraftSave.content).where(col(AdDraftSave.seller_id).in_(owner_ids)))
    return "\n".join(str(content) for content in drafts)
