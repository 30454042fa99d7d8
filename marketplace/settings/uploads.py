"""Uploaded files and the photos made from them."""

from pydantic import BaseModel, Field


class UploadSettings(BaseModel):
    """Uploaded files and the photos made from them."""

    upload_max_bytes: int = Field(15 * 1024 * 1024, description="size of one file")
    upload_max_pixels: int = Field(60_000_000, description="larger images are refused before decoding")
    upload_max_files: int = Field(20, description="files in one upload-multiple call")
    upload_timeout_s: float = Field(600.0, description="an upload must arrive within this, seconds")
    upload_decoders: int = Field(2, ge=1, le=64, description="images that each worker decodes concurrently")
    uploads_at_once: int = Field(4, description="concurrent uploads of one account in each worker; more get 429")
    upload_orphan_hours: int = Field(24, description="unreferenced uploads are deleted after this")
    image_stored_px: int = Field(1600, description="long side of the largest stored photo, pixels")
    image_max_mb: float = Field(0.2, description="client-side compression target, megabytes")
    image_max_px: int = Field(800, description="client-side target of the long side, pixels")
