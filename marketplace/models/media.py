"""Uploaded files; tables that show one point at it, and a file without pointers is an orphan."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index
from sqlmodel import Field

from marketplace.models.base import Table, created_field, enum_field, id_field, one_of, optional_time, ref


class UploadKind(StrEnum):
    """Images are re-encoded; documents are PDFs, served as attachments."""

    IMAGE = "image"
    DOCUMENT = "document"


class Upload(Table, table=True):
    """One person's upload. Two uploads of the same bytes share the stored files by their digest."""

    __tablename__ = "uploads"
    __table_args__ = (
        one_of("kind", UploadKind),
        Index("ix_uploads_owner_id_digest", "owner_id", "digest"),
        Index("ix_uploads_digest", "digest"),
    )

    id: str = id_field()
    owner_id: str = ref("accounts.id", index=True)
    kind: UploadKind = enum_field(UploadKind, UploadKind.IMAGE)
    name: str = Field(max_length=200, description="the file's own name, cleaned, for people")
    digest: str = Field(
        max_length=64,
        description="SHA-256 of the stored bytes, or derived from it (`media/naming.py`); names the files in the store",
    )
    media_type: str = Field(max_length=60)
    width: int = Field(default=0, description="pixels of the largest stored size, images only")
    height: int = 0
    byte_size: int = Field(description="bytes of the largest stored size")
    created_at: datetime = created_field()
    removed_at: datetime | None = optional_time(description="taken out by its owner")
