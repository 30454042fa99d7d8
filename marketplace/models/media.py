"""Uploaded files. Other tables refer to them; a file without references is an orphan and is deleted."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index
from sqlmodel import Field

from marketplace.models.base import Table, created_field, enum_field, id_field, one_of, optional_time, ref


class UploadKind(StrEnum):
    """The kind of file. Images are re-encoded; documents are PDFs and served as attachments."""

    IMAGE = "image"
    DOCUMENT = "document"


class Upload(Table, table=True):
    """An upload of one account. Uploads with the same content share the stored files."""

    __tablename__ = "uploads"
    __table_args__ = (
        one_of("kind", UploadKind),
        Index("ix_uploads_owner_id_digest", "owner_id", "digest"),
        Index("ix_uploads_digest", "digest"),
    )

    id: str = id_field()
    owner_id: str = ref("accounts.id", index=True)
    kind: UploadKind = enum_field(UploadKind, UploadKind.IMAGE)
    name: str = Field(max_length=200, description="original file name, sanitized, for display")
    digest: str = Field(
        max_length=64,
        description="SHA-256 of the stored bytes, or derived from it (`media/naming.py`); part of the file names in the store",
    )
    media_type: str = Field(max_length=60)
    width: int = Field(default=0, description="pixels of the largest stored size, images only")
    height: int = 0
    byte_size: int = Field(description="bytes of the largest stored size")
    created_at: datetime = created_field()
    ai_made: bool = Field(default=False, description="made or changed by AI, by its metadata or its owner")
    removed_at: datetime | None = optional_time(description="deleted by its owner")


class PhotoHash(Table, table=True):
    """The perceptual hash of an uploaded photo, in four bands of 16 bits; no bands for a photo without contrast.

    Near hashes have a band in common, or one that differs in few bits, so an index on each band finds them.
    """

    __tablename__ = "photo_hashes"

    upload_id: str = Field(foreign_key="uploads.id", primary_key=True, max_length=26)
    band_0: int | None = Field(default=None, index=True, description="the highest 16 bits")
    band_1: int | None = Field(default=None, index=True)
    band_2: int | None = Field(default=None, index=True)
    band_3: int | None = Field(default=None, index=True)
    colours: str = Field(
        default="", max_length=96, description="colours of a thumbnail of 4 × 4 points in hex, to confirm a match"
    )
