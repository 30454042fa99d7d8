"""Upload rows: whose they are, and what still points at them."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, exists, or_
from sqlmodel import Session, SQLModel, col, select

from marketplace.models import AdDraftSave, Upload


def list_by_ids(db: Session, upload_ids: Iterable[str]) -> list[Upload]:
    """The uploads of these ids, in no order."""
    return list(db.exec(select(Upload).where(col(Upload.id).in_(set(upload_ids)))))


def list_of_owner(db: Session, owner_id: str, upload_ids: Sequence[str], digests: Sequence[str]) -> list[Upload]:
    """The owner's uploads of these ids or digests that were not taken out, oldest first."""
    return list(
        db.exec(
            select(Upload)
            .where(
                Upload.owner_id == owner_id,
                col(Upload.removed_at).is_(None),
                or_(col(Upload.id).in_(upload_ids), col(Upload.digest).in_(digests)),
            )
            .order_by(col(Upload.id))
        )
    )


def list_orphans(db: Session, before: datetime, limit: int) -> list[Upload]:
    """Uploads nothing points at: taken out by their owners, or older than `before`."""
    candidates = db.exec(
        select(Upload)
        .where(
            or_(col(Upload.removed_at).is_not(None), col(Upload.created_at) < before),
            *(~exists().where(pointer == Upload.id) for pointer in _pointers()),
        )
        .order_by(col(Upload.id))
        .limit(limit)
    ).all()
    return [upload for upload in candidates if upload.id not in _in_drafts(db, {each.owner_id for each in candidates})]


def list_kept_digests(db: Session, digests: Iterable[str]) -> set[str]:
    """Which of the digests some upload still has."""
    return set(db.exec(select(Upload.digest).where(col(Upload.digest).in_(set(digests))).distinct()))


def _pointers() -> list[ColumnElement]:
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
